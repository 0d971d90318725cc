import type { ConversionStatus } from '@waypost/contract/conversion-status.ts';
import type { ClickIds } from '../../domain/click-id/index.ts';
import type { IncomingEvent, Verdict } from '../../domain/goals/index.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';
import type { ServiceContext } from '../context.ts';

export type AttributionContext = ServiceContext & { traffic: TrafficStore; clickIds: ClickIds };

export type EventToApply = {
  workspaceId: string;
  /** Campaign of the incoming postback URL. If not set, the click ID determines the campaign. */
  campaignId?: string;
  incoming: IncomingEvent;
  receivedMs: number;
  /** Origin of the event. The IP address and token are checked only for events from affiliate networks. */
  source: 'network' | 'upload' | 'page';
  address?: string;
  /**
   * ID of the request in the inbox. Among events with the same time, the event with the smaller ID is applied first.
   */
  inboxId?: string;
  /**
   * True if the full IP address was on the allowlist. The address has been shortened since and is not checked again.
   */
  isSourceAllowed?: boolean;
};

export type AppliedChange = {
  conversionId: string;
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
  noPostback: string | null;
};

export type AppliedEvent = {
  /** Result for the event. It is `waiting` if the visit was not found, and the caller decides whether to retry. */
  verdict: Verdict;
  reason: string | null;
  ruleId: string | null;
  conversionIds: string[];
  changes: AppliedChange[];
  isSourceAllowed: boolean | null;
};

export function refuseEvent(verdict: Verdict, reason: string | null = null): AppliedEvent {
  return { verdict, reason, ruleId: null, conversionIds: [], changes: [], isSourceAllowed: null };
}
