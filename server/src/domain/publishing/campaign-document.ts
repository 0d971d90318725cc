import type { Cap } from '@waypost/contract/caps.ts';
import type { ConditionTree } from '@waypost/contract/conditions.ts';
import type { AddressPrivacy, VisitorRecognition } from '@waypost/contract/settings.ts';
import type { CostMode, TrackingMethod } from '@waypost/contract/campaigns.ts';

/**
 * Everything an edge needs to serve one campaign, with nothing left to look up: only what is enabled and active, in the
 * order in which it is tried. Amounts are decimal texts.
 */
export type CampaignDocument = {
  /** Of this shape; an edge refuses one it does not know. */
  format: 1;
  workspaceId: string;
  timezone: string;
  currency: string;
  /** How much of a visitor's address is stored. */
  addressPrivacy: AddressPrivacy;
  visitors: VisitorRecognition;
  /** Of what sources send, in the workspace's currency; those from before there was a limit have none. */
  maxCostPerVisit?: string;
  /** How long rows of each kind are kept; each row carries its own end. */
  retention: { visitDays: number; eventDays: number; postbackDays: number };
  campaign: {
    id: string;
    number: number;
    /** That people see of it; documents from before it was in them have none. */
    version?: number;
    name: string;
    status: 'active' | 'paused';
    country: string | null;
    cost: { mode: CostMode; amount: string };
    method: TrackingMethod;
    includePrefetch: boolean;
    /** Whether the source's parameters go on to the next page. */
    passParameters: boolean;
    /** Where visitors go for whom there is nothing else: the campaign's own, else the workspace's. */
    fallbackUrl: string | null;
    /** Where it is served; null for any of ours. */
    host: string | null;
  };
  source: {
    id: string;
    name: string;
    clickIdParam: string | null;
    costParam: string | null;
    /** What one unit of the currency of its costs is worth in the workspace's; null where nobody said. */
    costRate?: string | null;
    tokens: { index: number; param: string }[];
  };
  rotator: {
    id: string;
    name: string;
    version: number;
    /** What a visitor who comes again keeps: the path, and what documents of earlier versions of the product lack. */
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
    /** Whether it can become full; missing in documents of earlier versions of the product. */
    hasCaps?: boolean;
    /** Its caps on visits. */
    visitCaps?: VisitorCap[];
    landings: Weighted<{ landingId: string }>;
    /** Also those with the weight 0, which are never drawn: links of landing pages name places in this list. */
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
    /** Null where it can never be full. */
    cap: { overflowOfferId: string | null; clickCaps?: VisitorCap[] } | null;
    /** By which links of landing pages can name it. */
    shortName: string | null;
  }[];
};

/** A cap that edges can count by themselves. Missing in documents of earlier versions of the product. */
export type VisitorCap = Pick<Cap, 'limit' | 'per'>;

/** A draw: items with their weights, and the sum. Those that would never be drawn are left out where only the draw matters. */
export type Weighted<Item> = { total: number; items: (Item & { weight: number })[] };
