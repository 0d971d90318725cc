import { createHash } from 'node:crypto';
import { loadRouting, type Routing, type RoutingDocument } from '../../domain/routing/index.ts';

/**
 * Compiles routing once for all campaigns with the same rotator content, because a thousand copies of the same rules
 * would not fit into the CPU cache.
 */
export class SharedRoutings {
  readonly #routings = new Map<string, WeakRef<Routing>>();
  #pruneAt = 1_000;

  get(document: RoutingDocument): Routing {
    const { timezone, rotator, rules, paths, landings, offers } = document;
    const content = JSON.stringify([timezone, rotator.defaultPathId, rules, paths, landings, offers]);
    const key = createHash('sha256').update(content).digest('base64');
    const cached = this.#routings.get(key)?.deref();
    if (cached !== undefined) return cached;
    const routing = loadRouting(document);
    this.#routings.set(key, new WeakRef(routing));
    if (this.#routings.size > this.#pruneAt) this.#prune();
    return routing;
  }

  #prune(): void {
    for (const [key, reference] of this.#routings)
      if (reference.deref() === undefined) this.#routings.delete(key);
    this.#pruneAt = Math.max(1_000, this.#routings.size * 2);
  }
}
