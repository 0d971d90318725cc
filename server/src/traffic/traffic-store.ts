import type { FeedType } from '@waypost/contract/events.ts';
import type { VisitAttribute } from '@waypost/contract/visit-attributes.ts';
import type { TimedVisits } from '../domain/costs/allot-cost.ts';
import type { ClickedOffer } from '../domain/goals/index.ts';
import type { SumUnits } from '../domain/reports/metric-sums.ts';
import type { ReportPage, ReportDefinition } from '../domain/reports/report-definition.ts';
import type { DecidedVisit } from '../domain/replay/decided-visit.ts';
import type { BatchTarget } from '../domain/traffic/batch-target.ts';
import type { FeedPosition } from '../domain/traffic/feed-cursor.ts';
import type { BriefRow, FeedRow } from '../domain/traffic/feed-row.ts';
import type { RecordedVisit } from '../domain/traffic/recorded-visit.ts';

/** Everything that is asked of recorded traffic. Whatever keeps it answers the same, to the last digit. */
export type TrafficStore = {
  /** As people know it: `ClickHouse` or `PostgreSQL`. */
  readonly engine: string;
  /** Where rows go: visits and landing clicks of edges, and what the worker makes of events. */
  readonly targets: Readonly<Record<TrafficStream, BatchTarget>>;

  /** Those that are not there are left out. */
  findVisits(keys: readonly VisitKey[]): Promise<Map<string, RecordedVisit>>;
  /** The offers that landings of these visits led people to; visits without any are left out. */
  findClicks(keys: readonly VisitKey[]): Promise<Map<string, ClickedOffer[]>>;
  /** Each record may be asked for since several moments. What has nothing to count is left out. */
  countForCaps(records: readonly RecordToCount[]): Promise<CapCounts[]>;

  /** All groups in the order of the question, or a page of them with the number of all. */
  readReport(request: ReportRequest & { page?: ReportPage }): Promise<ReportAnswer>;
  /** The same for answers of any length, some groups at a time. It ends when whoever takes them stops. */
  streamReport(request: ReportRequest): AsyncGenerator<ReportGroup[]>;

  /** Newest first. */
  readFeed(request: FeedRequest): Promise<FeedPage>;
  /** The same pages with little of each row, in a fraction of the time. */
  readBriefFeed(request: FeedRequest): Promise<FeedPage<BriefRow>>;
  /** Oldest first: what comes after a place, up to a moment, which is included. So many at the most. */
  readNewer(request: NewerRequest): Promise<FeedRow[]>;
  /** All of it, some rows at a time. It ends when whoever takes them stops. */
  streamFeed(request: FeedStream): AsyncGenerator<FeedRow[]>;

  /** How many visits rules of a rotator decided about, in each stretch of so many milliseconds that has any. */
  countDecided(request: DecidedRequest, stretchMs: number): Promise<TimedVisits[]>;
  /** How many of them each rule sent where. */
  countByRoute(request: DecidedRequest): Promise<RouteVisits[]>;
  /** Those visits, in no order, with all that they brought and cost. The caller keeps the time short. */
  readDecided(request: DecidedRequest, selected: DecidedSelection): Promise<DecidedVisit[]>;

  /** How many visits match, in each of so many equal stretches of the time; those without any are left out. */
  countVisits(match: CostMatch, stretches: number): Promise<TimedVisits[]>;
  /** How many visits are charged by one write at the most. */
  readonly costVisitsMax: number;
  /** After this long, a write of costs whose end nobody knows has happened or never will. */
  readonly costWriteMsMax: number;
  /**
   * One row for each matching visit, which together bear the amount to the last digit, however many there are by now.
   * Where it replaces what the visits cost, the rows take that out as well, of every dimension that it is in. All of
   * them are stored or none; a batch that is there already stays as it is.
   */
  spreadCost(match: CostMatch, charge: CostCharge, batch: CostBatch): Promise<void>;
  /** What takes back each row of a batch, to the last digit. */
  withdrawCost(match: CostMatch, spread: CostBatch, withdrawn: CostBatch): Promise<void>;
  readCostRows(match: CostMatch, batch: CostBatch): Promise<CostRows>;

  /**
   * Gives rows that were stored before the visits they belong to what these say, once the visits are there. Those that it
   * does not change itself come with what sets them right, which has to be recorded once; until then they come again.
   */
  completeClicks(rows: RowsToComplete): Promise<Completion>;

  /** Has everything deleted that there is of these visits. It may take a while: whoever wants to be sure asks again. */
  eraseVisits(keys: readonly VisitKey[]): Promise<Erasing>;
  /** Has rows that are there already expire earlier. None is put off, so that doing it twice changes nothing. */
  shortenRetention(cut: ShorterRetention): Promise<void>;
  /** Deletes what has expired, as far as that does not happen by itself. Answers how many rows went. */
  deleteExpired(now: Date): Promise<number>;

  check(): Promise<void>;
  version(): Promise<string>;
  /** What all of it takes on the disk of the engine; of a cluster, of the server that answers. */
  sizeBytes(): Promise<number>;
  /** Writes a row and reads it back: shows that rows are taken, not only that somebody answers. */
  probeWrite(now: Date): Promise<void>;
  close(): Promise<void>;
};

type TrafficStream = 'visits' | 'clicks' | 'outbox';

export type VisitKey = { workspaceId: string; campaignId: string; visitId: string };

export type RecordToCount = {
  workspaceId: string;
  kind: 'offer' | 'path';
  recordId: string;
  sinceMs: number;
};
/** Visitors who were sent there, without bots, and conversions, less those that were taken back. */
export type CapCounts = { recordId: string; sinceMs: number; arrivals: number; conversions: number };

export type ReportRequest = {
  workspaceId: string;
  question: ReportDefinition;
  /** Ends it when nobody waits any more. */
  signal?: AbortSignal | undefined;
};
/** The keys of the dimensions in their order, null where it is not known, and exact sums by their names. */
export type ReportGroup = { keys: readonly (string | null)[]; sums: SumUnits };
export type ReportAnswer = { groups: ReportGroup[]; totalRows: number };

/** Which rows of a workspace are asked for. */
export type FeedSelection = {
  workspaceId: string;
  types: readonly FeedType[];
  campaignId?: string | undefined;
  idx?: number | undefined;
  /** Only the row with this id, which begins with its moment. */
  id?: string | undefined;
  /** Only what there is of this visit. */
  visitId?: string | undefined;
  transactionId?: string | undefined;
  /** The click id of the traffic source. */
  externalId?: string | undefined;
};
/** Both ends are included. */
export type FeedSpan = { fromMs: number; toMs: number };
export type FeedRequest = {
  selection: FeedSelection;
  span: FeedSpan;
  /** Where the page before ended. */
  before?: FeedPosition | undefined;
  limit: number;
  nowMs: number;
  /** What a page may take to be found before it is handed out half full, with a place for the rest. */
  searchMsMax: number;
  signal?: AbortSignal | undefined;
};
export type NewerRequest = {
  selection: FeedSelection;
  after: FeedPosition;
  untilMs: number;
  limit: number;
  signal?: AbortSignal | undefined;
};
export type FeedPage<Row = FeedRow> = { rows: Row[]; next: FeedPosition | undefined };
export type FeedStream = { selection: FeedSelection; span: FeedSpan; nowMs: number; signal: AbortSignal };

/** Visits that somebody was sent on by a rotator, or would have been; `untilMs` is the first moment after the time. */
export type DecidedRequest = {
  workspaceId: string;
  rotatorId: string;
  fromMs: number;
  untilMs: number;
  withBots: boolean;
  signal?: AbortSignal | undefined;
};
/** The rule is null where none held. */
export type RouteVisits = { ruleId: string | null; pathId: string; visits: number };
/**
 * What is read of each, and of how many: those whose id has a hash below the bound, out of 2 ** 32. Both stores take the
 * same ones.
 */
export type DecidedSelection = { attributes: readonly VisitAttribute[]; hashBound: number };

/** Visits of one campaign in a stretch of time, with these values of tokens; `untilMs` is the first moment after it. */
export type CostMatch = {
  workspaceId: string;
  campaignId: string;
  fromMs: number;
  untilMs: number;
  tokens: Readonly<Record<string, string>>;
};
/** Some rows of a cost entry: those that charge visits, or those that take it back. */
export type CostBatch = {
  batch: string;
  entryId: string;
  kind: 'cost-entry' | 'cost-withdrawn';
  /** Of every one of its rows. */
  timeMs: number;
};
/** An amount, and whether it takes the place of all that its visits cost so far. */
export type CostCharge = { amount: string; replaces: boolean };
export type CostRows = { visits: number; cost: string };

/** Rows since a time of their own, so many at the most. */
export type RowsToComplete = { sinceMs: number; rowsMax: number };
export type Completion = { completed: number; corrections: readonly RowCorrection[] };
/** What sets a row right: rows for the outbox that must not be seen one without the other. */
export type RowCorrection = { rowId: string; workspaceId: string; timeMs: number; row: string };

export type Erasing = {
  /** Visits of which there was something. */
  found: ReadonlySet<string>;
  /** Why what was ordered last could not be deleted. */
  problem: string | undefined;
};

export type ShorterRetention = {
  workspaceId: string;
  kind: 'visits' | 'events' | 'postbacks';
  keptDays: number;
  /** When the setting was made. */
  madeMs: number;
};
