import {
  clickOutcomes,
  eventOutcomes,
  visitOutcomes,
  type ClickOutcome,
  type EventOutcome,
  type VisitOutcome,
} from './outcomes.ts';
import type { RowResult } from './row-sink.ts';

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}

/** What happened here, in plain numbers; metrics read them when they are asked for. */
export class EdgeCounters {
  readonly visits: Record<VisitOutcome, number> = zeros(visitOutcomes);
  readonly clicks: Record<ClickOutcome, number> = zeros(clickOutcomes);
  readonly events: Record<EventOutcome, number> = zeros(eventOutcomes);
  /** Of rows: `late` were answered before they were on disk. */
  readonly fates: Record<RowResult, number> = zeros(['kept', 'late', 'lost']);
  bots = 0;
  prefetches = 0;
  neutralPages = 0;
  forgedCookies = 0;
  forgedClickIds = 0;
  /** Of visits whose source sent a cost that was not taken. */
  refusedCosts = 0;
  failures = 0;

  /** How many visits, clicks, events and other pages were answered. */
  answered(): number {
    const counts = [this.visits, this.clicks, this.events].flatMap((group) => Object.values<number>(group));
    return counts.reduce((sum, count) => sum + count, this.neutralPages + this.failures);
  }
}
