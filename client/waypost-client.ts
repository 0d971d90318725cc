/** A client of the Waypost public API, version 1.0.0. Written by `npm run docs`: do not edit. */

export type ArchivedCount = {
  /** How many different records the call covered. */
  archived: number;
};

export type BlockedRecord = {
  type: string;
  id: string;
  name: string;
  /** What keeps it from the change. */
  by: {
    type: string;
    id: string;
    name: string;
  }[];
};

export type BulkIds = {
  /** Counted as sent; the same id twice is one record. */
  ids: string[];
};

export type CallerIdentity = {
  /** The workspace that the request acts in. */
  tenantId: string;
  /** `session` is a person who is signed in to the panel. */
  provider: 'api-key' | 'session';
  /** `write` includes reading. */
  scope: 'read' | 'write';
  /** Null for a session. */
  keyId: string | null;
  /** Of the key; the e-mail address for a session. */
  label: string;
};

export type Campaign = {
  id: string;
  name: string;
  /** Traffic source, country or Global, and name. */
  displayName: string;
  status: CampaignStatus;
  trafficSourceId: string;
  /** ISO 3166-1 alpha-2, in upper case. */
  country: string | null;
  cost: {
    mode: CostMode;
    /** For `revshare` the share of the revenue, 0 to 1. */
    amount: number;
  };
  tracking: {
    method: TrackingMethod;
    /** A tracking domain, set up in the panel; null for the usual one. */
    domainId: string | null;
    /** Whether visits that a browser made in advance count. */
    includePrefetch: boolean;
  };
  destination: {
    type: 'rotator';
    rotatorId: string;
  };
  /** In UTC. */
  createdAt: string;
};

/** What is left out stays as it is, inside nested objects too; null stands for the default. */
export type CampaignChange = {
  name?: string | undefined;
  trafficSourceId?: string | undefined;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | null | undefined;
  cost?:
    | {
        mode?: CostMode | null | undefined;
        /** For `revshare` the share of the revenue, 0 to 1. At most 6 decimals. */
        amount?: number | null | undefined;
      }
    | null
    | undefined;
  tracking?:
    | {
        method?: TrackingMethod | null | undefined;
        /** A tracking domain, set up in the panel; null for the usual one. */
        domainId?: string | null | undefined;
        /** Whether visits that a browser made in advance count. */
        includePrefetch?: boolean | null | undefined;
      }
    | null
    | undefined;
  destination?:
    | {
        mode?: 'use_rotator' | undefined;
        rotatorId?: string | undefined;
      }
    | undefined;
  /** Only active and paused can be set. */
  status?: CampaignStatus | undefined;
};

export type CampaignList = {
  campaigns: Campaign[];
  meta: {
    limit: number;
    /** How many are in this answer. */
    count: number;
  };
};

export type CampaignStatus = 'active' | 'paused' | 'archived';

export type ConditionLeaf = {
  /** What is looked at, such as country or param.utm_source. */
  field: string;
  op:
    | 'is'
    | 'isNot'
    | 'contains'
    | 'startsWith'
    | 'endsWith'
    | 'matches'
    | 'lt'
    | 'gt'
    | 'between'
    | 'in'
    | 'isEmpty'
    | 'isSet';
  values: (string | number | boolean)[];
  /** For weekday, hourOfDay and date. */
  timezone?: string | undefined;
  /** For unique. */
  windowHours?: number | undefined;
};

/** At most 4 groups deep, with at most 200 leaves. */
export type ConditionTree =
  | ConditionLeaf
  | {
      all: ConditionTree[];
    }
  | {
      any: ConditionTree[];
    }
  | {
      not: ConditionTree;
    };

/** What is paid for: nothing, each visit, each unique visit, 1,000 visits, each conversion, a share of the revenue, or what the source says. */
export type CostMode = 'none' | 'cpv' | 'cpuv' | 'cpm' | 'cpa' | 'revshare' | 'auto';

export type CreatedId = {
  id: string;
};

export type ErrorEnvelope = {
  ok: false;
  error: {
    code: ErrorCode;
    /** For people; it may change. */
    message: string;
    details: ErrorDetails;
  };
  /** Finds the request in the logs; also the header x-request-id. */
  requestId: string;
};

export type ErrorCode =
  | 'VALIDATION_FAILED'
  | 'UNAUTHORIZED'
  | 'BILLING_REQUIRED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'RATE_LIMITED'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE';

export type ErrorDetails = {
  /** With 400: what is wrong, and where. */
  issues?: InputIssue[] | undefined;
  /** With 404: those ids that do not exist. */
  missing?: string[] | undefined;
  /** With 409. */
  blocked?: BlockedRecord[] | undefined;
  /** With 503: a part of the service is away and the same can be asked again, or the question takes too long and has to ask for less. */
  reason?: 'unavailable' | 'too-heavy' | undefined;
  /** With 409. */
  blockedCampaignIds?: string[] | undefined;
  [name: string]: unknown;
};

export type Event = VisitEvent | LandingClickEvent | GoalEvent | PostbackEvent;

export type EventPage = {
  rows: Event[];
  meta: {
    limit: number;
    /** How many are in this answer. */
    count: number;
    /** Whether to ask again, also after an empty page. */
    hasMore: boolean;
    /** For the next page; null at the end. */
    nextCursor: string | null;
    timezone: string;
  };
};

export type GoalAction = {
  /** Names the metrics it is counted in: event1, revenue1, cost1 and value1 for 1. */
  idx: number;
  label: string;
  enabled: boolean;
  /** The amount that came in, the fixed one, or none. */
  payoutType: 'auto' | 'fixed' | 'none';
  payoutFixed: number | null;
  /** None, the fixed amount, or a share of the revenue from 0 to 1. */
  costType: 'none' | 'fixed' | 'share';
  costFixed: number | null;
  costShare: number | null;
  postbackUrl: string | null;
  postbackEnabled: boolean;
  storeValue: boolean;
  isConversion: boolean;
  affectsCost: boolean;
  affectsRevenue: boolean;
};

export type GoalEvent = {
  id: string;
  /** ISO 8601 with milliseconds, in the asked timezone with its offset. */
  time: string;
  visitId: string | null;
  /** What the visitor’s links carried. */
  clickId: string | null;
  /** ISO 8601 with milliseconds, in the asked timezone with its offset. */
  visitTime: string | null;
  campaignId: string | null;
  trafficSourceId: string | null;
  rotatorId: string | null;
  /** The version of the campaign that decided. */
  configVersion: number | null;
  pathId: string | null;
  landingId: string | null;
  offerId: string | null;
  affiliateNetworkId: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  isp: string | null;
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  language: string | null;
  referrer: string | null;
  ip: string | null;
  userAgent: string | null;
  /** The click id of the traffic source. */
  externalId: string | null;
  /** token1 to token15: those that the traffic source filled. */
  tokens: Record<string, string>;
  tags: string[];
  /** In the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** In the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  type: 'event';
  idx: number | null;
  label: string | null;
  /** Rounded to 6 decimals. */
  value: number | null;
  status: 'hold' | 'approved' | 'rejected' | 'refunded' | null;
  transactionId: string | null;
  isConversion: boolean;
  /** The amount after the goal rule and the offer’s payout were applied, in currency; rounded to 6 decimals. It can differ from the amount that was sent. */
  payout: number;
  /** The currency of payout. */
  currency: string | null;
  /** Whole seconds; null where the visit is not known. */
  secondsSinceVisit: number | null;
};

/** What incoming events of a campaign mean. */
export type GoalRule = {
  id: string;
  /** The lowest is asked first. */
  priority: number;
  enabled: boolean;
  label: string;
  /** Null: the rule holds for every event. */
  conditions: ConditionTree | null;
  actions: GoalAction[];
};

export type GoalRules = {
  rules: GoalRule[];
};

export type InputIssue = {
  /** Such as cost.amount; empty for the body as a whole. */
  path: string;
  message: string;
};

/** A page that visitors see before an offer. */
export type Landing = {
  id: string;
  name: string;
  url: string;
  /** ISO 3166-1 alpha-2, in upper case. */
  country: string | null;
  status: RecordStatus;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
};

/** What is left out stays as it is. */
export type LandingChange = {
  name?: string | undefined;
  /** An absolute http or https URL; macros such as {clickid} may stand after the host. */
  url?: string | undefined;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | null | undefined;
};

export type LandingClickEvent = {
  id: string;
  /** ISO 8601 with milliseconds, in the asked timezone with its offset. */
  time: string;
  visitId: string | null;
  /** What the visitor’s links carried. */
  clickId: string | null;
  /** ISO 8601 with milliseconds, in the asked timezone with its offset. */
  visitTime: string | null;
  campaignId: string | null;
  trafficSourceId: string | null;
  rotatorId: string | null;
  /** The version of the campaign that decided. */
  configVersion: number | null;
  pathId: string | null;
  landingId: string | null;
  offerId: string | null;
  affiliateNetworkId: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  isp: string | null;
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  language: string | null;
  referrer: string | null;
  ip: string | null;
  userAgent: string | null;
  /** The click id of the traffic source. */
  externalId: string | null;
  /** token1 to token15: those that the traffic source filled. */
  tokens: Record<string, string>;
  tags: string[];
  /** In the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** In the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  type: 'lpclick';
  destinationUrl: string | null;
  /** Whole seconds; null where the visit is not known. */
  secondsSinceVisit: number | null;
};

export type NewCampaign = {
  name: string;
  trafficSourceId: string;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | null | undefined;
  cost?:
    | {
        mode?: CostMode | null | undefined;
        /** For `revshare` the share of the revenue, 0 to 1. At most 6 decimals. */
        amount?: number | null | undefined;
      }
    | null
    | undefined;
  tracking?:
    | {
        method?: TrackingMethod | null | undefined;
        /** A tracking domain, set up in the panel; null for the usual one. */
        domainId?: string | null | undefined;
        /** Whether visits that a browser made in advance count. */
        includePrefetch?: boolean | null | undefined;
      }
    | null
    | undefined;
  destination: {
    mode: 'use_rotator';
    rotatorId: string;
  };
  status?: 'active' | 'paused' | null | undefined;
};

export type NewLanding = {
  name: string;
  /** An absolute http or https URL; macros such as {clickid} may stand after the host. */
  url: string;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | null | undefined;
  status?: 'active' | null | undefined;
};

export type NewRotator = {
  name: string;
  /** Descriptive only: any number of campaigns may use it. */
  shared?: boolean | null | undefined;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | null | undefined;
  status?: 'active' | null | undefined;
};

export type NewTrafficSource = {
  name: string;
  /** The query parameter in which the source sends its click id. */
  clickIdParam?: string | null | undefined;
  /** The query parameter in which the source sends the cost of a visit. */
  costParam?: string | null | undefined;
  /** An absolute http or https URL on the public internet; private, loopback and metadata hosts are refused. Empty means none. */
  postbackUrl?: string | null | undefined;
  /** The macro that the source replaces by its click id. */
  clickIdMacro?: string | null | undefined;
  /** The macro that the source replaces by the cost. */
  costMacro?: string | null | undefined;
  status?: 'active' | null | undefined;
};

export type PostbackEvent = {
  id: string;
  /** ISO 8601 with milliseconds, in the asked timezone with its offset. */
  time: string;
  visitId: string | null;
  /** What the visitor’s links carried. */
  clickId: string | null;
  /** ISO 8601 with milliseconds, in the asked timezone with its offset. */
  visitTime: string | null;
  campaignId: string | null;
  trafficSourceId: string | null;
  rotatorId: string | null;
  /** The version of the campaign that decided. */
  configVersion: number | null;
  pathId: string | null;
  landingId: string | null;
  offerId: string | null;
  affiliateNetworkId: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  isp: string | null;
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  language: string | null;
  referrer: string | null;
  ip: string | null;
  userAgent: string | null;
  /** The click id of the traffic source. */
  externalId: string | null;
  /** token1 to token15: those that the traffic source filled. */
  tokens: Record<string, string>;
  tags: string[];
  /** In the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** In the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  type: 'postback';
  /** The event that was reported. */
  eventId: string | null;
  idx: number | null;
  url: string | null;
  method: string | null;
  attempt: number;
  /** Of HTTP; null where nobody answered. */
  status: number | null;
  error: string | null;
  /** The first 2 KiB of it; null where nobody answered. */
  response: string | null;
  success: boolean;
  durationMs: number;
};

export type PublishStatus = 'queued' | 'published' | 'failed';

export type RecordStatus = 'active' | 'archived';

export type Report = {
  rows: ReportRow[];
  meta: ReportMeta;
};

export type ReportDimension =
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'weekday'
  | 'hourOfDay'
  | 'campaign'
  | 'trafficSource'
  | 'rotator'
  | 'configVersion'
  | 'path'
  | 'landing'
  | 'offer'
  | 'affiliateNetwork'
  | 'country'
  | 'region'
  | 'city'
  | 'isp'
  | 'connectionType'
  | 'deviceType'
  | 'deviceBrand'
  | 'deviceModel'
  | 'os'
  | 'osVersion'
  | 'browser'
  | 'browserVersion'
  | 'language'
  | 'referrerDomain'
  | 'token1'
  | 'token2'
  | 'token3'
  | 'token4'
  | 'token5'
  | 'token6'
  | 'token7'
  | 'token8'
  | 'token9'
  | 'token10'
  | 'token11'
  | 'token12'
  | 'token13'
  | 'token14'
  | 'token15'
  | 'tag';

export type ReportMeta = {
  /** ISO 8601 in UTC, with milliseconds and Z. */
  from: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  to: string;
  timezone: string;
  /** Of all amounts. */
  currency: string;
  dimensions: ReportDimension[];
  metrics: ReportMetric[];
  limit: number;
  offset: number;
  /** How many rows this page has. */
  count: number;
  /** How many rows all pages have together. */
  totalRows: number;
  hasMore: boolean;
  /** For each dimension that is a record: the names of the ids in the rows. */
  labels: Record<string, Record<string, string>>;
  /** Traffic that was recorded up to this moment is in the answer. */
  freshness: string;
  totals?: ReportTotals | undefined;
};

export type ReportMetric =
  | 'visits'
  | 'uniqueVisits'
  | 'botVisits'
  | 'prefetchVisits'
  | 'lpviews'
  | 'lpclicks'
  | 'uniqueLpclicks'
  | 'conversions'
  | 'cost'
  | 'revenue'
  | 'revenueHold'
  | 'revenueApproved'
  | 'profit'
  | 'roi'
  | 'roas'
  | 'ctr'
  | 'cr'
  | 'lpcr'
  | 'epv'
  | 'epc'
  | 'cpv'
  | 'cpc'
  | 'cpa'
  | 'aov'
  | 'event1'
  | 'event2'
  | 'event3'
  | 'event4'
  | 'event5'
  | 'event6'
  | 'event7'
  | 'event8'
  | 'event9'
  | 'event10'
  | 'event11'
  | 'event12'
  | 'event13'
  | 'event14'
  | 'event15'
  | 'event16'
  | 'event17'
  | 'event18'
  | 'event19'
  | 'event20'
  | 'revenue1'
  | 'revenue2'
  | 'revenue3'
  | 'revenue4'
  | 'revenue5'
  | 'revenue6'
  | 'revenue7'
  | 'revenue8'
  | 'revenue9'
  | 'revenue10'
  | 'revenue11'
  | 'revenue12'
  | 'revenue13'
  | 'revenue14'
  | 'revenue15'
  | 'revenue16'
  | 'revenue17'
  | 'revenue18'
  | 'revenue19'
  | 'revenue20'
  | 'cost1'
  | 'cost2'
  | 'cost3'
  | 'cost4'
  | 'cost5'
  | 'cost6'
  | 'cost7'
  | 'cost8'
  | 'cost9'
  | 'cost10'
  | 'cost11'
  | 'cost12'
  | 'cost13'
  | 'cost14'
  | 'cost15'
  | 'cost16'
  | 'cost17'
  | 'cost18'
  | 'cost19'
  | 'cost20'
  | 'value1'
  | 'value2'
  | 'value3'
  | 'value4'
  | 'value5'
  | 'value6'
  | 'value7'
  | 'value8'
  | 'value9'
  | 'value10'
  | 'value11'
  | 'value12'
  | 'value13'
  | 'value14'
  | 'value15'
  | 'value16'
  | 'value17'
  | 'value18'
  | 'value19'
  | 'value20';

/** The value of each dimension and metric that was asked for. */
export type ReportRow = Record<string, string | number | null>;

/** The value of each metric over all rows on all pages. */
export type ReportTotals = Record<string, number | null>;

export type RestoredCampaigns = {
  /** How many different records the call covered. */
  restored: number;
  /** Not served by every live runtime yet. */
  runtimePendingIds: string[];
  /** Served by every live runtime. */
  runtimePublishedIds: string[];
};

export type RestoredCount = {
  /** How many different records the call covered. */
  restored: number;
};

/** Decides by rules which landing and offer a visitor gets. */
export type Rotator = {
  id: string;
  name: string;
  /** Descriptive only: any number of campaigns may use it. */
  shared: boolean;
  /** ISO 3166-1 alpha-2, in upper case. */
  country: string | null;
  status: RecordStatus;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
};

/** A stream of a rotator. It keeps its id when rules change, so that its traffic stays its own. */
export type RotatorPath = {
  id: string;
  rotatorId: string;
  name: string;
  /** Unix time in seconds. */
  deletedAt: number | null;
  /** Unix time in seconds. */
  createdAt: number;
  /** Unix time in seconds. */
  updatedAt: number;
};

export type RotatorRule = {
  id: string;
  /** The lowest is asked first. */
  priority: number;
  name: string;
  enabled: boolean;
  /** Null: the rule holds for everybody. */
  conditions: ConditionTree | null;
  paths: {
    pathId: string;
    /** The share of traffic, in relation to its neighbors. */
    weight: number;
  }[];
};

/** The whole of a rotator’s routing. */
export type RotatorRules = {
  /** Grows with every change of the rules. */
  version: number;
  /** Where visitors go for whom no rule holds. */
  defaultPathId: string;
  rules: RotatorRule[];
  paths: RotatorStream[];
};

/** A path with its pools of landings and offers. */
export type RotatorStream = {
  id: string;
  name: string;
  enabled: boolean;
  landings: {
    landingId: string;
    /** The share of traffic, in relation to its neighbors. */
    weight: number;
    enabled: boolean;
  }[];
  offers: {
    offerId: string;
    /** The share of traffic, in relation to its neighbors. */
    weight: number;
    enabled: boolean;
  }[];
};

/** `direct`: no redirect, a script on the landing page reports the visit. */
export type TrackingMethod = 'redirect' | 'direct';

export type VisitEvent = {
  id: string;
  /** ISO 8601 with milliseconds, in the asked timezone with its offset. */
  time: string;
  visitId: string | null;
  /** What the visitor’s links carried. */
  clickId: string | null;
  /** ISO 8601 with milliseconds, in the asked timezone with its offset. */
  visitTime: string | null;
  campaignId: string | null;
  trafficSourceId: string | null;
  rotatorId: string | null;
  /** The version of the campaign that decided. */
  configVersion: number | null;
  pathId: string | null;
  landingId: string | null;
  offerId: string | null;
  affiliateNetworkId: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  isp: string | null;
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  language: string | null;
  referrer: string | null;
  ip: string | null;
  userAgent: string | null;
  /** The click id of the traffic source. */
  externalId: string | null;
  /** token1 to token15: those that the traffic source filled. */
  tokens: Record<string, string>;
  tags: string[];
  /** In the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** In the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  type: 'visit';
  /** Where the visitor was sent: landing, offer, paused … */
  outcome: string | null;
  destinationUrl: string | null;
  unique: boolean;
  bot: boolean;
  prefetch: boolean;
  reasons: string[];
};

export type WrittenCampaign = {
  campaign: Campaign;
  publish: {
    /** Whether the change reached the tracking runtime’s configuration. */
    status: PublishStatus;
  };
};

export type ListCampaignsQuery = {
  /** Archived ones too. */
  includeArchived?: '1' | undefined;
  limit?: number | undefined;
  /** Part of the name, in any case; % and _ mean themselves. */
  query?: string | undefined;
  /** Another name for query. */
  q?: string | undefined;
  /** Only these, separated by commas; unknown ones are left out. */
  ids?: string[] | undefined;
};

export type ListLandingsQuery = {
  /** Part of the name, in any case; % and _ mean themselves. */
  query?: string | undefined;
  /** Another name for query. */
  q?: string | undefined;
  /** Only these, separated by commas; unknown ones are left out. */
  ids?: string[] | undefined;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | undefined;
  /** Archived ones too. */
  includeArchived?: '1' | undefined;
};

export type ListRotatorsQuery = {
  /** Part of the name, in any case; % and _ mean themselves. */
  query?: string | undefined;
  /** Another name for query. */
  q?: string | undefined;
  /** Only these, separated by commas; unknown ones are left out. */
  ids?: string[] | undefined;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | undefined;
};

export type ListRotatorPathsQuery = {
  /** Only those of this rotator. */
  rotatorId?: string | undefined;
  /** Only these, separated by commas; unknown ones are left out. */
  ids?: string[] | undefined;
  /** Archived ones too. */
  includeArchived?: '1' | undefined;
};

export type GetReportQuery = {
  /** The first moment: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. */
  from: string;
  /** The last moment, included: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. A day includes its last moment, a time without seconds the whole of its minute, one with seconds the whole of its second. */
  to: string;
  /** An IANA name; the one of the workspace where it is left out. */
  timezone?: string | undefined;
  /** What rows are grouped by; without any there is one row for everything. */
  dimensions?: ReportDimension[] | undefined;
  /** What is counted; visits,lpclicks,conversions,cost,revenue,profit,roi where it is left out. */
  metrics?: ReportMetric[] | undefined;
  /** Up to 6 expressions that all must hold, each a dimension or metric, one of = != > <, and up to 1,000 values with | between them. Each is percent-encoded by itself; the commas between them are not. */
  filter?: string[] | undefined;
  /** One of the dimensions or metrics asked for. Left out: a time dimension that stands first, ascending, else the first metric, descending. */
  sortBy?: string | undefined;
  /** What is missing comes last either way. */
  sortDir?: 'asc' | 'desc' | undefined;
  /** Adds meta.totals: the totals of all rows on all pages. A visit that is in several rows counts once. */
  totals?: '1' | undefined;
  limit?: number | undefined;
  /** How many rows to leave out before the first. */
  offset?: number | undefined;
};

export type ListEventsQuery = {
  /** The first moment. YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS], ISO 8601, or Unix time in seconds or milliseconds. What has no zone of its own is in timezone. */
  from: string;
  /** The last moment, included; a day includes its last moment, a time without seconds the whole of its minute. */
  to: string;
  /** An IANA name. Of times without a zone, and of the answer. */
  timezone?: string | undefined;
  /** Only those of this campaign. */
  campaignId?: string | undefined;
  /** Only those of this type. */
  type?: 'visit' | 'lpclick' | 'event' | 'postback' | undefined;
  /** Only goals with this index and their postbacks; with event, postback or no type. */
  idx?: number | undefined;
  limit?: number | undefined;
  /** nextCursor of the page before, with everything else unchanged. */
  cursor?: string | undefined;
};

export type CallOptions = { signal?: AbortSignal | undefined };

/** An answer that is no success: an error of the API, or something else that stands where the API should. */
export class WaypostApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'UNEXPECTED_ANSWER';
  readonly details: ErrorDetails;
  /** Finds the request in the logs. */
  readonly requestId: string | undefined;
  /** When to try again, where the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, envelope: ErrorEnvelope | undefined) {
    const { error, requestId } = envelope ?? {};
    super(error?.message ?? `the answer with status ${response.status} is not one of the API`);
    this.name = 'WaypostApiError';
    this.status = response.status;
    this.code = error?.code ?? 'UNEXPECTED_ANSWER';
    this.details = error?.details ?? {};
    this.requestId = requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.retryAfterSeconds = readSeconds(response.headers.get('retry-after'));
  }
}

/** Where requests go, and what all of them carry. */
type Connection = {
  baseUrl: string;
  fetch?: typeof globalThis.fetch | undefined;
  headers?: Record<string, string> | undefined;
  credentials?: RequestInit['credentials'] | undefined;
  /** Of what belongs to one. */
  workspaceId?: string | undefined;
};

type Query = Record<string, string | number | readonly string[] | undefined>;

/** Of what makes something: sent again with the same key, it makes nothing more. */
type OnceOptions = { idempotencyKey?: string | undefined };

type ApiRequest = OnceOptions & {
  method: string;
  path: string;
  query?: Query | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Sent as a form; the browser reads it as it goes out. */
  file?: Blob | undefined;
  /** Set on a POST that changes nothing. It is passed to `fetch`, which ignores it unless it is your own. */
  isReadOnly?: boolean | undefined;
};

/** One call: `data` of the envelope, or a WaypostApiError. What fails before there is an answer fails as fetch does. */
async function send<Data>(connection: Connection, request: ApiRequest): Promise<Data> {
  return await readData<Data>(await ask(connection, request));
}

/** Where something is read that a browser takes from its address, such as a file. */
function addressOf({ baseUrl }: Connection, { path, query }: Pick<ApiRequest, 'path' | 'query'>): string {
  return baseUrl.replace(/\/+$/, '') + path + writeQuery(query);
}

async function ask(connection: Connection, request: ApiRequest): Promise<Response> {
  const { fetch = globalThis.fetch, headers, credentials } = connection;
  const { method, body, signal, idempotencyKey, file, isReadOnly } = request;
  return await fetch(addressOf(connection, request), {
    method,
    headers: {
      accept: 'application/json',
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { body: formOf(file) }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(signal === undefined ? {} : { signal }),
    ...(isReadOnly === undefined ? {} : { isReadOnly }),
  });
}

async function readData<Data>(response: Response): Promise<Data> {
  const envelope = readEnvelope(await response.text());
  if (response.ok && envelope?.ok === true && 'data' in envelope) return envelope.data as Data;
  throw new WaypostApiError(response, isErrorAnswer(envelope) ? envelope : undefined);
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

function writeQuery(query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${writeValue(value)}`],
  );
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

/** Each item of a list by itself: a comma in one of them is not one between them. */
function writeValue(value: string | number | readonly string[]): string {
  return typeof value === 'object' ? value.map(encodeURIComponent).join(',') : encodeURIComponent(value);
}

function readEnvelope(text: string): { ok?: unknown; data?: unknown; error?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isErrorAnswer(envelope: object | undefined): envelope is ErrorEnvelope {
  const { error } = (envelope ?? {}) as { error?: unknown };
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return typeof code === 'string' && typeof message === 'string';
}

function readSeconds(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

export type WaypostClientOptions = {
  /** Where the API is, such as https://track.example.com/api/v1. */
  baseUrl: string;
  /** Of an API key; keep it out of browsers and logs. */
  token: string;
  /** Used in place of the global one. */
  fetch?: typeof globalThis.fetch | undefined;
};

export function createWaypostClient(options: WaypostClientOptions): WaypostClient {
  return new WaypostClient(options);
}

export class WaypostClient {
  readonly #connection: Connection;

  constructor(options: WaypostClientOptions) {
    this.#connection = {
      baseUrl: options.baseUrl,
      fetch: options.fetch,
      headers: { authorization: `Bearer ${options.token}` },
    };
  }

  /** Tells which key, workspace and scope the request speaks for: `GET /whoami`. */
  whoAmI(options: CallOptions = {}): Promise<CallerIdentity> {
    return send(this.#connection, { ...options, method: 'GET', path: '/whoami' });
  }

  /** Lists campaigns, newest first: `GET /campaigns`. */
  listCampaigns(
    options: CallOptions & { query?: ListCampaignsQuery | undefined } = {},
  ): Promise<CampaignList> {
    return send(this.#connection, { ...options, method: 'GET', path: '/campaigns' });
  }

  /** Adds a campaign on an existing traffic source and rotator, and queues it for publishing: `POST /campaigns`. */
  createCampaign(body: NewCampaign, options: CallOptions = {}): Promise<WrittenCampaign> {
    return send(this.#connection, { ...options, method: 'POST', path: '/campaigns', body });
  }

  /** Reads one campaign, archived ones too: `GET /campaigns/{id}`. */
  getCampaign(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    campaign: Campaign;
  }> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/campaigns/${encodeURIComponent(id)}`,
    });
  }

  /** Changes the given fields of a campaign, also inside its nested objects, and publishes it: `PATCH /campaigns/{id}`. */
  updateCampaign(id: string, body: CampaignChange, options: CallOptions = {}): Promise<WrittenCampaign> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/campaigns/${encodeURIComponent(id)}`,
      body,
    });
  }

  /** Archives a campaign and queues its removal from service: `DELETE /campaigns/{id}`. */
  archiveCampaign(id: string, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, {
      ...options,
      method: 'DELETE',
      path: `/campaigns/${encodeURIComponent(id)}`,
    });
  }

  /** Archives campaigns, all or none, and queues their removal from service: `POST /campaigns/archive`. */
  archiveCampaigns(body: BulkIds, options: CallOptions = {}): Promise<ArchivedCount> {
    return send(this.#connection, { ...options, method: 'POST', path: '/campaigns/archive', body });
  }

  /** Restores archived campaigns, all or none, and queues them for publishing: `POST /campaigns/restore`. */
  restoreCampaigns(body: BulkIds, options: CallOptions = {}): Promise<RestoredCampaigns> {
    return send(this.#connection, { ...options, method: 'POST', path: '/campaigns/restore', body });
  }

  /** Shows the goal rules of a campaign with their actions: `GET /campaigns/{id}/goals`. */
  getCampaignGoals(id: string, options: CallOptions = {}): Promise<GoalRules> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/campaigns/${encodeURIComponent(id)}/goals`,
    });
  }

  /** Lists landings, oldest first: `GET /landings`. */
  listLandings(options: CallOptions & { query?: ListLandingsQuery | undefined } = {}): Promise<Landing[]> {
    return send(this.#connection, { ...options, method: 'GET', path: '/landings' });
  }

  /** Adds a landing page: `POST /landings`. */
  createLanding(body: NewLanding, options: CallOptions = {}): Promise<CreatedId> {
    return send(this.#connection, { ...options, method: 'POST', path: '/landings', body });
  }

  /** Reads one landing, archived ones too: `GET /landings/{id}`. */
  getLanding(id: string, options: CallOptions = {}): Promise<Landing> {
    return send(this.#connection, { ...options, method: 'GET', path: `/landings/${encodeURIComponent(id)}` });
  }

  /** Changes the given fields of a landing: `PATCH /landings/{id}`. */
  updateLanding(id: string, body: LandingChange, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/landings/${encodeURIComponent(id)}`,
      body,
    });
  }

  /** Archives a landing that no rotator uses: `DELETE /landings/{id}`. */
  archiveLanding(id: string, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, {
      ...options,
      method: 'DELETE',
      path: `/landings/${encodeURIComponent(id)}`,
    });
  }

  /** Restores archived landings, all or none: `POST /landings/restore`. */
  restoreLandings(body: BulkIds, options: CallOptions = {}): Promise<RestoredCount> {
    return send(this.#connection, { ...options, method: 'POST', path: '/landings/restore', body });
  }

  /** Lists rotators, oldest first: `GET /rotators`. */
  listRotators(options: CallOptions & { query?: ListRotatorsQuery | undefined } = {}): Promise<Rotator[]> {
    return send(this.#connection, { ...options, method: 'GET', path: '/rotators' });
  }

  /** Adds a rotator with an empty default path: `POST /rotators`. */
  createRotator(body: NewRotator, options: CallOptions = {}): Promise<CreatedId> {
    return send(this.#connection, { ...options, method: 'POST', path: '/rotators', body });
  }

  /** Restores archived rotators, all or none: `POST /rotators/restore`. */
  restoreRotators(body: BulkIds, options: CallOptions = {}): Promise<RestoredCount> {
    return send(this.#connection, { ...options, method: 'POST', path: '/rotators/restore', body });
  }

  /** Shows the routing rules of a rotator, its paths and their pools: `GET /rotators/{id}/rules`. */
  getRotatorRules(id: string, options: CallOptions = {}): Promise<RotatorRules> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/rotators/${encodeURIComponent(id)}/rules`,
    });
  }

  /** Lists rotator paths, oldest first: `GET /rotator-paths`. */
  listRotatorPaths(
    options: CallOptions & { query?: ListRotatorPathsQuery | undefined } = {},
  ): Promise<RotatorPath[]> {
    return send(this.#connection, { ...options, method: 'GET', path: '/rotator-paths' });
  }

  /** Adds a traffic source: `POST /traffic-sources`. */
  createTrafficSource(body: NewTrafficSource, options: CallOptions = {}): Promise<CreatedId> {
    return send(this.#connection, { ...options, method: 'POST', path: '/traffic-sources', body });
  }

  /** Archives a traffic source: `DELETE /traffic-sources/{id}`. */
  archiveTrafficSource(id: string, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, {
      ...options,
      method: 'DELETE',
      path: `/traffic-sources/${encodeURIComponent(id)}`,
    });
  }

  /** Restores archived traffic sources, all or none: `POST /traffic-sources/restore`. */
  restoreTrafficSources(body: BulkIds, options: CallOptions = {}): Promise<RestoredCount> {
    return send(this.#connection, { ...options, method: 'POST', path: '/traffic-sources/restore', body });
  }

  /** Answers what became of traffic: sums of metrics, grouped by dimensions: `GET /reports`. */
  getReport(options: CallOptions & { query: GetReportQuery }): Promise<Report> {
    return send(this.#connection, { ...options, method: 'GET', path: '/reports' });
  }

  /** Lists recorded events, newest first: `GET /events`. */
  listEvents(options: CallOptions & { query: ListEventsQuery }): Promise<EventPage> {
    return send(this.#connection, { ...options, method: 'GET', path: '/events' });
  }
}
