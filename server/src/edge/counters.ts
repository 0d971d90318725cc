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

export class EdgeCounters {
  readonly visits: Record<VisitOutcome, number> = zeros(visitOutcomes);
  readonly clicks: Record<ClickOutcome, number> = zeros(clickOutcomes);
  readonly events: Record<EventOutcome, number> = zeros(eventOutcomes);
  /** `late` means that the request was answered before the row was on disk. */
  readonly rowResults: Record<RowResult, number> = zeros(['kept', 'late', 'lost']);
  bots = 0;
  prefetches = 0;
  neutralPages = 0;
  forgedCookies = 0;
  forgedClickIds = 0;
  refusedCosts = 0;
  failures = 0;

  answered(): number {
    const counts = [this.visits, this.clicks, this.events].flatMap((group) => Object.values<number>(group));
    return counts.reduce((sum, count) => sum + count, this.neutralPages + this.failures);
  }
}
