import { countShipped, planCount, readClocks, type CapCount } from '../../domain/caps/count-caps.ts';
import type { CampaignDocument, VisitorCap } from '../../domain/publishing/campaign-document.ts';
import { LocalCapCounts } from './local-cap-counts.ts';

type Counted = Pick<CapCount, 'beforeMs' | 'caps'>;
type PublishedCaps = { caps: readonly VisitorCap[]; timezone: string };

const periodMs = { hour: 3_600_000, day: 86_400_000, total: Number.POSITIVE_INFINITY };

/**
 * Counts visitors sent to capped offers and paths: the worker's count from the traffic store plus the visitors that
 * this edge has routed since. The worker's next count also includes visitors routed by other edges.
 */
export class CapCounter {
  readonly #counted = new Map<string, Counted>();
  readonly #published = new Map<string, PublishedCaps>();
  readonly #started = new Map<string, Counted>();
  readonly #own = new Map<string, LocalCapCounts>();

  setCounts(counts: readonly CapCount[]): void {
    for (const { recordId, beforeMs, caps } of counts) {
      this.#counted.set(recordId, { beforeMs, caps });
      this.#published.delete(recordId);
      this.#started.delete(recordId);
      this.#own.get(recordId)?.forgetBefore(beforeMs);
    }
  }

  /** Sets limits from a published campaign. They apply to each record until the worker's first count for it arrives. */
  setPublishedLimits({ timezone, offers, paths }: CampaignDocument): void {
    for (const { id, cap } of offers) this.#setLimits(id, cap?.clickCaps, timezone);
    for (const { id, visitCaps } of paths) this.#setLimits(id, visitCaps, timezone);
  }

  count(recordId: string, timeMs: number): void {
    let own = this.#own.get(recordId);
    if (own === undefined) this.#own.set(recordId, (own = new LocalCapCounts()));
    own.add(timeMs);
  }

  isReached(recordId: string, nowMs: number): boolean {
    const counted = this.#counted.get(recordId) ?? this.#startCount(recordId, nowMs);
    if (counted === undefined) return false;
    const own = this.#own.get(recordId);
    for (const { limit, per, sinceMs, untilMs, counted: shipped } of counted.caps) {
      // An hour or day ends on time even if no newer count has arrived.
      const isOver = nowMs >= untilMs;
      const startMs = isOver ? nowMs - ((nowMs - untilMs) % periodMs[per]) : sinceMs;
      const routed = own?.countSince(Math.max(startMs, counted.beforeMs)) ?? 0;
      if ((isOver ? 0 : shipped) + routed >= limit) return true;
    }
    return false;
  }

  #setLimits(recordId: string, caps: readonly VisitorCap[] | undefined, timezone: string): void {
    if (caps === undefined || this.#counted.has(recordId)) return;
    this.#published.set(recordId, { caps, timezone });
    this.#started.delete(recordId);
  }

  // The count starts at zero, because earlier visitors are not known before the worker's first count.
  #startCount(recordId: string, nowMs: number): Counted | undefined {
    const published = this.#published.get(recordId);
    const started = this.#started.get(recordId);
    if (published === undefined || started !== undefined) return started;
    const caps = published.caps.map((cap) => ({ ...cap, counts: 'visits' as const }));
    const plan = planCount({ ...published, caps, settled: null }, readClocks(nowMs), 0);
    const counted = countShipped(caps, plan, () => ({ arrivals: 0, conversions: 0 }));
    if (counted !== undefined) this.#started.set(recordId, counted);
    return counted;
  }
}
