import type { FeedAttribute, VisitAttributeValues } from '@waypost/contract/visits/visit-attributes.ts';
import type { FeedType } from '@waypost/contract/events/events.ts';

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

/** Row as the feed reads it. Amounts are exact decimals, and null means unknown. */
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

/** Columns that event lists show. A store may keep a copy of these columns sorted by time. */
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
