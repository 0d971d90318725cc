import { countShipped, planCount, readClocks, type CapCount } from '../../domain/caps/count-caps.ts';
import type { CampaignDocument, VisitorCap } from '../../domain/publishing/campaign-document.ts';
import { LocalCapCounts } from './local-cap-counts.ts';

type Counted = Pick<CapCount, 'beforeMs' | 'caps'>;
type PublishedCaps = { caps: readonly VisitorCap[]; timezone: string };

const periodMs = { hour: 3_600_000, day: 86_400_000, total: Number.POSITIVE_INFINITY };

/**
 * Counts visitors of capped offers and paths: those in the traffic store, which the worker counts, and those that this
 * edge has sent on since. What other edges sent on meanwhile is not in it until the next count.
 */
export class CapCounter {
  readonly #counted = new Map<string, Counted>();
  /** Caps that the worker has not counted yet. */
  readonly #published = new Map<string, PublishedCaps>();
  readonly #begun = new Map<string, Counted>();
  readonly #own = new Map<string, LocalCapCounts>();

  /** Takes over what the worker counted. */
  setCounts(counts: readonly CapCount[]): void {
    for (const { recordId, beforeMs, caps } of counts) {
      this.#counted.set(recordId, { beforeMs, caps });
      this.#published.delete(recordId);
      this.#begun.delete(recordId);
      this.#own.get(recordId)?.forgetBefore(beforeMs);
    }
  }

  /** Limits from a published campaign hold until the worker's first count of the record. */
  learnLimits({ timezone, offers, paths }: CampaignDocument): void {
    for (const { id, cap } of offers) this.#learn(id, cap?.clickCaps, timezone);
    for (const { id, visitCaps } of paths) this.#learn(id, visitCaps, timezone);
  }

  /** A visitor was sent to the record. */
  note(recordId: string, timeMs: number): void {
    let own = this.#own.get(recordId);
    if (own === undefined) this.#own.set(recordId, (own = new LocalCapCounts()));
    own.add(timeMs);
  }

  isReached(recordId: string, nowMs: number): boolean {
    const counted = this.#counted.get(recordId) ?? this.#beginCount(recordId, nowMs);
    if (counted === undefined) return false;
    const own = this.#own.get(recordId);
    for (const { limit, per, sinceMs, untilMs, counted: shipped } of counted.caps) {
      // Hours and days end by themselves, whether or not anyone has counted since.
      const isOver = nowMs >= untilMs;
      const startMs = isOver ? nowMs - ((nowMs - untilMs) % periodMs[per]) : sinceMs;
      const arrivals = own?.countSince(Math.max(startMs, counted.beforeMs)) ?? 0;
      if ((isOver ? 0 : shipped) + arrivals >= limit) return true;
    }
    return false;
  }

  #learn(recordId: string, caps: readonly VisitorCap[] | undefined, timezone: string): void {
    if (caps === undefined || this.#counted.has(recordId)) return;
    this.#published.set(recordId, { caps, timezone });
    this.#begun.delete(recordId);
  }

  /** Begins at zero: how many came before is not known yet. */
  #beginCount(recordId: string, nowMs: number): Counted | undefined {
    const published = this.#published.get(recordId);
    const begun = this.#begun.get(recordId);
    if (published === undefined || begun !== undefined) return begun;
    const caps = published.caps.map((cap) => ({ ...cap, counts: 'visits' as const }));
    const plan = planCount({ ...published, caps, settled: null }, readClocks(nowMs), 0);
    const counted = countShipped(caps, plan, () => ({ arrivals: 0, conversions: 0 }));
    if (counted !== undefined) this.#begun.set(recordId, counted);
    return counted;
  }
}
