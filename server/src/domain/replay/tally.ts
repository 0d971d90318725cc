import type { DryRunResult } from '@waypost/contract/rotators/dry-runs.ts';
import type { Route } from '../routing/index.ts';
import type { DecidedVisit } from './decided-visit.ts';
import { add, errorOfShare, estimateMean, toPercent, type Sums } from './estimates.ts';

const movesMax = 100;
const examplesMax = 3;
const groupsMax = 20;

type Example = Pick<DecidedVisit, 'visitId' | 'campaignId' | 'timeMs'>;
type Decision = DryRunResult['moves'][number]['from'];
type Move = { from: Decision; to: Decision; visits: number; examples: Example[] };
type PathTally = { recorded: number; draft: number; revenue: Sums; profit: Sums };
type Group = { visits: number; changed: number };

export type Tallied = Omit<DryRunResult, 'from' | 'to' | 'labels' | 'moves'> & {
  moves: (Omit<DryRunResult['moves'][number], 'examples'> & { examples: Example[] })[];
};

export const groupedBy = {
  country: 'country',
  deviceType: 'deviceType',
  trafficSource: 'trafficSourceId',
} as const;
type Grouped = keyof typeof groupedBy;
const groupNames = Object.keys(groupedBy) as Grouped[];

/**
 * Aggregates dry-run results. Memory use grows with the number of rules, paths and locations, not with the number of
 * visits.
 */
export class Tally {
  looked = 0;
  #judged = 0;
  #capped = 0;
  #changed = 0;
  #otherRule = 0;
  #otherLanding = 0;
  #otherOffer = 0;
  #bySaved = 0;
  #fromSaved = 0;
  readonly #unrecorded = new Map<string, number>();
  readonly #moves = new Map<string, Move>();
  readonly #paths = new Map<string, PathTally>();
  readonly #groups: Record<Grouped, Map<string | null, Group>> = {
    country: new Map(),
    deviceType: new Map(),
    trafficSource: new Map(),
  };

  addCapped(): void {
    this.looked += 1;
    this.#capped += 1;
  }

  addUnrecorded(field: string): void {
    this.looked += 1;
    this.#unrecorded.set(field, (this.#unrecorded.get(field) ?? 0) + 1);
  }

  /** Adds a visit. `saved` is undefined if the saved rules are not compared or their route is unknown. */
  add(visit: DecidedVisit, draft: Route, saved: Route | undefined): void {
    this.looked += 1;
    this.#judged += 1;
    const isChanged = draft.path.id !== visit.pathId;
    if (isChanged) this.#addMove(visit, draft);
    else {
      if (draft.ruleId !== visit.ruleId) this.#otherRule += 1;
      if ((draft.landing?.id ?? null) !== visit.landingId) this.#otherLanding += 1;
      if ((draft.offer?.id ?? null) !== visit.offerId) this.#otherOffer += 1;
    }
    if (saved !== undefined && saved.path.id !== visit.pathId) this.#bySaved += 1;
    if (saved !== undefined && saved.path.id !== draft.path.id) this.#fromSaved += 1;
    for (const name of groupNames) this.#addToGroup(name, visit, isChanged);
    this.#pathOf(draft.path.id).draft += 1;
    const taken = this.#pathOf(visit.pathId);
    taken.recorded += 1;
    add(taken.revenue, visit.revenue);
    add(taken.profit, visit.revenue - visit.cost);
  }

  #addMove(visit: DecidedVisit, { ruleId, path }: Route): void {
    this.#changed += 1;
    const key = `${visit.ruleId} ${visit.pathId} ${ruleId} ${path.id}`;
    let move = this.#moves.get(key);
    if (move === undefined) {
      const from = { ruleId: visit.ruleId, pathId: visit.pathId };
      move = { from, to: { ruleId, pathId: path.id }, visits: 0, examples: [] };
      this.#moves.set(key, move);
    }
    move.visits += 1;
    // Keeps the newest examples, regardless of the order of the visits.
    const last = move.examples.at(-1);
    if (move.examples.length === examplesMax && last !== undefined && last.visitId > visit.visitId) return;
    const { visitId, campaignId, timeMs } = visit;
    move.examples = [...move.examples, { visitId, campaignId, timeMs }]
      .toSorted((one, other) => (one.visitId < other.visitId ? 1 : -1))
      .slice(0, examplesMax);
  }

  #addToGroup(name: Grouped, { values }: DecidedVisit, isChanged: boolean): void {
    const value = values[groupedBy[name]] ?? null;
    const groups = this.#groups[name];
    const group = groups.get(value) ?? { visits: 0, changed: 0 };
    groups.set(value, group);
    group.visits += 1;
    if (isChanged) group.changed += 1;
  }

  #pathOf(id: string): PathTally {
    let path = this.#paths.get(id);
    if (path === undefined) {
      path = { recorded: 0, draft: 0, revenue: { sum: 0, squares: 0 }, profit: { sum: 0, squares: 0 } };
      this.#paths.set(id, path);
    }
    return path;
  }

  result(recorded: number, hasSaved: boolean): Tallied {
    const all = Math.max(recorded, this.looked);
    const shareOf = (visits: number) => ({
      visits,
      share: toPercent(visits, this.#judged),
      error: this.looked >= all ? 0 : errorOfShare(visits, this.#judged, all),
    });
    const moves = [...this.#moves]
      .toSorted(([a, one], [b, other]) => other.visits - one.visits || inOrder(a, b))
      .map(([, move]) => move);
    return {
      recorded: all,
      looked: this.looked,
      judged: this.#judged,
      capped: this.#capped,
      unrecorded: [...this.#unrecorded]
        .map(([field, visits]) => ({ field, visits }))
        .toSorted((one, other) => other.visits - one.visits || inOrder(one.field, other.field)),
      changed: shareOf(this.#changed),
      otherRule: this.#otherRule,
      otherLanding: this.#otherLanding,
      otherOffer: this.#otherOffer,
      bySaved: hasSaved ? shareOf(this.#bySaved) : null,
      fromSaved: hasSaved ? shareOf(this.#fromSaved) : null,
      moves: moves
        .slice(0, movesMax)
        .map((move) => ({ ...move, share: toPercent(move.visits, this.#judged) })),
      movesLeftOut: moves.slice(movesMax).reduce((sum, { visits }) => sum + visits, 0),
      groups: {
        country: largest(this.#groups.country),
        deviceType: largest(this.#groups.deviceType),
        trafficSource: largest(this.#groups.trafficSource),
      },
      paths: [...this.#paths]
        .toSorted(([a, one], [b, other]) => other.recorded - one.recorded || inOrder(a, b))
        .map(([pathId, { recorded: taken, draft, revenue, profit }]) => ({
          pathId,
          recorded: taken,
          draft,
          revenuePerVisit: estimateMean(revenue, taken),
          profitPerVisit: estimateMean(profit, taken),
        })),
    };
  }
}

const last = '\u{ffff}';

// Compares two strings to break ties, so that the result does not depend on the order of the visits.
function inOrder(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

// Returns the groups with the most changes, sorted by changes and then by visits.
function largest(groups: ReadonlyMap<string | null, Group>): DryRunResult['groups'][Grouped] {
  return [...groups]
    .map(([value, group]) => ({ value, ...group }))
    .toSorted(
      (one, other) =>
        other.changed - one.changed ||
        other.visits - one.visits ||
        inOrder(one.value ?? last, other.value ?? last),
    )
    .slice(0, groupsMax);
}
