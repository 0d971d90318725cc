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

export type EdgeContext = {
  snapshot: Snapshot;
  hosts: HostPolicy;
  classifier: Classifier;
  clickIds: ClickIds;
  /** Hash with the same key on every edge, so that any edge can repeat a draw. */
  drawHash: Hash32;
  readOrigin: ReadOrigin;
  recall: (request: VisitRequest, method: CampaignDocument['visitors']) => VisitorMemory;
  sourceValues: SourceValuesCookies;
  visits: RowSink;
  clicks: RowSink;
  inbox: DurableRowSink;
  /**
   * Prefetches that were already counted as visits, so that two simultaneous clicks cannot count the same prefetch
   * twice.
   */
  promoted: RecentIds;
  /**
   * Limits for the tags and events that pages send. They are needed because any visitor can send the same requests as a
   * page.
   */
  pageLimits: PageLimits;
  counters: EdgeCounters;
  newId: (timeMs: number) => string;
  now: () => number;
};
