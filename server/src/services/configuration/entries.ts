import type { AffiliateNetwork } from '@waypost/contract/campaigns/affiliate-networks.ts';
import type { CampaignStatus, CostMode, TrackingMethod } from '@waypost/contract/campaigns/campaigns.ts';
import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import type { GoalAction } from '@waypost/contract/goals/goals.ts';
import type { Offer } from '@waypost/contract/campaigns/offers.ts';
import type { RecordStatus } from '@waypost/contract/api/records.ts';
import type { RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import type {
  CampaignSettings,
  RotatorSettings,
  WorkspaceSettings,
} from '@waypost/contract/accounts/settings.ts';
import type { TrafficSource } from '@waypost/contract/campaigns/traffic-sources.ts';
import type { Kind } from './kinds.ts';

/**
 * Fields of every record in the files. Records in files are complete, have no IDs, and refer to other records by key.
 */
type Common = { key: string; name: string; tags: string[]; status: RecordStatus };

/** Fields that have a different form in files, or that are specific to this installation. */
type NotWritten = 'id' | 'name' | 'status' | 'version' | 'createdAt';

export type AffiliateNetworkEntry = Common & Omit<AffiliateNetwork, NotWritten>;

export type TrafficSourceEntry = Common & Omit<TrafficSource, NotWritten>;

export type LandingEntry = Common & { url: string; country: string | null };

export type OfferEntry = Common & {
  affiliateNetwork: string | null;
  url: string;
  country: string | null;
  payout: Offer['payout'];
  caps: Offer['caps'];
  overflowOffer: string | null;
  shortName: string | null;
};

export type DomainEntry = Omit<Common, 'tags'>;

export type PathEntry = {
  key: string;
  name: string;
  enabled: boolean;
  blocks: boolean;
  caps: RotatorRules['paths'][number]['caps'];
  landings: { landing: string; weight: number; enabled: boolean }[];
  offers: { offer: string; weight: number; enabled: boolean }[];
};

export type RuleEntry = {
  name: string;
  enabled: boolean;
  conditions: ConditionTree | null;
  paths: { path: string; weight: number }[];
};

export type Routing = { defaultPath: string; paths: PathEntry[]; rules: RuleEntry[] };

export type RotatorEntry = Common & { shared: boolean; country: string | null } & RotatorSettings & Routing;

export type GoalEntry = {
  label: string;
  enabled: boolean;
  conditions: ConditionTree | null;
  actions: GoalAction[];
};

export type CampaignEntry = Omit<Common, 'status'> & {
  status: CampaignStatus;
  trafficSource: string;
  rotator: string;
  country: string | null;
  cost: { mode: CostMode; amount: number };
  tracking: { method: TrackingMethod; domain: string | null; includePrefetch: boolean };
  goals: GoalEntry[];
} & CampaignSettings;

export type Entries = {
  affiliateNetworks: AffiliateNetworkEntry;
  trafficSources: TrafficSourceEntry;
  landings: LandingEntry;
  offers: OfferEntry;
  rotators: RotatorEntry;
  domains: DomainEntry;
  campaigns: CampaignEntry;
};
export type Entry = Entries[Kind];

/** Workspace settings without the name, because a copy of a workspace has a different name. */
export type Settings = Omit<WorkspaceSettings, 'name' | 'version'>;

export type EntryLists = { [Name in Kind]: Entries[Name][] };
