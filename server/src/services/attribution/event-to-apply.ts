import type { ConversionStatus } from '@waypost/contract/conversion-status.ts';
import type { ClickIds } from '../../domain/click-id/index.ts';
import type { IncomingEvent, Verdict } from '../../domain/goals/index.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';
import type { ServiceContext } from '../context.ts';

/** Where visits are found, and what reads their ids. */
export type AttributionContext = ServiceContext & { traffic: TrafficStore; clickIds: ClickIds };

export type EventToApply = {
  workspaceId: string;
  /** Whose address the event came to; where there is none, the click id says. */
  campaignId?: string;
  incoming: IncomingEvent;
  receivedMs: number;
  /** Only what a network reports itself is asked for its address and token; a page speaks for nobody. */
  source: 'network' | 'upload' | 'page';
  address?: string;
  /** Of two events of one moment the one with the smaller id is applied first. */
  inboxId?: string;
  /** Whether the address passed the network's list before it was shortened; then it is not asked again. */
  isSourceAllowed?: boolean;
};

/** A conversion that an event made or changed, as it was afterwards. */
export type AppliedChange = {
  conversionId: string;
  /** Of the row that the feed shows. */
  eventId: string;
  isNew: boolean;
  idx: number;
  label: string;
  transactionId: string;
  status: ConversionStatus;
  payout: string;
  currency: string;
  revenue: string;
  postbackId: string | null;
  /** Why the source was not told, in a sentence; null where there is a postback. */
  noPostback: string | null;
};

export type AppliedEvent = {
  /** `waiting` where the visit was not found: whether to come back is the caller's to decide. */
  verdict: Verdict;
  /** What the verdict alone does not say; null where it says everything. */
  reason: string | null;
  /** Of the goal rule that decided; null where none did, and where the campaign has none. */
  ruleId: string | null;
  conversionIds: string[];
  changes: AppliedChange[];
  /** Null where nobody asked for it. */
  isSourceAllowed: boolean | null;
};

export function refuseEvent(verdict: Verdict, reason: string | null = null): AppliedEvent {
  return { verdict, reason, ruleId: null, conversionIds: [], changes: [], isSourceAllowed: null };
}
