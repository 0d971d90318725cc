import type { FeedType } from '@waypost/contract/events/events.ts';
import type { EventRecordField } from '@waypost/contract/events/panel-events.ts';
import type { VisitAttribute } from '@waypost/contract/visits/visit-attributes.ts';
import type { TimedVisits } from '../domain/costs/allot-cost.ts';
import type { ClickedOffer } from '../domain/conversions/index.ts';
import type { SumUnits } from '../domain/reports/metric-sums.ts';
import type { ReportPage, ReportDefinition } from '../domain/reports/report-definition.ts';
import type { DecidedVisit } from '../domain/replay/decided-visit.ts';
import type { BatchTarget } from '../domain/traffic/batch-target.ts';
import type { FeedPosition } from '../domain/traffic/feed-cursor.ts';
import type { BriefRow, FeedRow } from '../domain/traffic/feed-row.ts';
import type { RecordedVisit } from '../domain/traffic/recorded-visit.ts';

/** Reads and writes recorded traffic. Both engines return exactly the same results. */
export type TrafficStore = {
  readonly engine: string;
  readonly targets: Readonly<Record<TrafficStream, BatchTarget>>;

  /** Returns visits by ID. Visits that are not found are left out. */
  findVisits(keys: readonly VisitKey[]): Promise<Map<string, RecordedVisit>>;
  /**
   * Returns the offers that visitors reached from the landing pages of these visits. Visits without clicks are left
   * out. Clicks by bots are ignored, because bots that follow every link on a page would change the attribution of
   * conversions.
   */
  findClicks(keys: readonly VisitKey[]): Promise<Map<string, ClickedOffer[]>>;
  /**
   * Counts arrivals and conversions. A record may be listed several times with different start times. Records for which
   * no rows are counted are left out.
   */
  countForCaps(records: readonly RecordToCount[]): Promise<CapCounts[]>;

  /** Returns all groups in the order of the definition, or one page of them with the total number of groups. */
  readReport(request: ReportRequest & { page?: ReportPage }): Promise<ReportAnswer>;
  /** Yields groups in batches, for results of any size. The query is canceled when the consumer stops. */
  streamReport(request: ReportRequest): AsyncGenerator<ReportGroup[]>;

  /** Returns a page of rows, newest first. */
  readFeed(request: FeedRequest): Promise<FeedPage>;
  /** Returns the same pages as `readFeed` with fewer fields, in a fraction of the time. */
  readBriefFeed(request: FeedRequest): Promise<FeedPage<BriefRow>>;
  /** Returns rows after a position, oldest first, up to and including `untilMs`. */
  readNewer(request: NewerRequest): Promise<FeedRow[]>;
  streamFeed(request: FeedStream): AsyncGenerator<FeedRow[]>;

  /** Counts the visits that a rotator routed, per interval. Empty intervals are left out. */
  countDecided(request: DecidedRequest, intervalMs: number): Promise<TimedVisits[]>;
  countByRoute(request: DecidedRequest): Promise<RouteVisits[]>;
  /**
   * Returns routed visits in no particular order, with all their revenue and cost. The caller must limit the time
   * range.
   */
  readDecided(request: DecidedRequest, selected: DecidedSelection): Promise<DecidedVisit[]>;

  /** Finds visits in which any token has exactly this value, and counts them by token, campaign and source. */
  findTokenValues(request: TokenSearch): Promise<TokenUse[]>;

  /** Counts matching visits in equal intervals of the time range. Empty intervals are left out. */
  countVisits(match: CostMatch, intervals: number): Promise<TimedVisits[]>;
  readonly costVisitsMax: number;
  /** After this time, a cost write whose result is unknown either has been committed or never will be. */
  readonly costWriteMsMax: number;
  /**
   * Writes one row for each visit that matches at the time of the call. The rows add up to exactly the amount. With
   * `replaces`, the rows also cancel the earlier cost of the visits, in every dimension in which that cost was
   * recorded. Stores either all rows or none, and does nothing if the batch is already stored.
   */
  distributeCost(match: CostMatch, charge: CostCharge, batch: CostBatch): Promise<void>;
  /** Writes the exact inverse of each row of a batch. Does nothing if the reversal is already stored. */
  reverseCost(match: CostMatch, distributed: CostBatch, reversal: CostBatch): Promise<void>;
  readCostRows(match: CostMatch, batch: CostBatch): Promise<CostRows>;

  /**
   * Copies the attributes of visits to rows that were stored before their visit. If the store cannot change rows, it
   * returns corrections instead, which the caller must record once. Until they are recorded, each call returns the same
   * corrections.
   */
  completeClicks(rows: RowsToComplete): Promise<Completion>;

  /**
   * Deletes everything that belongs to these visits. Deletion can continue in the background, so the caller must call
   * again to check that no rows are left.
   */
  eraseVisits(keys: readonly VisitKey[]): Promise<ErasureResult>;
  /** Sets an earlier expiry for stored rows, never a later expiry, so that repeating a call changes nothing. */
  shortenRetention(cut: ShorterRetention): Promise<void>;
  /** Deletes expired rows, unless the engine deletes them on its own. Returns the number of deleted rows. */
  deleteExpired(now: Date): Promise<number>;

  // Sums the rows of all workspaces by the UTC day of their visit, oldest day first. If a day is given, only rows that
  // expire after it are included.
  summarizeDays(expiringAfter?: string): Promise<DaySums[]>;

  check(): Promise<void>;
  version(): Promise<string>;
  /** Returns the disk usage. Replicas are not counted. */
  sizeBytes(): Promise<number>;
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
/**
 * Counts for a record. `arrivals` is the number of human visitors who were sent to the record. Reversed conversions are
 * subtracted.
 */
export type CapCounts = { recordId: string; sinceMs: number; arrivals: number; conversions: number };

export type ReportRequest = {
  workspaceId: string;
  definition: ReportDefinition;
  signal?: AbortSignal | undefined;
};
/**
 * A group of a report: its dimension keys in the order of the definition (null if unknown), and its exact sums by name.
 */
export type ReportGroup = { keys: readonly (string | null)[]; sums: SumUnits };
export type ReportAnswer = { groups: ReportGroup[]; totalRows: number };

export type FeedSelection = {
  workspaceId: string;
  types: readonly FeedType[];
  campaignId?: string | undefined;
  records?: Partial<Record<EventRecordField, string>>;
  idx?: number | undefined;
  id?: string | undefined;
  visitId?: string | undefined;
  transactionId?: string | undefined;
  externalId?: string | undefined;
};
/** Time range with both ends inclusive. */
export type FeedSpan = { fromMs: number; toMs: number };
export type FeedRequest = {
  selection: FeedSelection;
  span: FeedSpan;
  before?: FeedPosition | undefined;
  limit: number;
  nowMs: number;
  /** If the search takes longer than this, an incomplete page is returned, with a position to continue from. */
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

/** Selects visits that a rotator routed, or would have routed if no cap had been reached. `untilMs` is exclusive. */
export type DecidedRequest = {
  workspaceId: string;
  rotatorId: string;
  fromMs: number;
  untilMs: number;
  withBots: boolean;
  signal?: AbortSignal | undefined;
};
/** Number of visits per rule and path. `ruleId` is null if no rule matched. */
export type RouteVisits = { ruleId: string | null; pathId: string; visits: number };
/**
 * Selects the attributes to read and a sample of visits. The sample contains the visits whose 32-bit ID hash is below
 * `hashBound`. Both stores select the same visits.
 */
export type DecidedSelection = { attributes: readonly VisitAttribute[]; hashBound: number };

/** Searches the visits of a time range for a token value. `untilMs` is exclusive. */
export type TokenSearch = {
  workspaceId: string;
  value: string;
  fromMs: number;
  untilMs: number;
  signal?: AbortSignal | undefined;
};
/** `token` is the number of the token, starting at 1. */
export type TokenUse = {
  token: number;
  campaignId: string;
  trafficSourceId: string;
  visits: number;
  lastMs: number;
};

/** Selects a campaign's visits in a time range that have all of the given token values. `untilMs` is exclusive. */
export type CostMatch = {
  workspaceId: string;
  campaignId: string;
  fromMs: number;
  untilMs: number;
  tokens: Readonly<Record<string, string>>;
};
/** A batch of rows for a cost entry. The rows either charge visits or reverse the charge. */
export type CostBatch = {
  batch: string;
  entryId: string;
  kind: 'cost-entry' | 'cost-withdrawn';
  timeMs: number;
};
/**
 * Cost to distribute. If `replaces` is true, the amount replaces the earlier cost of the selected visits instead of
 * being added to it.
 */
export type CostCharge = { amount: string; replaces: boolean };
export type CostRows = { visits: number; cost: string };

export type RowsToComplete = { sinceMs: number; rowsMax: number };
export type Completion = { completed: number; corrections: readonly RowCorrection[] };
/** Rows for the outbox that correct a stored row. They must become visible together. */
export type RowCorrection = { rowId: string; workspaceId: string; timeMs: number; row: string };

export type DaySums = {
  day: string;
  rows: number;
  visits: number;
  lpClicks: number;
  conversions: number;
  cost: string;
  revenue: string;
};

export type ErasureResult = {
  /** IDs of the visits that still had rows. */
  found: ReadonlySet<string>;
  /** Failure of the previous deletion, if any. */
  problem: string | undefined;
};

export type ShorterRetention = {
  workspaceId: string;
  kind: 'visits' | 'events' | 'postbacks';
  keptDays: number;
  changedMs: number;
};
