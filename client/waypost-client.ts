/** A client of the Waypost public API, version 1.0.0. Written by `npm run docs`: do not edit. */

export type ArchivedCount = {
  /** Number of distinct records in the request. */
  archived: number;
};

export type BlockedRecord = {
  type: string;
  id: string;
  name: string;
  /** Records that prevent the change. */
  by: {
    type: string;
    id: string;
    name: string;
  }[];
};

export type BulkIds = {
  /** Record IDs. Repeated IDs count toward the limit but are processed once. */
  ids: string[];
};

export type CallerIdentity = {
  /** ID of the workspace of the request. */
  tenantId: string;
  /** `session` means a person who is signed in to the panel. */
  provider: 'api-key' | 'session';
  /** `write` includes `read`. */
  scope: 'read' | 'write';
  /** Null for a session. */
  keyId: string | null;
  /** Name of the API key, or the e-mail address of the person. */
  label: string;
};

export type Campaign = {
  id: string;
  name: string;
  /** Traffic source, country (or Global) and name. */
  displayName: string;
  status: CampaignStatus;
  trafficSourceId: string;
  /** ISO 3166-1 alpha-2 country code in upper case. */
  country: string | null;
  cost: {
    mode: CostMode;
    /** Amount in the currency of the workspace. For `revshare`, the share of the revenue from 0 to 1. */
    amount: number;
  };
  tracking: {
    method: TrackingMethod;
    /** Tracking domain. Null for the default tracking domain. */
    domainId: string | null;
    /** Count prefetch requests as visits. */
    includePrefetch: boolean;
  };
  destination: {
    type: 'rotator';
    rotatorId: string;
  };
  /** Creation time in UTC. */
  createdAt: string;
};

/** Omitted fields keep their values, in nested objects too. Null resets a field to its default. */
export type CampaignChange = {
  name?: string | undefined;
  trafficSourceId?: string | undefined;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | null | undefined;
  cost?:
    | {
        mode?: CostMode | null | undefined;
        /** Amount in the currency of the workspace. For `revshare`, the share of the revenue from 0 to 1. At most 6 decimals. */
        amount?: number | null | undefined;
      }
    | null
    | undefined;
  tracking?:
    | {
        method?: TrackingMethod | null | undefined;
        /** Tracking domain. Null for the default tracking domain. */
        domainId?: string | null | undefined;
        /** Count prefetch requests as visits. */
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
  /** Only active and paused can be set. Use the archive operation to archive. */
  status?: CampaignStatus | undefined;
};

export type CampaignList = {
  campaigns: Campaign[];
  meta: {
    limit: number;
    /** Number of campaigns in this response. */
    count: number;
  };
};

export type CampaignStatus = 'active' | 'paused' | 'archived';

export type ConditionLeaf = {
  /** Attribute to test, such as country or param.utm_source. */
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
  /** Time zone for weekday, hourOfDay and date. */
  timezone?: string | undefined;
  /** Uniqueness window for unique. */
  windowHours?: number | undefined;
};

/** At most 4 nested groups and 200 conditions. */
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

/** How visits are charged: not at all, per visit, per unique visit, per 1,000 visits, per conversion, as a share of the revenue, or as sent by the traffic source. */
export type CostMode = 'none' | 'cpv' | 'cpuv' | 'cpm' | 'cpa' | 'revshare' | 'auto';

export type CreatedId = {
  id: string;
};

export type ErrorEnvelope = {
  ok: false;
  error: {
    code: ErrorCode;
    /** Human-readable message. The wording may change. */
    message: string;
    details: ErrorDetails;
  };
  /** Identifies the request in the logs. Also sent as the x-request-id header. */
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
  /** With 400: validation issues. */
  issues?: InputIssue[] | undefined;
  /** With 404: IDs that were not found. */
  missing?: string[] | undefined;
  /** With 409: records that cannot be changed. */
  blocked?: BlockedRecord[] | undefined;
  /** With 503. unavailable: a component is down, retry later. too-heavy: the query takes too long, request less data. */
  reason?: 'unavailable' | 'too-heavy' | undefined;
  /** With 409: IDs of campaigns that cannot be changed. */
  blockedCampaignIds?: string[] | undefined;
  [name: string]: unknown;
};

export type Event = VisitEvent | LandingClickEvent | GoalEvent | PostbackEvent;

export type EventPage = {
  rows: Event[];
  meta: {
    limit: number;
    /** Number of events in this response. */
    count: number;
    /** True if there may be more. An empty page can have more, too. */
    hasMore: boolean;
    /** Cursor of the next page. Null on the last page. */
    nextCursor: string | null;
    timezone: string;
  };
};

export type GoalAction = {
  /** Index of the metrics that count the action. 1 means event1, revenue1, cost1 and value1. */
  idx: number;
  label: string;
  enabled: boolean;
  /** auto: the amount sent. fixed: payoutFixed. none: no payout. */
  payoutType: 'auto' | 'fixed' | 'none';
  payoutFixed: number | null;
  /** none: no cost. fixed: costFixed. share: costShare, a share of the revenue from 0 to 1. */
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
  /** ISO 8601 with milliseconds and the offset of the requested time zone. */
  time: string;
  visitId: string | null;
  /** Click ID of the visit. */
  clickId: string | null;
  /** ISO 8601 with milliseconds and the offset of the requested time zone. */
  visitTime: string | null;
  campaignId: string | null;
  trafficSourceId: string | null;
  rotatorId: string | null;
  /** Version of the campaign that routed the visit. */
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
  /** External click ID, assigned by the traffic source. */
  externalId: string | null;
  /** Tokens (token1 to token15) that the traffic source sent. */
  tokens: Record<string, string>;
  tags: string[];
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  type: 'event';
  idx: number | null;
  label: string | null;
  /** Amount sent with the event, rounded to 6 decimals. */
  value: number | null;
  status: 'hold' | 'approved' | 'rejected' | 'refunded' | null;
  transactionId: string | null;
  isConversion: boolean;
  /** Amount after the goal rule and the offer’s payout were applied, in `currency`, rounded to 6 decimals. It can differ from the amount that was sent. */
  payout: number;
  /** Currency of the payout. */
  currency: string | null;
  /** Whole seconds since the visit. Null if the visit is unknown. */
  secondsSinceVisit: number | null;
};

/** Maps incoming postbacks of a campaign to actions. */
export type GoalRule = {
  id: string;
  /** Rules are checked in ascending order. */
  priority: number;
  enabled: boolean;
  label: string;
  /** Null matches every incoming postback. */
  conditions: ConditionTree | null;
  actions: GoalAction[];
};

export type GoalRules = {
  rules: GoalRule[];
};

export type InputIssue = {
  /** Path of the field, such as cost.amount. Empty for the whole body. */
  path: string;
  message: string;
};

/** A page shown before the offer. */
export type Landing = {
  id: string;
  name: string;
  url: string;
  /** ISO 3166-1 alpha-2 country code in upper case. */
  country: string | null;
  status: RecordStatus;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
};

/** Omitted fields keep their values. */
export type LandingChange = {
  name?: string | undefined;
  /** Absolute http or https URL. Macros such as {clickid} are allowed after the host. */
  url?: string | undefined;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | null | undefined;
};

export type LandingClickEvent = {
  id: string;
  /** ISO 8601 with milliseconds and the offset of the requested time zone. */
  time: string;
  visitId: string | null;
  /** Click ID of the visit. */
  clickId: string | null;
  /** ISO 8601 with milliseconds and the offset of the requested time zone. */
  visitTime: string | null;
  campaignId: string | null;
  trafficSourceId: string | null;
  rotatorId: string | null;
  /** Version of the campaign that routed the visit. */
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
  /** External click ID, assigned by the traffic source. */
  externalId: string | null;
  /** Tokens (token1 to token15) that the traffic source sent. */
  tokens: Record<string, string>;
  tags: string[];
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  type: 'lpclick';
  destinationUrl: string | null;
  /** Whole seconds since the visit. Null if the visit is unknown. */
  secondsSinceVisit: number | null;
};

export type NewCampaign = {
  name: string;
  trafficSourceId: string;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | null | undefined;
  cost?:
    | {
        mode?: CostMode | null | undefined;
        /** Amount in the currency of the workspace. For `revshare`, the share of the revenue from 0 to 1. At most 6 decimals. */
        amount?: number | null | undefined;
      }
    | null
    | undefined;
  tracking?:
    | {
        method?: TrackingMethod | null | undefined;
        /** Tracking domain. Null for the default tracking domain. */
        domainId?: string | null | undefined;
        /** Count prefetch requests as visits. */
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
  /** Absolute http or https URL. Macros such as {clickid} are allowed after the host. */
  url: string;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | null | undefined;
  status?: 'active' | null | undefined;
};

export type NewRotator = {
  name: string;
  /** Label only. Any number of campaigns can use the rotator. */
  shared?: boolean | null | undefined;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | null | undefined;
  status?: 'active' | null | undefined;
};

export type NewTrafficSource = {
  name: string;
  /** Query parameter that carries the click ID of the traffic source. */
  clickIdParam?: string | null | undefined;
  /** Query parameter that carries the cost of the visit. */
  costParam?: string | null | undefined;
  /** Absolute http or https URL on the public internet. Private, loopback and metadata hosts are rejected. Empty for none. */
  postbackUrl?: string | null | undefined;
  /** Macro of the traffic source for its click ID. */
  clickIdMacro?: string | null | undefined;
  /** Macro of the traffic source for the cost. */
  costMacro?: string | null | undefined;
  status?: 'active' | null | undefined;
};

export type PostbackEvent = {
  id: string;
  /** ISO 8601 with milliseconds and the offset of the requested time zone. */
  time: string;
  visitId: string | null;
  /** Click ID of the visit. */
  clickId: string | null;
  /** ISO 8601 with milliseconds and the offset of the requested time zone. */
  visitTime: string | null;
  campaignId: string | null;
  trafficSourceId: string | null;
  rotatorId: string | null;
  /** Version of the campaign that routed the visit. */
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
  /** External click ID, assigned by the traffic source. */
  externalId: string | null;
  /** Tokens (token1 to token15) that the traffic source sent. */
  tokens: Record<string, string>;
  tags: string[];
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  type: 'postback';
  /** ID of the reported event. */
  eventId: string | null;
  idx: number | null;
  url: string | null;
  method: string | null;
  attempt: number;
  /** HTTP status code. Null without a response. */
  status: number | null;
  error: string | null;
  /** First 2 KiB of the response. Null without a response. */
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
  /** ISO 8601 in UTC with milliseconds. */
  from: string;
  /** ISO 8601 in UTC with milliseconds. */
  to: string;
  timezone: string;
  /** Currency of all amounts. */
  currency: string;
  dimensions: ReportDimension[];
  metrics: ReportMetric[];
  limit: number;
  offset: number;
  /** Number of rows on this page. */
  count: number;
  /** Number of rows on all pages. */
  totalRows: number;
  hasMore: boolean;
  /** Names of the record IDs in the rows, by dimension. */
  labels: Record<string, Record<string, string>>;
  /** The report includes all traffic recorded up to this time. */
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

/** Values of the requested dimensions and metrics. */
export type ReportRow = Record<string, string | number | null>;

/** Metric totals of all rows on all pages. */
export type ReportTotals = Record<string, number | null>;

export type RestoredCampaigns = {
  /** Number of distinct records in the request. */
  restored: number;
  /** Campaigns that are not live on every edge yet. */
  runtimePendingIds: string[];
  /** Campaigns that are live on every edge. */
  runtimePublishedIds: string[];
};

export type RestoredCount = {
  /** Number of distinct records in the request. */
  restored: number;
};

/** Routes visitors to landing pages and offers by rules. */
export type Rotator = {
  id: string;
  name: string;
  /** Label only. Any number of campaigns can use the rotator. */
  shared: boolean;
  /** ISO 3166-1 alpha-2 country code in upper case. */
  country: string | null;
  status: RecordStatus;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
};

/** A path (stream) of a rotator. It keeps its ID when rules change, so its statistics stay together. */
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
  /** Rules are checked in ascending order. */
  priority: number;
  name: string;
  enabled: boolean;
  /** Null matches every visit. */
  conditions: ConditionTree | null;
  paths: {
    pathId: string;
    /** Relative share of the traffic. */
    weight: number;
  }[];
};

/** Rules and paths of a rotator. */
export type RotatorRules = {
  /** Increases with every change of the rules. */
  version: number;
  /** Path used when no rule matches. */
  defaultPathId: string;
  rules: RotatorRule[];
  paths: RotatorStream[];
};

/** A path with its landing pages and offers. */
export type RotatorStream = {
  id: string;
  name: string;
  enabled: boolean;
  landings: {
    landingId: string;
    /** Relative share of the traffic. */
    weight: number;
    enabled: boolean;
  }[];
  offers: {
    offerId: string;
    /** Relative share of the traffic. */
    weight: number;
    enabled: boolean;
  }[];
};

/** `direct`: a script on the landing page reports the visit, without a redirect. */
export type TrackingMethod = 'redirect' | 'direct';

export type VisitEvent = {
  id: string;
  /** ISO 8601 with milliseconds and the offset of the requested time zone. */
  time: string;
  visitId: string | null;
  /** Click ID of the visit. */
  clickId: string | null;
  /** ISO 8601 with milliseconds and the offset of the requested time zone. */
  visitTime: string | null;
  campaignId: string | null;
  trafficSourceId: string | null;
  rotatorId: string | null;
  /** Version of the campaign that routed the visit. */
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
  /** External click ID, assigned by the traffic source. */
  externalId: string | null;
  /** Tokens (token1 to token15) that the traffic source sent. */
  tokens: Record<string, string>;
  tags: string[];
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  type: 'visit';
  /** Where the visitor was sent, such as landing, offer or paused. */
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
    /** Publication of the change to the edges. */
    status: PublishStatus;
  };
};

export type ListCampaignsQuery = {
  /** Include archived records. */
  includeArchived?: '1' | undefined;
  limit?: number | undefined;
  /** Part of the name, case-insensitive. % and _ are literal. */
  query?: string | undefined;
  /** Alias of query. */
  q?: string | undefined;
  /** Only these records, separated by commas. Unknown IDs are ignored. */
  ids?: string[] | undefined;
};

export type ListLandingsQuery = {
  /** Part of the name, case-insensitive. % and _ are literal. */
  query?: string | undefined;
  /** Alias of query. */
  q?: string | undefined;
  /** Only these records, separated by commas. Unknown IDs are ignored. */
  ids?: string[] | undefined;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | undefined;
  /** Include archived records. */
  includeArchived?: '1' | undefined;
};

export type ListRotatorsQuery = {
  /** Part of the name, case-insensitive. % and _ are literal. */
  query?: string | undefined;
  /** Alias of query. */
  q?: string | undefined;
  /** Only these records, separated by commas. Unknown IDs are ignored. */
  ids?: string[] | undefined;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | undefined;
};

export type ListRotatorPathsQuery = {
  /** Only paths of this rotator. */
  rotatorId?: string | undefined;
  /** Only these records, separated by commas. Unknown IDs are ignored. */
  ids?: string[] | undefined;
  /** Include archived records. */
  includeArchived?: '1' | undefined;
};

export type GetReportQuery = {
  /** Start of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. */
  from: string;
  /** End of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. A date includes the whole day, a time without seconds the whole minute, a time with seconds the whole second. */
  to: string;
  /** IANA time zone. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Dimensions to group rows by. Without dimensions, the report has one row. */
  dimensions?: ReportDimension[] | undefined;
  /** Metrics to compute. Default: visits,lpclicks,conversions,cost,revenue,profit,roi. */
  metrics?: ReportMetric[] | undefined;
  /** Up to 6 expressions, separated by commas. A row must match all of them. Each is a dimension or metric, one of = != > <, and up to 1,000 values separated by |. Percent-encode each expression separately, but not the commas between them. */
  filter?: string[] | undefined;
  /** One of the requested dimensions or metrics. By default, the first dimension ascending if it is a time dimension, otherwise the first metric descending. */
  sortBy?: string | undefined;
  /** Sort direction. Missing values come last in both directions. */
  sortDir?: 'asc' | 'desc' | undefined;
  /** Adds meta.totals, the totals of all rows on all pages. A visit in several rows counts once. */
  totals?: '1' | undefined;
  limit?: number | undefined;
  /** Number of rows to skip. */
  offset?: number | undefined;
};

export type ListEventsQuery = {
  /** Start of the time range, inclusive. YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS], ISO 8601, or Unix time in seconds or milliseconds. Times without an offset are in timezone. */
  from: string;
  /** End of the time range, inclusive: a date includes the whole day, a time without seconds the whole minute. */
  to: string;
  /** IANA time zone of times without an offset and of the response. */
  timezone?: string | undefined;
  /** Only events of this campaign. */
  campaignId?: string | undefined;
  /** Only events of this type. */
  type?: 'visit' | 'lpclick' | 'event' | 'postback' | undefined;
  /** Only conversions with this index and their postbacks. Not allowed with type visit or lpclick. */
  idx?: number | undefined;
  limit?: number | undefined;
  /** nextCursor of the previous page; keep all other parameters unchanged. */
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
