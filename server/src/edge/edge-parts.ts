import type { Hash32 } from '../domain/routing/index.ts';
import type { ClickIds } from '../domain/click-id/index.ts';
import type { CampaignDocument } from '../domain/publishing/campaign-document.ts';
import type { Classifier } from './classify/index.ts';
import type { RecentIds } from './clicks/recent-ids.ts';
import type { EdgeCounters } from './counters.ts';
import type { HostPolicy } from './host-policy.ts';
import type { Arrival } from './read-arrival.ts';
import type { ReadOrigin } from './request/read-origin.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import type { SourceValuesCookies } from './visitor/source-values-cookie.ts';
import type { VisitorMemory } from './visitor/visitor-memory.ts';

/** What became of a row: on disk; answered before it was; or given up, and counted. */
export type RowFate = 'kept' | 'late' | 'lost';

/** Keeps rows. `done` is called once, when the visitor may be answered. */
export type RowSink = { append(row: string, timeMs: number, done: (fate: RowFate) => void): void };

/** Keeps rows that somebody sends again where they could not be kept: none is answered before it is on disk. */
export type FirmRowSink = {
  appendOrFail(row: string, timeMs: number, done: (fate: 'kept' | 'lost') => void): void;
};

/** Everything that serving a visitor needs, put together once. */
export type EdgeParts = {
  snapshot: Snapshot;
  hosts: HostPolicy;
  classifier: Classifier;
  clickIds: ClickIds;
  /** Of the draws; the same on every edge. */
  drawHash: Hash32;
  readOrigin: ReadOrigin;
  /** What is known of a visitor, in the way that the workspace wants it. */
  recall: (arrival: Arrival, way: CampaignDocument['visitors']) => VisitorMemory;
  sourceValues: SourceValuesCookies;
  visits: RowSink;
  clicks: RowSink;
  /** Incoming events, as they came. */
  inbox: FirmRowSink;
  /** Prefetches that became visits of people here: two clicks at one moment make one of them. */
  promoted: RecentIds;
  counters: EdgeCounters;
  newId: (timeMs: number) => string;
  now: () => number;
};
