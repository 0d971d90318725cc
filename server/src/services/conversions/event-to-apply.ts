import type { ConversionStatus } from '@waypost/contract/values/conversion-status.ts';
import type { ClickIds } from '../../domain/click-id/index.ts';
import type { IncomingEvent, Verdict } from '../../domain/conversions/index.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';
import type { ServiceContext } from '../context.ts';
import type { EventSource } from '../event-settings.ts';

export type AttributionContext = ServiceContext & { traffic: TrafficStore; clickIds: ClickIds };

export type EventToApply = {
  workspaceId: string;
  /** Campaign of the incoming postback URL. If not set, the click ID determines the campaign. */
  campaignId?: string;
  incoming: IncomingEvent;
  receivedMs: number;
  // Number of earlier attempts to apply the event.
  attempts?: number;
  source: EventSource;
  address?: string;
  /**
   * ID of the request in the inbox. Among events with the same time, the event with the smaller ID is applied first.
   */
  inboxId?: string;
  /**
   * True if the full IP address was on the allowlist. The address has since been shortened and is not checked again.
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
  postbackIds: string[];
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
