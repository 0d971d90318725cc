import type { FeedAttribute, VisitAttributeValues } from '@waypost/contract/visit-attributes.ts';
import type { FeedType } from '@waypost/contract/events.ts';

/** What only rows of one type have: how a visit ended, what a goal is, what a receiver answered. */
type OwnFields = {
  outcome: string | null;
  destinationUrl: string | null;
  isUnique: boolean;
  isBot: boolean;
  isPrefetch: boolean;
  reasons: readonly string[];
  idx: number | null;
  label: string | null;
  value: string | null;
  status: string | null;
  transactionId: string | null;
  isConversion: boolean;
  payout: string;
  currency: string | null;
  eventId: string | null;
  url: string | null;
  method: string | null;
  attempt: number;
  responseStatus: number | null;
  error: string | null;
  response: string;
  isSuccess: boolean;
  durationMs: number;
};

/** A recorded row as the feed reads it. Amounts are exact decimals; null is what is not known. */
export type FeedRow = Pick<VisitAttributeValues, FeedAttribute> &
  OwnFields & {
    type: FeedType;
    id: string;
    timeMs: number;
    visitId: string | null;
    visitTimeMs: number;
    campaignId: string | null;
    cost: string;
    revenue: string;
  };

/** What a list shows of a row, and what it takes to say that. A store may keep all of it by time, once more. */
export const briefColumns = [
  'type',
  'id',
  'timeMs',
  'visitId',
  'campaignId',
  'trafficSourceId',
  'landingId',
  'offerId',
  'country',
  'deviceType',
  'os',
  'browser',
  'cost',
  'revenue',
  'outcome',
  'isBot',
  'isPrefetch',
  'reasons',
  'label',
  'status',
  'transactionId',
  'isConversion',
  'attempt',
  'responseStatus',
  'error',
] as const satisfies readonly (keyof FeedRow)[];
export type BriefRow = Pick<FeedRow, (typeof briefColumns)[number]>;
