import type { ClickIds } from '../domain/click-id/index.ts';
import type { CampaignDocument } from '../domain/publishing/campaign-document.ts';
import type { Hash32 } from '../domain/routing/index.ts';
import type { Classifier } from './classify/index.ts';
import type { EdgeCounters } from './counters.ts';
import type { HostPolicy } from './host-policy.ts';
import type { PageLimits } from './page-limits.ts';
import type { VisitRequest } from './read-visit-request.ts';
import type { RecentIds } from './recent-ids.ts';
import type { ReadOrigin } from './request/read-origin.ts';
import type { DurableRowSink, RowSink } from './row-sink.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import type { SourceValuesCookies } from './visitor/source-values-cookie.ts';
import type { VisitorMemory } from './visitor/visitor-memory.ts';

/** Everything that serving a visitor needs, put together once. */
export type EdgeContext = {
  snapshot: Snapshot;
  hosts: HostPolicy;
  classifier: Classifier;
  clickIds: ClickIds;
  /** Of the draws; the same on every edge. */
  drawHash: Hash32;
  readOrigin: ReadOrigin;
  /** What is known of a visitor, in the way that the workspace wants it. */
  recall: (arrival: VisitRequest, way: CampaignDocument['visitors']) => VisitorMemory;
  sourceValues: SourceValuesCookies;
  visits: RowSink;
  clicks: RowSink;
  /** Incoming events, as they came. */
  inbox: DurableRowSink;
  /** Prefetches that became visits of people here: two clicks at one moment make one of them. */
  promoted: RecentIds;
  /** How much pages may add to visits: whoever opens one can send what it sends. */
  pageLimits: PageLimits;
  counters: EdgeCounters;
  newId: (timeMs: number) => string;
  now: () => number;
};
