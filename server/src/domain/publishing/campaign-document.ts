import type { Cap } from '@waypost/contract/campaigns/caps.ts';
import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import type { AddressPrivacy, VisitorRecognition } from '@waypost/contract/accounts/settings.ts';
import type { CostMode, TrackingMethod } from '@waypost/contract/campaigns/campaigns.ts';

/**
 * Data that an edge needs to serve one campaign without additional lookups. Includes only enabled and active records,
 * in the order in which they are checked. Amounts are decimal text.
 */
export type CampaignDocument = {
  format: 1;
  workspaceId: string;
  timezone: string;
  currency: string;
  addressPrivacy: AddressPrivacy;
  visitors: VisitorRecognition;
  /**
   * Limit for costs from traffic sources, in the workspace's currency. Missing in documents published
   * before the limit existed.
   */
  maxCostPerVisit?: string;
  retention: { visitDays: number; eventDays: number; postbackDays: number };
  campaign: {
    id: string;
    number: number;
    version?: number;
    name: string;
    status: 'active' | 'paused';
    country: string | null;
    cost: { mode: CostMode; amount: string };
    method: TrackingMethod;
    includePrefetch: boolean;
    passParameters: boolean;
    /** Fallback URL of the campaign or, without one, of the workspace. Used if there is no other destination. */
    fallbackUrl: string | null;
    /** Destination of blocked visitors, or null for status 404. Missing in older documents. */
    blockUrl?: string | null;
    host: string | null;
  };
  source: {
    id: string;
    name: string;
    clickIdParam: string | null;
    costParam: string | null;
    /** Exchange rate from the source's cost currency to the workspace's currency, or null if no rate is set. */
    costRate?: string | null;
    tokens: { index: number; param: string }[];
  };
  rotator: {
    id: string;
    name: string;
    version: number;
    /** Sticky settings of the path, landing page and offer. Older documents contain only the setting of the path. */
    sticky: boolean;
    stickyLanding?: boolean;
    stickyOffer?: boolean;
    stickyDays?: number;
    defaultPathId: string;
  };
  rules: { id: string; conditions: ConditionTree | null; paths: Weighted<{ pathId: string }> }[];
  paths: {
    id: string;
    name: string;
    /** True if the path can reach a cap. Missing in older documents. */
    hasCaps?: boolean;
    visitCaps?: VisitorCap[];
    /** True if the path turns its visitors away. Missing otherwise. */
    blocks?: boolean;
    landings: Weighted<{ landingId: string }>;
    /**
     * Offers of the path, including offers with weight 0, which are never drawn. Landing-page links refer to positions
     * in this list.
     */
    offers: Weighted<{ offerId: string }>;
  }[];
  landings: { id: string; name: string; url: string }[];
  offers: {
    id: string;
    name: string;
    url: string;
    affiliateNetworkId: string | null;
    clickIdParam: string | null;
    payout: string | null;
    cap: { overflowOfferId: string | null; clickCaps?: VisitorCap[] } | null;
    shortName: string | null;
  }[];
};

/** Cap on the number of visitors, which edges count themselves. Older documents contain no such caps. */
export type VisitorCap = Pick<Cap, 'limit' | 'per'>;

/**
 * Weighted items with the sum of their weights. Items that cannot be drawn are left out unless their position matters.
 */
export type Weighted<Item> = { total: number; items: (Item & { weight: number })[] };
