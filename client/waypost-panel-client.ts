/** A client of the Waypost panel API, version 0.1.0. Written by `npm run docs`: do not edit. */

export type AffiliateNetwork = {
  id: string;
  name: string;
  clickIdParam: string | null;
  defaultPayout: number | null;
  currency: string | null;
  postbackIps: string[];
  statusMap: Record<string, 'hold' | 'approved' | 'rejected' | 'refunded'>;
  duplicatePolicy: 'ignore' | 'update' | 'accumulate' | 'append';
  decimalMark: 'point' | 'comma' | null;
  status: RecordStatus;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
};

/** Omitted fields keep their values. Lists and maps are replaced, not merged. */
export type AffiliateNetworkChange = {
  /** Version of the record that you read. The write fails if the record has changed since. */
  version: number;
  name?: string | undefined;
  clickIdParam?: string | null | undefined;
  /** At most 6 decimals. */
  defaultPayout?: number | null | undefined;
  currency?: string | null | undefined;
  postbackIps?: string[] | null | undefined;
  statusMap?: Record<string, 'hold' | 'approved' | 'rejected' | 'refunded'> | null | undefined;
  duplicatePolicy?: 'ignore' | 'update' | 'accumulate' | 'append' | null | undefined;
  decimalMark?: 'point' | 'comma' | null | undefined;
  status?: RecordStatus | undefined;
};

export type AffiliateNetworksPage = {
  items: ListedAffiliateNetwork[];
  meta: MetricListMeta;
};

export type AgentAnswer = {
  /** URL to open next in the browser. */
  returnTo: string;
};

export type AgentClient = {
  id: string;
  /** Name given by the client itself; not verified. */
  name: string;
  /** Host of the client metadata document. Null for a client that registered dynamically. */
  host: string | null;
};

export type AgentConnection = {
  id: string;
  clientName: string;
  redirectHost: string;
  /** The person who approved the connection. It is revoked when their membership ends. */
  person: {
    id: string;
    email: string;
  };
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** Accurate to the minute. */
  lastUsedAt: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  expiresAt: string;
};

export type AgentConnectionPage = {
  items: AgentConnection[];
  meta: ListMeta;
};

export type AgentRequest = {
  client: AgentClient;
  /** Host that the browser is redirected to afterwards. */
  redirectHost: string;
  /** website: a server on the internet. device: a program on the same machine, at a loopback address. app: any app that opens links with this scheme. */
  redirectKind: 'website' | 'device' | 'app';
  /** Data that the agent will be able to read. */
  reads: string[];
  /** ISO 8601 in UTC with milliseconds. */
  expiresAt: string;
};

export type Alert = {
  id: string;
  kind: AttentionKind;
  /** Description of the problem. The wording may change. */
  message: string;
  /** The record to fix. Null for problems of the installation. */
  subject: {
    type:
      | 'campaign'
      | 'offer'
      | 'rotator'
      | 'landing'
      | 'traffic-source'
      | 'workspace'
      | 'receiver'
      | 'key'
      | 'domain';
    /** ID of the record, or the origin of the receiver. */
    id: string;
    name: string;
  } | null;
  /** Number of occurrences, where they are counted. */
  count: number | null;
  /** ISO 8601 in UTC with milliseconds. */
  openedAt: string;
  /** Last time the problem was detected. */
  lastSeenAt: string;
  /** Null while the alert is open. */
  recoveredAt: string | null;
  /** Number of receivers notified of the start. */
  told: number;
  /** Number of receivers not notified yet. */
  toldWaiting: number;
};

export type AlertMail = {
  /** Send alert e-mails to the caller. */
  isWanted: boolean;
};

export type AlertPage = {
  items: Alert[];
  meta: ListMeta;
};

export type AlertReceiver = {
  id: string;
  type: 'mail' | 'webhook';
  /** E-mail address of the member, or the webhook URL. */
  to: string;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  last: AlertReceiverResult | null;
};

export type AlertReceiverResult = {
  /** ISO 8601 in UTC with milliseconds. */
  at: string;
  isOk: boolean;
  /** HTTP status code, if the receiver answered. */
  status: number | null;
  /** Error code of a failed delivery. */
  error: string | null;
};

export type AlertReceivers = {
  receivers: AlertReceiver[];
};

export type AlertRule = {
  kind: AttentionKind;
  isOn: boolean;
  /** Null for rules without a threshold. */
  threshold: number | null;
  /** True if the rule differs from the default. */
  isChanged: boolean;
};

export type AlertRuleChange = {
  isOn: boolean;
  /** Null or omitted: the default threshold. */
  threshold?: number | null | undefined;
};

export type AlertRules = {
  /** Installation rules are included only in the first workspace, for members who may see the installation. */
  rules: AlertRule[];
  /** Currency of money thresholds. */
  currency: string;
};

export type AlertSummary = {
  open: number;
  /** True if the caller gets alert e-mails. */
  isMailed: boolean;
  canSendMail: boolean;
  receivers: number;
};

export type AlertWebhookSecret = {
  id: string;
  /** Secret for verifying signatures. Returned only once. */
  secret: string;
};

export type ApiKey = {
  id: string;
  label: string;
  scope: 'read' | 'write';
  lifetimeDays: 30 | 90 | 180;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  state: 'active' | 'expired' | 'revoked';
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** ISO 8601 in UTC with milliseconds. */
  expiresAt: string;
  /** ISO 8601 in UTC with milliseconds. */
  rotatedAt: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  revokedAt: string | null;
  /** Updated with a delay of a few seconds. */
  lastUsedAt: string | null;
  /** Network of the last use. Full IP addresses are not stored. */
  lastUsedNetwork: string | null;
};

export type ApiKeyChange = {
  /** Version of the record that you read. The write fails if the record has changed since. */
  version: number;
  label: string;
};

export type ApiKeyPage = {
  items: ApiKey[];
  meta: ListMeta;
};

export type Attention = {
  /** Most urgent first, at most 20 of each kind. */
  items: AttentionItem[];
  /** False if the traffic store could not be queried. Some problems may be missing. */
  isComplete: boolean;
};

export type AttentionItem = {
  kind: AttentionKind;
  /** Description of the problem. The wording may change. */
  message: string;
  /** The record to fix. Null for problems of the installation. */
  subject: {
    type:
      | 'campaign'
      | 'offer'
      | 'rotator'
      | 'landing'
      | 'traffic-source'
      | 'workspace'
      | 'receiver'
      | 'key'
      | 'domain';
    /** ID of the record, or the origin of the receiver. */
    id: string;
    name: string;
  } | null;
  /** Number of occurrences, where they are counted. */
  count: number | null;
};

export type AttentionKind =
  | 'part-failing'
  | 'low-disk'
  | 'growing-spool'
  | 'late-traffic'
  | 'lost-traffic'
  | 'lost-conversions'
  | 'spend-without-conversions'
  | 'unusual-conversion-rate'
  | 'unmatched-events'
  | 'paused-receiver'
  | 'failed-postbacks'
  | 'full-offer'
  | 'full-path'
  | 'warning'
  | 'expiring-key'
  | 'expiring-certificate'
  | 'old-geo-files';

export type AuditEntry = {
  id: string;
  /** ISO 8601 in UTC with milliseconds. */
  at: string;
  actor: {
    type: 'operator' | 'user' | 'key' | 'agent' | 'system';
    /** ID of a user, an API key or an AI agent connection. */
    id: string | null;
    label: string;
  };
  /** Action, such as landing.create. */
  action: string;
  /** ID of the changed record. */
  subjectId: string;
  /** Name at the time of the change. Null if it has no name. */
  subjectName: string | null;
  /** Changed fields. Secrets are not shown. `before` is omitted for new fields, `after` for removed ones. */
  changes: AuditedChange[];
  /** Version of the record after the change. */
  version: number | null;
  /** IP address of the caller. */
  address: string | null;
  details: Record<string, unknown>;
};

export type AuditPage = {
  items: AuditEntry[];
  meta: ListMeta;
};

export type AuditedChange = {
  field: string;
  before?: unknown;
  after?: unknown;
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

export type BriefEvent = BriefVisitEvent | BriefLandingClickEvent | BriefGoalEvent | BriefPostbackEvent;

/** Current names. Null if there is no record or it was deleted. */
export type BriefEventLabels = {
  campaign: string | null;
  trafficSource: string | null;
  landing: string | null;
  offer: string | null;
};

export type BriefEventPage = {
  items: BriefEvent[];
  meta: ListMeta;
};

export type BriefGoalEvent = {
  type: 'event';
  id: string;
  /** ISO 8601 with milliseconds and the offset of the requested time zone. */
  time: string;
  visitId: string | null;
  /** Click ID of the visit. */
  clickId: string | null;
  campaignId: string | null;
  country: string | null;
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  label: string | null;
  status: 'hold' | 'approved' | 'rejected' | 'refunded' | null;
  transactionId: string | null;
  isConversion: boolean;
  labels: BriefEventLabels;
};

export type BriefLandingClickEvent = {
  type: 'lpclick';
  id: string;
  /** ISO 8601 with milliseconds and the offset of the requested time zone. */
  time: string;
  visitId: string | null;
  /** Click ID of the visit. */
  clickId: string | null;
  campaignId: string | null;
  country: string | null;
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  labels: BriefEventLabels;
};

export type BriefPostbackEvent = {
  type: 'postback';
  id: string;
  /** ISO 8601 with milliseconds and the offset of the requested time zone. */
  time: string;
  visitId: string | null;
  /** Click ID of the visit. */
  clickId: string | null;
  campaignId: string | null;
  country: string | null;
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  /** HTTP status code. Null without a response. */
  status: number | null;
  error: string | null;
  attempt: number;
  labels: BriefEventLabels;
};

export type BriefVisitEvent = {
  type: 'visit';
  id: string;
  /** ISO 8601 with milliseconds and the offset of the requested time zone. */
  time: string;
  visitId: string | null;
  /** Click ID of the visit. */
  clickId: string | null;
  campaignId: string | null;
  country: string | null;
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** Amount in the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  /** Where the visitor was sent, such as landing, offer or paused. */
  outcome: string | null;
  bot: boolean;
  prefetch: boolean;
  labels: BriefEventLabels;
};

/** Omitted fields keep their values, in nested objects too. Null resets a field to its default. */
export type CampaignChange = {
  /** Version of the record that you read. The write fails if the record has changed since. */
  version: number;
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

export type CampaignDuplication = {
  /** Defaults to the original name with (copy). */
  name?: string | undefined;
  /** `copy` gives the new campaign its own rotator. With `share`, every change of the rotator affects both campaigns. */
  rotator: 'copy' | 'share';
  /** Status of the new campaign; `paused` by default. */
  status?: 'active' | 'paused' | undefined;
};

export type CampaignLinks = {
  /** Campaign link for the ad, with all macros of the traffic source. */
  visit: string;
  /** URL for buttons on landing pages. */
  landingClick: string;
  /** Query string for ads that link directly to your page, with all macros of the traffic source. */
  page: string;
  /** Tracking script element for landing pages. Reports visits and clicks. */
  script: string;
  /** Pixel for e-mail and impressions, with all macros of the traffic source. */
  pixel: string;
  /** Incoming postback URL for affiliate networks. Secret, because it contains the key. Empty if you may not read the key. */
  event: string;
  /** Previous URL after a key rotation, while it still works. */
  previousEvent: {
    url: string;
    /** ISO 8601 in UTC with milliseconds. */
    until: string;
  } | null;
  /** Version of the campaign, required for writes. */
  version: number;
};

export type CampaignStatus = 'active' | 'paused' | 'archived';

export type CampaignsPage = {
  items: ListedCampaign[];
  meta: MetricListMeta;
};

/** A path with its caps, landing pages and offers. */
export type CappedStream = {
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
  /** The first cap reached applies. Hours and days are in the time zone of the workspace. A total starts when the cap is set. */
  caps: {
    limit: number;
    per: 'hour' | 'day' | 'total';
    counts: 'visits' | 'conversions';
  }[];
};

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

export type CostEntry = {
  id: string;
  campaignId: string;
  campaignName: string;
  /** Start of the time range. */
  from: string;
  /** Last millisecond of the time range. */
  to: string;
  tokens: Record<string, string>;
  mode: CostEntryMode;
  /** Decimal number as a string, exact to 12 decimals. */
  amount: string;
  /** Currency of the workspace when the entry was created. */
  currency: string;
  /** Amount and currency as entered. */
  original: {
    /** Decimal number as a string, exact to 12 decimals. */
    amount: string;
    currency: string;
  };
  /** Previous cost that the entry has replaced. Null if it replaces nothing. */
  takenOut: string | null;
  status: CostStatus;
  /** Reason of a failure. */
  reason: string | null;
  /** Number of visits it is distributed over. Null until they are counted. */
  visits: number | null;
  /** Distribution progress. Null until the visits are counted. */
  progress: {
    done: number;
    parts: number;
  } | null;
  /** ID of the entry that replaced this one. */
  replacedBy: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  createdBy: {
    type: 'operator' | 'user' | 'key' | 'system';
    id: string | null;
    label: string;
  };
  /** ISO 8601 in UTC with milliseconds. */
  withdrawnAt: string | null;
};

export type CostEntryInput = {
  /** ID or exact name of the campaign. */
  campaign: string;
  /** Date or time. Without an offset, in the time zone of the workspace. */
  from: string;
  /** Date or time, inclusive: a date includes the whole day, a second the whole second. */
  to: string;
  /** String or number with up to 9 digits before and 12 after the decimal point. Greater than 0 for add, not 0 for correct, 0 or more for replace. */
  amount: number | string;
  /** Adds to the cost of the visits, corrects it, or replaces it. Default: add. */
  mode?: CostEntryMode | undefined;
  /** Defaults to the currency of the workspace. */
  currency?: string | null | undefined;
  /** Only visits with these token values. */
  tokens?: Record<string, string> | null | undefined;
  /** Replaces overlapping entries. Only for mode add. */
  withdrawOverlapping?: boolean | undefined;
};

export type CostEntryMode = 'add' | 'correct' | 'replace';

/** How visits are charged: not at all, per visit, per unique visit, per 1,000 visits, per conversion, as a share of the revenue, or as sent by the traffic source. */
export type CostMode = 'none' | 'cpv' | 'cpuv' | 'cpm' | 'cpa' | 'revshare' | 'auto';

export type CostPage = {
  items: CostEntry[];
  meta: ListMeta;
};

export type CostStatus = 'pending' | 'spread' | 'withdrawing' | 'withdrawn' | 'failed';

export type CreatedId = {
  id: string;
};

/** One difference. A side without the value is omitted. */
export type Difference = {
  path: string;
  before?: unknown;
  after?: unknown;
};

export type Domain = {
  id: string;
  host: string;
  verification: 'pending' | 'verified' | 'failed';
  /** ISO 8601 in UTC with milliseconds. */
  checkedAt: string | null;
  checkError: string | null;
  status: RecordStatus;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
};

export type DomainsPage = {
  items: Domain[];
  meta: ListMeta;
};

export type DryRun = {
  id: string;
  rotatorId: string;
  state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed';
  progress: {
    looked: number;
    /** Null until the visits are counted. */
    of: number | null;
  };
  failure: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** ISO 8601 in UTC with milliseconds. */
  endedAt: string | null;
  result: DryRunResult | null;
};

export type DryRunGroup = {
  /** Null if the value is unknown. */
  value: string | null;
  visits: number;
  changed: number;
};

/** Rules to evaluate (the saved rules if omitted) and the visits to evaluate them with. */
export type DryRunInput = {
  draft?: RotatorRulesInput | null | undefined;
  /** Time range in days, up to now. Default: 7. */
  days?: number | null | undefined;
  /** Approximate number of visits to evaluate, sampled by ID, or all. Default: 50,000. */
  sample?: number | 'all' | null | undefined;
  /** Include bots. */
  bots?: boolean | null | undefined;
};

export type DryRunMove = {
  /** Recorded rule and path. */
  from: {
    /** Null for the default path. */
    ruleId: string | null;
    pathId: string;
  };
  to: {
    /** Null for the default path. */
    ruleId: string | null;
    pathId: string;
  };
  visits: number;
  /** Percentage with four decimals. */
  share: number;
  /** Newest visits of this move. */
  examples: {
    clickId: string;
    visitId: string;
    /** ISO 8601 in UTC with milliseconds. */
    time: string;
  }[];
};

/** Visits of the path with the recorded rules and with the draft, and the results of the visits that took it. */
export type DryRunPath = {
  pathId: string;
  recorded: number;
  draft: number;
  revenuePerVisit: DryRunPerVisit | null;
  profitPerVisit: DryRunPerVisit | null;
};

/** In the currency of the workspace. `low` and `high` are the 95% confidence interval of the mean (normal approximation), null if there are too few visits. */
export type DryRunPerVisit = {
  mean: number;
  low: number | null;
  high: number | null;
};

export type DryRunResult = {
  /** ISO 8601 in UTC with milliseconds. */
  from: string;
  /** ISO 8601 in UTC with milliseconds. */
  to: string;
  /** Visits routed by this rotator. */
  recorded: number;
  /** Visits in the sample. */
  looked: number;
  /** Sampled visits that the rules could be evaluated for. */
  judged: number;
  /** Not evaluated because a cap was reached. */
  capped: number;
  /** Not evaluated because a rule uses a field that is not recorded. */
  unrecorded: {
    field: string;
    visits: number;
  }[];
  /** Visits that take a different path than recorded. */
  changed: DryRunShare;
  /** Same path, different rule. */
  otherRule: number;
  /** Same path, different landing page. */
  otherLanding: number;
  /** Same path, different offer. */
  otherOffer: number;
  /** Visits that take a different path with the saved rules than recorded, because the rules have changed since. */
  bySaved: DryRunShare | null;
  /** Visits that take a different path with the draft than with the saved rules. */
  fromSaved: DryRunShare | null;
  /** Most visits first. */
  moves: DryRunMove[];
  /** Visits of moves that are not listed. */
  movesLeftOut: number;
  groups: {
    country: DryRunGroup[];
    deviceType: DryRunGroup[];
    trafficSource: DryRunGroup[];
  };
  paths: DryRunPath[];
  /** Names of rules, paths and traffic sources, by ID. */
  labels: Record<string, string>;
};

export type DryRunShare = {
  visits: number;
  /** Percentage with four decimals. */
  share: number;
  /** Margin of error of the share in percentage points, at 95% confidence. 0 if all visits were evaluated. */
  error: number;
};

export type Duplication = {
  /** Defaults to the original name with (copy). */
  name?: string | undefined;
};

export type EndedSessions = {
  ended: number;
};

export type Erasure = {
  id: string;
  /** Null once the deletion is complete. */
  clickId: string | null;
  /** begun: deletion is in progress. watched: all rows are deleted; late rows are deleted for three more days. stuck: the traffic store cannot delete rows at the moment. done: complete. */
  state: 'begun' | 'watched' | 'stuck' | 'done';
  /** ISO 8601 in UTC with milliseconds. */
  requestedAt: string;
  /** ISO 8601 in UTC with milliseconds. */
  finishedAt: string | null;
};

export type ErasurePage = {
  items: Erasure[];
  meta: ListMeta;
};

export type ErasureRequest = {
  /** Click ID of the visit, as passed to the landing page or affiliate network, or as shown in the event feed. */
  clickId: string;
  password: string;
  /** 6-digit code from the authenticator app, or a recovery code. */
  code?: string | undefined;
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
  /** Stable, machine-readable reason of the error. */
  reason?: string | undefined;
  /** With 409: IDs of campaigns that cannot be changed. */
  blockedCampaignIds?: string[] | undefined;
  [name: string]: unknown;
};

export type EvaluatedItem = {
  id: string;
  name: string;
  /** Percentage with four decimals. */
  share: number;
  /** served: receives visits. Otherwise the reason why it does not. full: a cap is reached now, regardless of the time of the visit. */
  state: 'served' | 'disabled' | 'archived' | 'weightless' | 'full';
  /** True if kept from the previous visit (sticky). */
  isKept: boolean;
  /** URL with the macros replaced for this visit and a sample click ID. Null if that fails. */
  url: string | null;
  /** URL with macros and the click ID parameter. */
  template: string;
  /** Macros of the template, without repeats. */
  macros: EvaluatedMacro[];
};

export type EvaluatedMacro = {
  /** Macro with its braces. */
  macro: string;
  /** Value before URL encoding. */
  value: string;
  /** empty: the macro has no value for this visit. unknown: not a macro, left unchanged. */
  state: 'filled' | 'empty' | 'unknown';
};

export type EvaluatedOffer = {
  id: string;
  name: string;
  /** Percentage with four decimals. */
  share: number;
  /** served: receives visits. Otherwise the reason why it does not. full: a cap is reached now, regardless of the time of the visit. */
  state: 'served' | 'disabled' | 'archived' | 'weightless' | 'full';
  /** True if kept from the previous visit (sticky). */
  isKept: boolean;
  /** URL with the macros replaced for this visit and a sample click ID. Null if that fails. */
  url: string | null;
  /** URL with macros and the click ID parameter. */
  template: string;
  /** Macros of the template, without repeats. */
  macros: EvaluatedMacro[];
  /** Number in landing page links: /go/2 leads to the offer with number 2. */
  link: number | null;
  /** Fallback offer that gets the visitors because this offer is full. */
  overflowOfferId: string | null;
};

export type Evaluation = {
  /** ISO 8601 in UTC with milliseconds. */
  time: string;
  /** Time zone of the workspace, used by conditions without their own. */
  timezone: string;
  /** Sample click ID in the URLs. */
  clickId: string;
  /** Version of the rotator whose rules were evaluated. Null for a draft. */
  rotatorVersion: number | null;
  /** Why these rules cannot be published. `paths` is empty then. */
  problem: string | null;
  /** The matching rule. Null for the default path. */
  ruleId: string | null;
  /** All rules by priority. */
  rules: {
    /** ID. New items of a draft have IDs that start with new-. */
    id: string;
    priority: number;
    name: string;
    enabled: boolean;
    /** Null if it depends on an unknown value. */
    holds: boolean | null;
    wins: boolean;
    /** False if the rule or all of its paths are disabled. */
    isServed: boolean;
    leaves: {
      /** Position in the condition tree. */
      path: (string | number)[];
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
      timezone?: string | undefined;
      windowHours?: number | undefined;
      /** Value of the visit. Null if unknown. */
      input: string | number | boolean | null;
      /** Null if the value is unknown. */
      result: boolean | null;
      /** Only for recorded visits. not-recorded: Waypost does not store the value. hidden: you may not read personal data. */
      unknown?: 'not-recorded' | 'hidden' | undefined;
    }[];
  }[];
  /** Paths of the matching rule, or the default path. */
  paths: {
    /** ID. New items of a draft have IDs that start with new-. */
    id: string;
    name: string;
    /** Percentage with four decimals. */
    share: number;
    /** served: receives visits. Otherwise the reason why it does not. full: a cap is reached now, regardless of the time of the visit. */
    state: 'served' | 'disabled' | 'archived' | 'weightless' | 'full';
    /** True if kept from the previous visit (sticky). */
    isKept: boolean;
    /** What visitors see first. Empty paths and paths whose offers are all full lead to the fallback. */
    outcome: 'landing' | 'offer' | 'empty-path' | 'all-capped';
    landings: EvaluatedItem[];
    offers: EvaluatedOffer[];
  }[];
  /** Problems with the saved values. Empty if there are none. */
  warnings: Warning[];
};

/** A hypothetical visit and, optionally, rules to evaluate instead of the saved ones. */
export type EvaluationInput = {
  /** Attribute values by condition field. Unless given, location and network are looked up from ip, device and bot from userAgent, and referrerDomain from referrer. Other omitted fields are unknown. */
  visitor?:
    | {
        country?: string | null | undefined;
        region?: string | null | undefined;
        city?: string | null | undefined;
        isp?: string | null | undefined;
        asn?: number | 'unknown' | null | undefined;
        connectionType?: string | null | undefined;
        deviceType?: string | null | undefined;
        deviceBrand?: string | null | undefined;
        deviceModel?: string | null | undefined;
        os?: string | null | undefined;
        osVersion?: string | null | undefined;
        browser?: string | null | undefined;
        browserVersion?: string | null | undefined;
        language?: string | null | undefined;
        referrer?: string | null | undefined;
        referrerDomain?: string | null | undefined;
        ip?: string | null | undefined;
        userAgent?: string | null | undefined;
        token1?: string | null | undefined;
        token2?: string | null | undefined;
        token3?: string | null | undefined;
        token4?: string | null | undefined;
        token5?: string | null | undefined;
        token6?: string | null | undefined;
        token7?: string | null | undefined;
        token8?: string | null | undefined;
        token9?: string | null | undefined;
        token10?: string | null | undefined;
        token11?: string | null | undefined;
        token12?: string | null | undefined;
        token13?: string | null | undefined;
        token14?: string | null | undefined;
        token15?: string | null | undefined;
        continent?: string | null | undefined;
        trafficSource?: string | null | undefined;
        campaign?: string | null | undefined;
        bot?: boolean | null | undefined;
        datacenter?: boolean | null | undefined;
        prefetch?: boolean | null | undefined;
      }
    | null
    | undefined;
  /** Query parameters of the link, for param.NAME and the tokens of the traffic source. */
  params?: Record<string, string> | null | undefined;
  /** Time of the visit. Default: now. */
  time?: string | null | undefined;
  /** True if the visitor is new in this scope. Default: new. */
  unique?:
    | {
        campaign?: boolean | null | undefined;
        path?: boolean | null | undefined;
        workspace?: boolean | null | undefined;
      }
    | null
    | undefined;
  /** Campaign of the visit. Its traffic source defines the meaning of the parameters. */
  campaignId?: string | null | undefined;
  /** Path, landing page and offer of the visitor’s previous visit, used if the rotator is sticky. */
  earlier?:
    | {
        pathId?: string | null | undefined;
        landingId?: string | null | undefined;
        offerId?: string | null | undefined;
      }
    | null
    | undefined;
  draft?: RotatorRulesInput | null | undefined;
};

/** Current names of the event’s records. Null if there is no record or it was deleted. */
export type EventLabels = {
  campaign: string | null;
  trafficSource: string | null;
  affiliateNetwork: string | null;
  rotator: string | null;
  path: string | null;
  landing: string | null;
  offer: string | null;
};

export type EventTailPage = {
  items: PanelEvent[];
  meta: ListMeta;
};

export type EventTimeline = {
  /** Null if the event belongs to no visit. */
  visitId: string | null;
  clickId: string | null;
  /** Null if the visit has not been stored yet or has expired. */
  visit: PanelVisitEvent | null;
  /** Oldest first, like all lists in this object. */
  clicks: PanelLandingClickEvent[];
  /** Every change of every conversion, with its values at that time. */
  conversions: PanelGoalEvent[];
  postbacks: VisitPostback[];
  /** False if the visit has more than the 2,000 rows shown. */
  isComplete: boolean;
};

export type EventTrial = {
  /** URL of the request with the key of the campaign: complete, or starting at /e/. With campaignId, the query parameters are enough. */
  url?: string | null | undefined;
  /** Recorded request to test, instead of all other fields of the request. */
  inboxId?: string | null | undefined;
  /** Campaign, if the URL has no key. */
  campaignId?: string | null | undefined;
  /** Unsaved goal rules to test. */
  draft?: GoalDraft | null | undefined;
  /** Body of a POST request: form or JSON. */
  body?: string | null | undefined;
  contentType?: string | null | undefined;
  /** Sender IP address. Without it, IP allowlists are not checked. */
  address?: string | null | undefined;
};

export type EventTrialResult = {
  /** Campaign of the request. Null if the key belongs to no campaign of the workspace. */
  campaign: {
    id: string;
    name: string;
  } | null;
  /** The matching goal rule. Null if none matches or the campaign has none. */
  rule: {
    /** Position in the list, starting at 1. */
    place: number;
    label: string;
  } | null;
  /** Visit of the click ID, recorded or not. */
  visit: {
    id: string;
    /** ISO 8601 in UTC with milliseconds. */
    time: string;
  } | null;
  /** Null if the campaign was not found. */
  verdict: string | null;
  /** Parsed values, by condition field. */
  read: Record<string, string>;
  changes: {
    isNew: boolean;
    idx: number;
    label: string;
    transactionId: string;
    status: 'hold' | 'approved' | 'rejected' | 'refunded';
    /** Exact decimal number as a string. */
    payout: string;
    currency: string;
    /** Exact decimal number as a string. */
    revenue: string;
    /** Postback that would be sent. */
    postback: {
      method: string;
      url: string;
      body: string | null;
    } | null;
    /** Why no postback would be sent. */
    noPostback: string | null;
  }[];
  /** Summary in sentences. */
  words: string[];
};

export type FoundVisit = {
  /** Click ID of the visit. */
  clickId: string;
  time: string;
  campaign: string | null;
  /** Matched value: the external click ID or the transaction ID of a conversion. */
  match: 'externalId' | 'transactionId';
};

export type GoalDraft = {
  /** Campaign whose rules are replaced. */
  campaignId: string;
  rules: {
    id?: string | null | undefined;
    priority?: unknown;
    enabled?: boolean | null | undefined;
    label: string;
    conditions: ConditionTree | null;
    actions: {
      idx: number;
      label: string;
      enabled?: boolean | null | undefined;
      payoutType?: 'auto' | 'fixed' | 'none' | null | undefined;
      /** At most 6 decimals. */
      payoutFixed?: number | null | undefined;
      costType?: 'none' | 'fixed' | 'share' | null | undefined;
      /** At most 6 decimals. */
      costFixed?: number | null | undefined;
      /** At most 6 decimals. */
      costShare?: number | null | undefined;
      postbackUrl?: string | null | undefined;
      postbackEnabled?: boolean | null | undefined;
      postbackOn?: ('first' | 'hold' | 'approved' | 'rejected' | 'refunded' | 'change')[] | null | undefined;
      postbackMethod?: 'GET' | 'POST' | null | undefined;
      postbackHeaders?:
        | {
            name: string;
            value: string;
          }[]
        | null
        | undefined;
      postbackBody?: string | null | undefined;
      storeValue?: boolean | null | undefined;
      isConversion?: boolean | null | undefined;
      affectsCost?: boolean | null | undefined;
      affectsRevenue?: boolean | null | undefined;
      from?: 'network' | 'page' | 'both' | null | undefined;
    }[];
  }[];
};

export type HostRecord = {
  /** Name of the DNS record. */
  host: string;
  type: 'CNAME';
  /** Host that the record must point to. */
  value: string;
  /** wrong: the record points to another host. missing: there is no record. unknown: the DNS servers did not answer. */
  state: 'right' | 'wrong' | 'missing' | 'unknown';
  /** Current targets of the record. */
  found: string[];
};

export type HostToPause = {
  /** Scheme, host and port of the receiver. */
  origin: string;
  /** Length of the pause in minutes. */
  minutes: number;
};

export type HostToResume = {
  /** Scheme, host and port of the receiver. */
  origin: string;
};

export type InboxChange = {
  conversionId: string;
  /** ID in the event feed. */
  eventId: string;
  isNew: boolean;
  /** Index of the action and its metrics. */
  idx: number;
  label: string;
  transactionId: string;
  status: 'hold' | 'approved' | 'rejected' | 'refunded';
  /** Exact decimal number as a string. */
  payout: string;
  /** Currency of the payout. The revenue is in the currency of the workspace. */
  currency: string;
  /** Revenue if counted in full, regardless of the status. */
  revenue: string;
  /** ID of the postback to the traffic source. */
  postbackId: string | null;
  /** Why no postback is sent. Null if there is one. */
  noPostback: string | null;
};

export type InboxEntry = {
  id: string;
  campaignId: string;
  /** ISO 8601 in UTC with milliseconds. */
  receivedAt: string;
  /** HTTP method. PAGE for events reported by the tracking script. */
  method: 'GET' | 'POST' | 'PAGE';
  /** Query string as sent, with secrets masked. Null if you may not read personal data. */
  query: string | null;
  contentType: string;
  /** Body as sent, with secrets masked. Null if you may not read personal data. */
  body: string | null;
  /** Null if you may not read personal data. */
  address: string | null;
  /** Null if you may not read personal data. */
  userAgent: string | null;
  /** Null until processed. */
  verdict: string | null;
  /** Explanation of the result. */
  reason: string | null;
  /** Conversions created or changed. */
  changes: InboxChange[];
  /** ISO 8601 in UTC with milliseconds. */
  handledAt: string | null;
  attempts: number;
  /** Time of the next attempt. Null once processed. */
  nextAt: string | null;
};

export type InboxPage = {
  items: InboxEntry[];
  meta: ListMeta;
};

export type InboxReplay = {
  id: string;
  /** True if it only shows what would change. */
  isPreview: boolean;
  campaignId: string | null;
  /** Version of the campaign when the replay was started. */
  campaignVersion: number | null;
  /** ISO 8601 in UTC with milliseconds. */
  from: string;
  /** ISO 8601 in UTC with milliseconds. */
  to: string;
  state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed';
  progress: {
    done: number;
    /** Null until the requests are counted. */
    of: number | null;
  };
  failure: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  createdBy: {
    type: string;
    id: string | null;
    label: string;
  };
  /** ISO 8601 in UTC with milliseconds. */
  endedAt: string | null;
  /** If stopped or failed: the work done until then, or null for a preview. */
  result: InboxReplayResult | null;
  /** For a preview: requests whose result would change, oldest first, at most 200. Otherwise empty. */
  examples: ReplayedRequest[];
};

export type InboxReplayOrder = {
  /** Only incoming postbacks of this campaign. */
  campaignId?: string | null | undefined;
  /** Start of the time range, inclusive. */
  from: string;
  /** End of the time range, inclusive. */
  to: string;
  /** Applies the replay. If omitted, only a preview is created. */
  apply?:
    | {
        /** Number of requests in the preview. If it has changed since, nothing is applied. */
        requests: number;
      }
    | null
    | undefined;
};

export type InboxReplayPage = {
  items: ListedInboxReplay[];
  meta: ListMeta;
};

export type InboxReplayResult = {
  /** Number of evaluated requests. */
  requests: number;
  /** Number of requests with a different result than before. */
  changed: number;
  verdicts: {
    /** Result, as in the inbox. */
    before: string;
    /** Result, as in the inbox. */
    after: string;
    requests: number;
  }[];
};

export type InputIssue = {
  /** Path of the field, such as cost.amount. Empty for the whole body. */
  path: string;
  message: string;
};

export type Installation = {
  version: string;
  /** Traffic store. */
  trafficStore: 'clickhouse' | 'postgres';
  /** If false, the person who creates an invitation or reset link has to pass it on. */
  canSendMail: boolean;
  /** True if WAYPOST_PUBLIC_URL is set. */
  hasPublicUrl: boolean;
  /** Host of WAYPOST_TRACKING_URL, the DNS target of tracking domains. Null if not set. */
  trackingHost: string | null;
  /** True until the first sign-in. */
  isFirstSignInPending: boolean;
};

export type Invitation = {
  id: string;
  email: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** Null if invited by the operator of the installation. */
  invitedBy: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** ISO 8601 in UTC with milliseconds. */
  expiresAt: string;
};

export type InvitationAcceptance = {
  token: string;
  /** New password for a new person, or the existing password. Omit it when signed in. */
  password?: string | undefined;
  /** 6-digit code from the authenticator app, or a recovery code. */
  code?: string | undefined;
};

export type InvitationLookup = {
  token: string;
};

export type InvitationPage = {
  items: Invitation[];
  meta: ListMeta;
};

/** Omitted fields keep their values. */
export type LandingChange = {
  /** Version of the record that you read. The write fails if the record has changed since. */
  version: number;
  name?: string | undefined;
  /** Absolute http or https URL. Macros such as {clickid} are allowed after the host. */
  url?: string | undefined;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | null | undefined;
};

export type LandingsPage = {
  items: ListedLanding[];
  meta: MetricListMeta;
};

export type ListMeta = {
  limit: number;
  /** Number of items on this page. */
  count: number;
  /** Number of items on all pages. Null if there are too many to count. */
  total: number | null;
  /** Cursor of the next page. Null on the last page. */
  nextCursor: string | null;
};

export type ListedAffiliateNetwork = {
  id: string;
  name: string;
  clickIdParam: string | null;
  defaultPayout: number | null;
  currency: string | null;
  postbackIps: string[];
  statusMap: Record<string, 'hold' | 'approved' | 'rejected' | 'refunded'>;
  duplicatePolicy: 'ignore' | 'update' | 'accumulate' | 'append';
  decimalMark: 'point' | 'comma' | null;
  status: RecordStatus;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  metrics?: RecordMetrics | undefined;
  previousMetrics?: RecordMetrics | undefined;
};

export type ListedCampaign = {
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
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  /** Status before the campaign was archived; null unless it is archived. */
  archivedFrom: 'active' | 'paused' | null;
  metrics?: RecordMetrics | undefined;
  previousMetrics?: RecordMetrics | undefined;
};

export type ListedInboxReplay = {
  id: string;
  /** True if it only shows what would change. */
  isPreview: boolean;
  campaignId: string | null;
  /** Version of the campaign when the replay was started. */
  campaignVersion: number | null;
  /** ISO 8601 in UTC with milliseconds. */
  from: string;
  /** ISO 8601 in UTC with milliseconds. */
  to: string;
  state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed';
  progress: {
    done: number;
    /** Null until the requests are counted. */
    of: number | null;
  };
  failure: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  createdBy: {
    type: string;
    id: string | null;
    label: string;
  };
  /** ISO 8601 in UTC with milliseconds. */
  endedAt: string | null;
  /** If stopped or failed: the work done until then, or null for a preview. */
  result: InboxReplayResult | null;
};

export type ListedLanding = {
  id: string;
  name: string;
  url: string;
  /** ISO 3166-1 alpha-2 country code in upper case. */
  country: string | null;
  status: RecordStatus;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  metrics?: RecordMetrics | undefined;
  previousMetrics?: RecordMetrics | undefined;
};

export type ListedOffer = {
  id: string;
  name: string;
  affiliateNetworkId: string | null;
  url: string;
  country: string | null;
  payout: {
    mode: 'auto' | 'fixed';
    amount: number | null;
  };
  /** The first cap reached applies. Hours and days are in the time zone of the workspace. A total starts when the cap is set. */
  caps: {
    limit: number;
    per: 'hour' | 'day' | 'total';
    counts: 'clicks' | 'conversions';
  }[];
  /** Fallback offer that gets the visitors once a cap is reached. */
  overflowOfferId: string | null;
  shortName: string | null;
  status: RecordStatus;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  metrics?: RecordMetrics | undefined;
  previousMetrics?: RecordMetrics | undefined;
};

export type ListedReport = {
  id: string;
  name: string;
  /** True: visible to all members of the workspace. False: visible only to the owner. */
  isShared: boolean;
  /** ID of the person who saved the report. */
  ownerId: string;
  /** True if the caller is the owner. */
  isMine: boolean;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** ISO 8601 in UTC with milliseconds. */
  updatedAt: string;
};

export type ListedRotator = {
  id: string;
  name: string;
  /** Label only. Any number of campaigns can use the rotator. */
  shared: boolean;
  /** ISO 3166-1 alpha-2 country code in upper case. */
  country: string | null;
  status: RecordStatus;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  metrics?: RecordMetrics | undefined;
  previousMetrics?: RecordMetrics | undefined;
};

export type ListedTrafficSource = {
  id: string;
  name: string;
  clickIdParam: string | null;
  costParam: string | null;
  postbackUrl: string | null;
  clickIdMacro: string | null;
  costMacro: string | null;
  currency: string | null;
  tokens: {
    index: number;
    param: string;
    name: string;
    macro: string | null;
  }[];
  postbackMethod: 'GET' | 'POST';
  /** Headers of the postback. Values are shown as ******** if you may not change them, except for content-type, accept and user-agent. */
  postbackHeaders: {
    name: string;
    value: string;
  }[];
  /** Request body. Macros are replaced as in the URL. */
  postbackBody: string | null;
  status: RecordStatus;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  metrics?: RecordMetrics | undefined;
  previousMetrics?: RecordMetrics | undefined;
};

export type Member = {
  id: string;
  email: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  /** True if two-factor authentication is enabled. */
  secondFactor: boolean;
  /** ISO 8601 in UTC with milliseconds. */
  joinedAt: string;
};

export type MemberChange = {
  /** Version of the record that you read. The write fails if the record has changed since. */
  version: number;
  role: 'owner' | 'admin' | 'member' | 'viewer';
};

export type MemberPage = {
  items: Member[];
  meta: ListMeta;
};

export type MetricListMeta = {
  limit: number;
  /** Number of items on this page. */
  count: number;
  /** Number of items on all pages. Null if there are too many to count. */
  total: number | null;
  /** Cursor of the next page. Null on the last page. */
  nextCursor: string | null;
  /** Totals of all records of the list, on all pages. */
  totals?: RecordMetrics | undefined;
  previousTotals?: RecordMetrics | undefined;
};

/** Either all records are changed or none. */
export type NamedRecords = {
  records: {
    id: string;
    /** Version of the record that you read. The write fails if the record has changed since. */
    version: number;
  }[];
};

/** The version is that of the network. */
export type NetworkTokenState = {
  isSet: boolean;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
};

export type NewAffiliateNetwork = {
  name: string;
  /** Query parameter that passes the click ID to the network. Added to the URLs of its offers. */
  clickIdParam?: string | null | undefined;
  /** Payout of a conversion when neither the incoming postback nor the offer sets one. */
  defaultPayout?: number | null | undefined;
  /** Currency of amounts that do not name one. Defaults to the currency of the workspace. */
  currency?: string | null | undefined;
  /** IP addresses and networks that may send conversions. An empty list allows all. */
  postbackIps?: string[] | null | undefined;
  /** Maps the status values of the network (case-insensitive) to conversion statuses. */
  statusMap?: Record<string, 'hold' | 'approved' | 'rejected' | 'refunded'> | null | undefined;
  /** How a repeated conversion is handled. */
  duplicatePolicy?: 'ignore' | 'update' | 'accumulate' | 'append' | null | undefined;
  /** Decimal separator of amounts. If not set, only unambiguous amounts are accepted. */
  decimalMark?: 'point' | 'comma' | null | undefined;
  status?: 'active' | undefined;
};

export type NewAlertWebhook = {
  /** HTTPS URL on the public internet. Each notification is sent with POST. */
  url: string;
};

export type NewApiKey = {
  label: string;
  scope: 'read' | 'write';
  lifetimeDays: 30 | 90 | 180;
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

export type NewDomain = {
  host: string;
};

/** A hypothetical visit and the rules of a new rotator. */
export type NewEvaluationInput = {
  /** Attribute values by condition field. Unless given, location and network are looked up from ip, device and bot from userAgent, and referrerDomain from referrer. Other omitted fields are unknown. */
  visitor?:
    | {
        country?: string | null | undefined;
        region?: string | null | undefined;
        city?: string | null | undefined;
        isp?: string | null | undefined;
        asn?: number | 'unknown' | null | undefined;
        connectionType?: string | null | undefined;
        deviceType?: string | null | undefined;
        deviceBrand?: string | null | undefined;
        deviceModel?: string | null | undefined;
        os?: string | null | undefined;
        osVersion?: string | null | undefined;
        browser?: string | null | undefined;
        browserVersion?: string | null | undefined;
        language?: string | null | undefined;
        referrer?: string | null | undefined;
        referrerDomain?: string | null | undefined;
        ip?: string | null | undefined;
        userAgent?: string | null | undefined;
        token1?: string | null | undefined;
        token2?: string | null | undefined;
        token3?: string | null | undefined;
        token4?: string | null | undefined;
        token5?: string | null | undefined;
        token6?: string | null | undefined;
        token7?: string | null | undefined;
        token8?: string | null | undefined;
        token9?: string | null | undefined;
        token10?: string | null | undefined;
        token11?: string | null | undefined;
        token12?: string | null | undefined;
        token13?: string | null | undefined;
        token14?: string | null | undefined;
        token15?: string | null | undefined;
        continent?: string | null | undefined;
        trafficSource?: string | null | undefined;
        campaign?: string | null | undefined;
        bot?: boolean | null | undefined;
        datacenter?: boolean | null | undefined;
        prefetch?: boolean | null | undefined;
      }
    | null
    | undefined;
  /** Query parameters of the link, for param.NAME and the tokens of the traffic source. */
  params?: Record<string, string> | null | undefined;
  /** Time of the visit. Default: now. */
  time?: string | null | undefined;
  /** True if the visitor is new in this scope. Default: new. */
  unique?:
    | {
        campaign?: boolean | null | undefined;
        path?: boolean | null | undefined;
        workspace?: boolean | null | undefined;
      }
    | null
    | undefined;
  /** Campaign of the visit. Its traffic source defines the meaning of the parameters. */
  campaignId?: string | null | undefined;
  /** Path, landing page and offer of the visitor’s previous visit, used if the rotator is sticky. */
  earlier?:
    | {
        pathId?: string | null | undefined;
        landingId?: string | null | undefined;
        offerId?: string | null | undefined;
      }
    | null
    | undefined;
  draft: RotatorRulesInput;
};

export type NewInvitation = {
  /** E-mail address, case-insensitive. */
  email: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
};

export type NewLanding = {
  name: string;
  /** Absolute http or https URL. Macros such as {clickid} are allowed after the host. */
  url: string;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | null | undefined;
  status?: 'active' | null | undefined;
};

export type NewOffer = {
  name: string;
  affiliateNetworkId?: string | null | undefined;
  /** Absolute http or https URL. Macros such as {clickid} are allowed after the host. */
  url: string;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | null | undefined;
  payout?:
    | {
        mode: 'auto';
        amount?: null | undefined;
      }
    | {
        mode: 'fixed';
        /** At most 6 decimals. */
        amount: number;
      }
    | null
    | undefined;
  /** The first cap reached applies. Hours and days are in the time zone of the workspace. A total starts when the cap is set. */
  caps?:
    | {
        limit: number;
        per: 'hour' | 'day' | 'total';
        counts: 'clicks' | 'conversions';
      }[]
    | null
    | undefined;
  /** Fallback offer that gets the visitors once a cap is reached. */
  overflowOfferId?: string | null | undefined;
  /** Short name in landing page links: /go/NAME. If several offers of a path have the same name, the first is used. */
  shortName?: string | null | undefined;
  status?: 'active' | undefined;
};

export type NewRotator = {
  name: string;
  /** Label only. Any number of campaigns can use the rotator. */
  shared?: boolean | null | undefined;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | null | undefined;
  status?: 'active' | null | undefined;
};

export type NewSavedReport = {
  name: string;
  question: SavedReportDefinition;
  /** True: visible to all members of the workspace. False: visible only to the owner. */
  isShared?: boolean | null | undefined;
};

export type NewSourceWithTokens = {
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
  /** Currency of the costs that the traffic source sends, converted with the rates of the workspace. Null for the currency of the workspace. */
  currency?: string | null | undefined;
  tokens?:
    | {
        index: number;
        param: string;
        name: string;
        /** Macro of the traffic source for this value. Added to campaign links. */
        macro?: string | null | undefined;
      }[]
    | null
    | undefined;
  postbackMethod?: 'GET' | 'POST' | null | undefined;
  postbackHeaders?:
    | {
        name: string;
        value: string;
      }[]
    | null
    | undefined;
  postbackBody?: string | null | undefined;
};

export type NewUpload =
  | {
      kind: 'conversions';
      fileName: string;
      /** Validate each line without saving anything. */
      dryRun?: boolean | undefined;
      /** Maps column names to fields. Null ignores a column. Columns that are not listed are recognized by name. */
      columns?:
        | Record<
            string,
            'clickId' | 'amount' | 'transactionId' | 'event' | 'status' | 'currency' | 'time' | null
          >
        | undefined;
      /** Send postbacks for counted conversions. Default: true. */
      postbacks?: boolean | undefined;
    }
  | {
      kind: 'costs';
      fileName: string;
      /** Validate each line without saving anything. */
      dryRun?: boolean | undefined;
      /** Maps column names to fields. Null ignores a column. Columns that are not listed are recognized by name. */
      columns?:
        | Record<
            string,
            | 'campaign'
            | 'from'
            | 'to'
            | 'amount'
            | 'currency'
            | 'mode'
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
            | null
          >
        | undefined;
      /** Mode of lines that do not set one. Default: add. */
      mode?: CostEntryMode | undefined;
      /** Replaces existing entries that overlap with added lines. */
      withdrawOverlapping?: boolean | undefined;
    };

export type Offer = {
  id: string;
  name: string;
  affiliateNetworkId: string | null;
  url: string;
  country: string | null;
  payout: {
    mode: 'auto' | 'fixed';
    amount: number | null;
  };
  /** The first cap reached applies. Hours and days are in the time zone of the workspace. A total starts when the cap is set. */
  caps: {
    limit: number;
    per: 'hour' | 'day' | 'total';
    counts: 'clicks' | 'conversions';
  }[];
  /** Fallback offer that gets the visitors once a cap is reached. */
  overflowOfferId: string | null;
  shortName: string | null;
  status: RecordStatus;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
};

/** Omitted fields keep their values. Payout and caps are replaced, not merged. */
export type OfferChange = {
  /** Version of the record that you read. The write fails if the record has changed since. */
  version: number;
  name?: string | undefined;
  affiliateNetworkId?: string | null | undefined;
  /** Absolute http or https URL. Macros such as {clickid} are allowed after the host. */
  url?: string | undefined;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | null | undefined;
  payout?:
    | {
        mode: 'auto';
        amount?: null | undefined;
      }
    | {
        mode: 'fixed';
        /** At most 6 decimals. */
        amount: number;
      }
    | null
    | undefined;
  /** The first cap reached applies. Hours and days are in the time zone of the workspace. A total starts when the cap is set. */
  caps?:
    | {
        limit: number;
        per: 'hour' | 'day' | 'total';
        counts: 'clicks' | 'conversions';
      }[]
    | null
    | undefined;
  /** Fallback offer that gets the visitors once a cap is reached. */
  overflowOfferId?: string | null | undefined;
  /** Short name in landing page links: /go/NAME. If several offers of a path have the same name, the first is used. */
  shortName?: string | null | undefined;
  status?: RecordStatus | undefined;
};

export type OffersPage = {
  items: ListedOffer[];
  meta: MetricListMeta;
};

export type OwnAccount = {
  id: string;
  email: string;
  sessionId: string;
  /** Workspace last used in this session, accurate to the minute. */
  lastWorkspaceId: string;
  /** Sorted by the time of joining. */
  workspaces: OwnWorkspace[];
  /** ISO 8601 in UTC with milliseconds. */
  passwordChangedAt: string;
  /** True if the password must be changed first with `POST /password`. */
  mustChangePassword: boolean;
  secondFactor: {
    enabled: boolean;
    recoveryCodesLeft: number;
  };
};

export type OwnSession = {
  id: string;
  isCurrent: boolean;
  /** Workspace last used in this session. Null if the person has left it. */
  workspaceId: string | null;
  begunBy: 'sign-in' | 'invitation';
  userAgent: string;
  /** Network that the session was started from. Full IP addresses are not stored. */
  network: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** Accurate to the minute. */
  lastSeenAt: string;
  /** Latest expiry. Sessions also expire after 12 hours without a request. */
  expiresAt: string;
};

export type OwnSessionPage = {
  items: OwnSession[];
  meta: ListMeta;
};

export type OwnWorkspace = {
  id: string;
  name: string;
  /** IANA time zone of the workspace. */
  timezone: string;
  /** Currency of all amounts of the workspace. */
  currency: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** Permissions of the role. */
  permissions: Permission[];
};

export type PanelCampaign = {
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
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  /** Status before the campaign was archived; null unless it is archived. */
  archivedFrom: 'active' | 'paused' | null;
};

export type PanelEvent = PanelVisitEvent | PanelLandingClickEvent | PanelGoalEvent | PanelPostbackEvent;

export type PanelEventPage = {
  items: PanelEvent[];
  meta: ListMeta;
};

export type PanelGoalAction = {
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
  /** Postback URL of this action. Overrides the URLs of the campaign and the traffic source. */
  postbackUrl: string | null;
  postbackEnabled: boolean;
  /** Store the amount sent as the value metric, such as value1 for event 1. */
  storeValue: boolean;
  /** Count as a conversion. Otherwise it is counted only as a custom event. */
  isConversion: boolean;
  /** Include its cost in the cost of reports. */
  affectsCost: boolean;
  /** Include its payout in the revenue of reports. */
  affectsRevenue: boolean;
  /** Accepted senders: affiliate networks, pages, or both. */
  from: 'network' | 'page' | 'both';
  /** When a postback is sent: the first time the event counts, when the conversion gets one of these statuses, or at each later change of status or amount. */
  postbackOn: ('first' | 'hold' | 'approved' | 'rejected' | 'refunded' | 'change')[];
  postbackMethod: 'GET' | 'POST';
  /** Headers of the postback. Values are shown as ******** if you may not change them, except for content-type, accept and user-agent. */
  postbackHeaders: {
    name: string;
    value: string;
  }[];
  /** Request body. Macros are replaced as in the URL. */
  postbackBody: string | null;
};

export type PanelGoalEvent = {
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
  labels: EventLabels;
};

/** Maps incoming postbacks of a campaign to actions. */
export type PanelGoalRule = {
  id: string;
  /** Rules are checked in ascending order. */
  priority: number;
  enabled: boolean;
  label: string;
  /** Null matches every incoming postback. */
  conditions: ConditionTree | null;
  actions: PanelGoalAction[];
};

/** All goal rules of the campaign. Rules that are omitted are removed. */
export type PanelGoalRulesInput = {
  /** Version of the record that you read. The write fails if the record has changed since. */
  version: number;
  rules: {
    id?: string | null | undefined;
    priority?: unknown;
    enabled?: boolean | null | undefined;
    label: string;
    conditions: ConditionTree | null;
    actions: {
      idx: number;
      label: string;
      enabled?: boolean | null | undefined;
      payoutType?: 'auto' | 'fixed' | 'none' | null | undefined;
      /** At most 6 decimals. */
      payoutFixed?: number | null | undefined;
      costType?: 'none' | 'fixed' | 'share' | null | undefined;
      /** At most 6 decimals. */
      costFixed?: number | null | undefined;
      /** At most 6 decimals. */
      costShare?: number | null | undefined;
      postbackUrl?: string | null | undefined;
      postbackEnabled?: boolean | null | undefined;
      postbackOn?: ('first' | 'hold' | 'approved' | 'rejected' | 'refunded' | 'change')[] | null | undefined;
      postbackMethod?: 'GET' | 'POST' | null | undefined;
      postbackHeaders?:
        | {
            name: string;
            value: string;
          }[]
        | null
        | undefined;
      postbackBody?: string | null | undefined;
      storeValue?: boolean | null | undefined;
      isConversion?: boolean | null | undefined;
      affectsCost?: boolean | null | undefined;
      affectsRevenue?: boolean | null | undefined;
      from?: 'network' | 'page' | 'both' | null | undefined;
    }[];
  }[];
};

export type PanelLanding = {
  id: string;
  name: string;
  url: string;
  /** ISO 3166-1 alpha-2 country code in upper case. */
  country: string | null;
  status: RecordStatus;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
};

export type PanelLandingClickEvent = {
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
  labels: EventLabels;
};

export type PanelPostbackEvent = {
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
  labels: EventLabels;
};

export type PanelReport = {
  rows: ReportRow[];
  meta: PanelReportMeta;
};

export type PanelReportDefinition = {
  /** Start of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. */
  from: string;
  /** End of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. A date includes the whole day, a time without seconds the whole minute, a time with seconds the whole second. */
  to: string;
  /** IANA time zone. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Dimensions to group rows by. Without dimensions, the report has one row. */
  dimensions?: PanelReportDimension[] | undefined;
  /** Metrics to compute. Default: visits, lpclicks, conversions, cost, revenue, profit, roi. */
  metrics?: PanelReportMetric[] | undefined;
  /** Filters. A row must match all of them. */
  filters?: PanelReportFilter[] | undefined;
  /** One of the requested dimensions or metrics. By default, the first dimension ascending if it is a time dimension, otherwise the first metric descending. */
  sortBy?: string | undefined;
  /** Sort direction. Missing values come last in both directions. */
  sortDir?: 'asc' | 'desc' | undefined;
  /** Adds meta.totals, the totals of all rows on all pages. A visit in several rows counts once. */
  totals?: boolean | undefined;
  /** Include test visits and their conversions. By default they are left out, unless a filter selects their tag, waypost-test. */
  includeTests?: boolean | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
};

export type PanelReportDimension =
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
  | 'tag'
  | 'status';

export type PanelReportExport = {
  /** Start of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. */
  from: string;
  /** End of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. A date includes the whole day, a time without seconds the whole minute, a time with seconds the whole second. */
  to: string;
  /** IANA time zone. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Dimensions to group rows by. Without dimensions, the report has one row. */
  dimensions?: PanelReportDimension[] | undefined;
  /** Metrics to compute. Default: visits, lpclicks, conversions, cost, revenue, profit, roi. */
  metrics?: PanelReportMetric[] | undefined;
  /** Filters. A row must match all of them. */
  filters?: PanelReportFilter[] | undefined;
  /** One of the requested dimensions or metrics. By default, the first dimension ascending if it is a time dimension, otherwise the first metric descending. */
  sortBy?: string | undefined;
  /** Sort direction. Missing values come last in both directions. */
  sortDir?: 'asc' | 'desc' | undefined;
  /** Include test visits and their conversions. By default they are left out, unless a filter selects their tag, waypost-test. */
  includeTests?: boolean | undefined;
};

export type PanelReportFilter = {
  /** Dimension or metric. */
  field:
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
    | 'tag'
    | 'status'
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
    | 'value20'
    | 'conversionsHold'
    | 'conversionsApproved'
    | 'conversionsRefunded'
    | 'conversionsRejected'
    | 'conversionsAll'
    | 'approveRate';
  /** is, isNot: any or none of the values. contains, notContains, startsWith: for text dimensions, case-insensitive. gt, lt: for metrics, numbers and times. */
  op: 'is' | 'isNot' | 'gt' | 'lt' | 'contains' | 'notContains' | 'startsWith';
  /** At most 10000 values, 100 for contains, notContains and startsWith, one for gt and lt. null matches missing values. */
  values: (string | number | null)[];
};

export type PanelReportMeta = {
  /** ISO 8601 in UTC with milliseconds. */
  from: string;
  /** ISO 8601 in UTC with milliseconds. */
  to: string;
  timezone: string;
  /** Currency of all amounts. */
  currency: string;
  dimensions: PanelReportDimension[];
  metrics: PanelReportMetric[];
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

export type PanelReportMetric =
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
  | 'value20'
  | 'conversionsHold'
  | 'conversionsApproved'
  | 'conversionsRefunded'
  | 'conversionsRejected'
  | 'conversionsAll'
  | 'approveRate';

export type PanelRotator = {
  id: string;
  name: string;
  /** Label only. Any number of campaigns can use the rotator. */
  shared: boolean;
  /** ISO 3166-1 alpha-2 country code in upper case. */
  country: string | null;
  status: RecordStatus;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
};

export type PanelRotatorPath = {
  id: string;
  rotatorId: string;
  name: string;
  /** ISO 8601 in UTC with milliseconds. */
  deletedAt: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** ISO 8601 in UTC with milliseconds. */
  updatedAt: string;
};

export type PanelVisitEvent = {
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
  labels: EventLabels;
};

export type PasswordChange = {
  currentPassword: string;
  /** 12 to 1,000 characters. Passwords that are easy to guess or contain the e-mail address are rejected. */
  newPassword: string;
};

export type PasswordReset = {
  token: string;
  /** 12 to 1,000 characters. Passwords that are easy to guess or contain the e-mail address are rejected. */
  password: string;
};

export type PasswordResetRequest = {
  /** E-mail address, case-insensitive. */
  email: string;
};

export type PausedHost = {
  /** Scheme, host and port of the receiver. */
  origin: string;
  /** Error code of the last attempt, or its HTTP status such as `status_503`. */
  reason: string;
  /** Consecutive attempts without a response or with a server error. */
  failures: number;
  /** ISO 8601 in UTC with milliseconds. */
  failingSince: string;
  /** ISO 8601 in UTC with milliseconds. */
  pausedAt: string;
  /** Then one attempt checks whether the receiver works again. */
  pausedUntil: string;
  /** Postbacks waiting for this receiver. */
  waiting: number;
};

export type PausedHosts = {
  items: PausedHost[];
  meta: ListMeta;
};

export type Permission =
  | 'workspaces.read'
  | 'workspaces.settings'
  | 'people.read'
  | 'people.manage'
  | 'keys.list'
  | 'keys.create'
  | 'keys.rename'
  | 'keys.rotate'
  | 'keys.revoke'
  | 'agents.connect'
  | 'agents.manage'
  | 'system.read'
  | 'alerts.read'
  | 'alerts.manage'
  | 'subscriptions.read'
  | 'audit.read'
  | 'campaigns.read'
  | 'campaigns.write'
  | 'incoming-keys.read'
  | 'incoming-keys.rotate'
  | 'inbox.read'
  | 'inbox.replay'
  | 'inbox.try'
  | 'postbacks.read'
  | 'postbacks.retry'
  | 'postbacks.test'
  | 'costs.read'
  | 'costs.write'
  | 'conversions.upload'
  | 'uploads.read'
  | 'uploads.write'
  | 'events.read'
  | 'reports.read'
  | 'reports.save'
  | 'reports.share'
  | 'reports.manage-shared'
  | 'events.export'
  | 'personal-data.read'
  | 'visits.erase'
  | 'landings.read'
  | 'landings.write'
  | 'rotators.read'
  | 'rotators.write'
  | 'rotators.manage'
  | 'goals.read'
  | 'goals.write'
  | 'traffic-sources.read'
  | 'traffic-sources.write'
  | 'traffic-sources.manage'
  | 'offers.read'
  | 'offers.write'
  | 'affiliate-networks.read'
  | 'affiliate-networks.write'
  | 'domains.read'
  | 'domains.write'
  | 'domains.check'
  | 'configuration.export'
  | 'configuration.import';

export type Postback = {
  /** Sent with every attempt in the x-waypost-postback-id header. */
  id: string;
  campaignId: string;
  /** The event that the postback reports. */
  eventId: string;
  idx: number;
  /** Trigger of the postback. */
  occasion: 'first' | 'hold' | 'approved' | 'rejected' | 'refunded' | 'change';
  method: 'GET' | 'POST';
  /** Null if you may not read personal data. */
  url: string | null;
  /** Scheme, host and port of the receiver. */
  origin: string;
  state: PostbackState;
  /** Number of attempts. */
  attempts: number;
  /** Time of the next attempt, unless the receiver is paused. Null once delivered or failed. */
  nextAt: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  lastAttemptAt: string | null;
  /** HTTP status code of the last attempt. */
  lastStatus: number | null;
  /** Error code if there was no response. */
  lastError: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** ISO 8601 in UTC with milliseconds. */
  finishedAt: string | null;
};

export type PostbackAttemptPage = {
  items: PanelPostbackEvent[];
  meta: ListMeta;
};

export type PostbackPage = {
  items: Postback[];
  meta: ListMeta;
};

export type PostbackState = 'waiting' | 'delivered' | 'failed';

export type PostbackTest = {
  /** Campaign. The URL of the action, the campaign or the traffic source is used, in that order. */
  campaignId?: string | null | undefined;
  /** Traffic source, instead of a campaign. */
  trafficSourceId?: string | null | undefined;
  /** Index of the action. Default: 1. */
  idx?: number | null | undefined;
  /** Click ID of the visit whose values replace the macros. Sample values are used if omitted. */
  clickId?: string | null | undefined;
  event?: string | null | undefined;
  status?: 'hold' | 'approved' | 'rejected' | 'refunded' | null | undefined;
  transactionId?: string | null | undefined;
  /** Payout in the currency of the workspace. Default: 1. */
  payout?: string | null | undefined;
  /** true sends the postback, false only shows it. */
  send: boolean;
};

export type PostbackTestResult = {
  /** The request. Null if no postback would be sent. */
  request: {
    method: 'GET' | 'POST';
    url: string;
    /** Secret values are masked here but sent. */
    headers: {
      name: string;
      value: string;
    }[];
    body: string | null;
  } | null;
  /** Why no postback would be sent. */
  noPostback: string | null;
  /** Null if nothing was sent. */
  answer: {
    /** HTTP status code. Null without a response. */
    status: number | null;
    /** Error code if there was no response. */
    error: string | null;
    /** First 2 KiB of the response. */
    response: string;
    durationMs: number;
  } | null;
};

export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  /** Visible columns of each list, in order, by list name. At most 30 lists. */
  columns: Record<string, string[]>;
  /** Last used time range. */
  range:
    | {
        name:
          | 'today'
          | 'yesterday'
          | 'last-7-days'
          | 'last-14-days'
          | 'last-30-days'
          | 'this-week'
          | 'last-week'
          | 'this-month'
          | 'last-month';
      }
    | {
        from: string;
        to: string;
      }
    | null;
  /** Last used workspace. */
  workspaceId: string | null;
};

export type Publication = {
  /** True if a change is waiting to be published. */
  waiting: boolean;
  /** Last published version of the campaign. Null if it is not live. */
  version: number | null;
  /** Why the last change could not be published. */
  failure: string | null;
  edges: {
    /** Number of live edges. */
    live: number;
    /** Number of live edges that serve this version. */
    serving: number;
  };
};

export type PublishStatus = 'queued' | 'published' | 'failed';

export type Receiver = {
  /** Scheme, host and port of the receiver. */
  origin: string;
  /** Postbacks waiting to be sent. */
  waiting: number;
  /** Delivered postbacks of the last 7 days. */
  delivered: number;
  /** Failed postbacks of the last 7 days. */
  failed: number;
  /** Null if the receiver is not paused. */
  pausedUntil: string | null;
  /** Error code of the pause. `paused_by_hand` if paused manually. */
  reason: string | null;
};

export type Receivers = {
  items: Receiver[];
  meta: ListMeta;
};

/** Values of the requested metrics. Counts and amounts are 0 without traffic. */
export type RecordMetrics = ReportTotals;

export type RecordStatus = 'active' | 'archived';

export type RecordVersion = {
  version: number;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  author: {
    type: 'operator' | 'user' | 'key' | 'system';
    id: string | null;
    label: string;
  };
  /** Changes from the previous version, in words. */
  changes: string[];
};

export type RecordVersionDetail = {
  version: number;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  author: {
    type: 'operator' | 'user' | 'key' | 'system';
    id: string | null;
    label: string;
  };
  /** Changes from the previous version, in words. */
  changes: string[];
  /** Changes from the previous version as data. */
  differences: Difference[];
  content: Record<string, unknown>;
};

export type RecordVersionPage = {
  items: RecordVersion[];
  meta: ListMeta;
};

export type RecoveryCodes = {
  /** Recovery codes, returned only once. Each code works once. */
  recoveryCodes: string[];
};

export type ReplayedRequest = {
  id: string;
  /** ISO 8601 in UTC with milliseconds. */
  receivedAt: string;
  /** Result, as in the inbox. */
  before: string;
  /** Result, as in the inbox. */
  after: string;
  changes: {
    isNew: boolean;
    idx: number;
    label: string;
    transactionId: string;
    status: 'hold' | 'approved' | 'rejected' | 'refunded';
    /** Exact decimal number as a string. */
    payout: string;
    currency: string;
    /** Exact decimal number as a string. */
    revenue: string;
  }[];
};

/** Values of the requested dimensions and metrics. */
export type ReportRow = Record<string, string | number | null>;

/** Metric totals of all rows on all pages. */
export type ReportTotals = Record<string, number | null>;

export type ResumedHost = {
  /** False if the receiver was not paused. */
  resumed: boolean;
};

/** Omitted fields keep their values. */
export type RotatorChange = {
  /** Version of the record that you read. The write fails if the record has changed since. */
  version: number;
  name?: string | undefined;
  shared?: boolean | null | undefined;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | null | undefined;
  status?: RecordStatus | undefined;
};

export type RotatorPathsPage = {
  items: PanelRotatorPath[];
  meta: ListMeta;
};

/** Rules and paths of a rotator. */
export type RotatorRouting = {
  /** Increases with every change of the rules. */
  version: number;
  /** Path used when no rule matches. */
  defaultPathId: string;
  rules: RotatorRule[];
  paths: CappedStream[];
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

/** All rules and paths of the rotator. Rules and paths that are omitted are removed. IDs of new paths start with new-. */
export type RotatorRulesInput = {
  version: number;
  defaultPathId: string;
  rules: {
    id?: string | null | undefined;
    priority?: unknown;
    name: string;
    enabled?: boolean | null | undefined;
    conditions: ConditionTree | null;
    paths: {
      pathId: string;
      weight?: number | null | undefined;
    }[];
  }[];
  paths: {
    id?: string | null | undefined;
    name: string;
    enabled?: boolean | null | undefined;
    /** The first cap reached applies. Hours and days are in the time zone of the workspace. A total starts when the cap is set. */
    caps?:
      | {
          limit: number;
          per: 'hour' | 'day' | 'total';
          counts: 'visits' | 'conversions';
        }[]
      | null
      | undefined;
    landings?:
      | {
          landingId: string;
          weight?: number | null | undefined;
          enabled?: boolean | null | undefined;
        }[]
      | null
      | undefined;
    offers?:
      | {
          offerId: string;
          weight?: number | null | undefined;
          enabled?: boolean | null | undefined;
        }[]
      | null
      | undefined;
  }[];
};

export type RotatorVisits = {
  /** ISO 8601 in UTC with milliseconds. */
  from: string;
  /** ISO 8601 in UTC with milliseconds. */
  to: string;
  /** All visits routed by the rotator, without bots. */
  visits: number;
  /** Visits by rule, including deleted rules. Rules without visits are left out. */
  rules: {
    /** Null for the default path. */
    ruleId: string | null;
    visits: number;
  }[];
  paths: {
    pathId: string;
    visits: number;
  }[];
};

export type RotatorsPage = {
  items: ListedRotator[];
  meta: MetricListMeta;
};

export type SavedPreferences = {
  /** Version of the preferences. 0 if none were saved yet. */
  version: number;
  preferences: Preferences;
};

export type SavedReport = {
  id: string;
  name: string;
  /** True: visible to all members of the workspace. False: visible only to the owner. */
  isShared: boolean;
  /** ID of the person who saved the report. */
  ownerId: string;
  /** True if the caller is the owner. */
  isMine: boolean;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** ISO 8601 in UTC with milliseconds. */
  updatedAt: string;
  /** A SavedReportDefinition. */
  question: Record<string, unknown>;
};

/** Omitted fields keep their values. */
export type SavedReportChange = {
  /** Version of the record that you read. The write fails if the record has changed since. */
  version: number;
  name?: string | undefined;
  /** Replaces the definition. */
  question?: SavedReportDefinition | undefined;
  /** True: visible to all members of the workspace. False: visible only to the owner. */
  isShared?: boolean | undefined;
};

/** Report definition without paging, with an optional comparison period. from and to can be omitted. */
export type SavedReportDefinition = {
  /** Start of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. */
  from?: string | undefined;
  /** End of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. A date includes the whole day, a time without seconds the whole minute, a time with seconds the whole second. */
  to?: string | undefined;
  /** IANA time zone. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Dimensions to group rows by. Without dimensions, the report has one row. */
  dimensions?: PanelReportDimension[] | undefined;
  /** Metrics to compute. Default: visits, lpclicks, conversions, cost, revenue, profit, roi. */
  metrics?: PanelReportMetric[] | undefined;
  /** Filters. A row must match all of them. */
  filters?: PanelReportFilter[] | undefined;
  /** One of the requested dimensions or metrics. By default, the first dimension ascending if it is a time dimension, otherwise the first metric descending. */
  sortBy?: string | undefined;
  /** Sort direction. Missing values come last in both directions. */
  sortDir?: 'asc' | 'desc' | undefined;
  /** Adds meta.totals, the totals of all rows on all pages. A visit in several rows counts once. */
  totals?: boolean | undefined;
  /** Include test visits and their conversions. By default they are left out, unless a filter selects their tag, waypost-test. */
  includeTests?: boolean | undefined;
  /** Comparison period: the previous period (before), the same days a week, month or year earlier, or dates such as 2026-10-01..2026-10-07. */
  compare?: string | undefined;
  /** Sort rows by the size of the change. */
  order?: 'change' | undefined;
};

export type SavedReportPage = {
  items: ListedReport[];
  meta: ListMeta;
};

export type SearchHit = {
  id: string;
  name: string;
  /** True if archived or, for API keys, revoked or expired. */
  isArchived: boolean;
  match: 'exact' | 'prefix' | 'contains';
  /** Host of its URL. */
  host: string | null;
  shortName: string | null;
};

export type SearchResult = {
  /** At most 20 hits in total: exact matches first, then prefixes, then partial matches, archived records last. Groups are sorted by their best hit. */
  groups: {
    type:
      | 'campaign'
      | 'traffic-source'
      | 'offer'
      | 'landing'
      | 'rotator'
      | 'affiliate-network'
      | 'domain'
      | 'key';
    hits: SearchHit[];
  }[];
  hasMore: boolean;
};

export type SecondFactorConfirmation = {
  /** 6-digit code from the authenticator app, or a recovery code. */
  code: string;
};

export type SecondFactorOffer = {
  /** Secret in Base32, for manual entry. */
  secret: string;
  /** URI for a QR code: otpauth://totp/… */
  uri: string;
};

export type SecondFactorProof = {
  password: string;
  /** 6-digit code from the authenticator app, or a recovery code. */
  code: string;
};

export type SecondFactorStart = {
  password: string;
};

export type SentInvitation = {
  id: string;
  /** False if no mail server is configured. */
  mailed: boolean;
  /** Link to pass on if no e-mail was sent, returned only once. Anyone who opens it can accept the invitation. Null if it was sent by e-mail. */
  link: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  expiresAt: string;
};

export type ShownInvitation = {
  /** Name of the workspace. */
  workspace: string;
  /** E-mail address of the invited person. */
  email: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** ISO 8601 in UTC with milliseconds. */
  expiresAt: string;
  /** True: accept with the existing password. False: choose a new one. */
  hasAccount: boolean;
};

export type ShownRotatorSettings = {
  /** Returning visitors keep their path. */
  sticky: boolean;
  /** Returning visitors keep their landing page if it is still in their path. */
  stickyLanding: boolean;
  /** Returning visitors keep their offer if it is still in their path. */
  stickyOffer: boolean;
  /** Number of days after a visit for which these settings apply. */
  stickyDays: number;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
};

export type SignIn = {
  /** E-mail address, case-insensitive. */
  email: string;
  password: string;
  /** 6-digit code from the authenticator app, or a recovery code. */
  code?: string | undefined;
};

export type SignInResult = {
  signedIn: boolean;
  /** `needed`: the password is correct. Send it again with a code. */
  secondFactor: 'needed' | null;
  /** True if the password was set by someone else. Until it is changed, all other operations answer 403 with the reason `password-change-required`. */
  mustChangePassword: boolean;
};

/** Settings of a well-known traffic source: the parameters and macros of its links, and its postback format. */
export type SourceTemplate = {
  id: string;
  name: string;
  clickIdParam: string | null;
  clickIdMacro: string | null;
  costParam: string | null;
  costMacro: string | null;
  tokens: {
    index: number;
    param: string;
    name: string;
    macro: string;
  }[];
  /** Null if there is no postback URL that works for all accounts. See the note. */
  postback: TemplatePostback | null;
  /** Instructions and open questions. */
  note: string | null;
  /** Date when the template was checked. */
  lookedUpAt: string;
  /** Documentation that the template is based on. */
  lookedUpIn: string;
};

export type SourceTemplatesPage = {
  items: SourceTemplate[];
  meta: ListMeta;
};

export type Subscription = {
  status: 'active' | 'lapsed' | 'none';
  /** True if API keys work and can be created. */
  apiAccess: boolean;
};

export type SystemHealth = {
  /** unknown: the status port of this machine does not answer. `parts` and `restarts` are empty then. */
  status: 'ready' | 'degraded' | 'unavailable' | 'unknown';
  version: string;
  /** Traffic store. */
  trafficStore: 'clickhouse' | 'postgres';
  parts: SystemPart[];
  /** Restarts of each process since the installation was started. */
  restarts: {
    process: string;
    count: number;
  }[];
  /** Processes that ended on this machine, and starts and stops of the installation, newest first. Null if not recorded. */
  restartLog:
    | {
        /** Process name. waypost means the whole installation. */
        process: string;
        why: string;
        /** Last occurrence, if repeated. */
        at: string;
        times: number;
      }[]
    | null;
  /** Spools of the edges on this machine, with rows that are not shipped yet. */
  spool: {
    name: string;
    /** In bytes. */
    backlogBytes: number;
    oldestSeconds: number;
  }[];
  /** Size of the PostgreSQL database in bytes. */
  databaseBytes: number;
  /** Size of the recorded traffic in bytes. Part of databaseBytes if stored in PostgreSQL; for a cluster, the size on one server. Null if unknown. */
  trafficBytes: number | null;
  /** Age of the older GeoIP database file in days. Null if no edge reports it. */
  geoAgeDays: number | null;
  /** Disk of the data directory. Null if it cannot be read. */
  disk: {
    /** In bytes. */
    freeBytes: number;
    /** In bytes. */
    totalBytes: number;
  } | null;
  /** Modification time of the file last-backup in the data directory. Backup scripts touch it after each backup. Null if it does not exist. */
  lastBackupAt: string | null;
  edges: {
    name: string;
    isAlive: boolean;
    /** ISO 8601 in UTC with milliseconds. */
    startedAt: string;
    /** Expiry of the edge’s lease, which it renews continuously. */
    lastHeardAt: string;
    /** All rows up to this time have been shipped. */
    shippedUntil: string | null;
    /** True if it serves the latest published configuration. */
    isCurrent: boolean;
  }[];
  publication: {
    /** Campaigns with changes waiting to be published. */
    waiting: number;
    /** Campaigns whose last change could not be published. */
    failed: number;
  };
  /** Scheduled jobs of the workers. Late jobs are overdue and not running. */
  jobs: {
    name: string;
    /** ISO 8601 in UTC with milliseconds. */
    dueAt: string;
    isLate: boolean;
  }[];
  backlog: {
    /** Incoming postbacks waiting to be processed. */
    inboxRequests: number;
    /** Rows waiting to be shipped to the traffic store. */
    outboxRows: number;
    /** Postbacks due but not sent yet. */
    postbacks: number;
  };
  erasures: {
    stuck: number;
  };
  /** ISO 8601 in UTC with milliseconds. */
  checkedAt: string;
};

export type SystemPart = {
  /** Process, or component of a process such as worker/postgres. */
  name: string;
  isOk: boolean;
  /** If true, Waypost cannot serve requests without it. */
  isEssential: boolean;
  /** ISO 8601 in UTC with milliseconds. */
  since: string;
  message: string | null;
};

/** Postback format of the traffic source. */
export type TemplatePostback = {
  url: string;
  method: 'GET' | 'POST';
  headers: {
    name: string;
    value: string;
  }[];
  body: string | null;
  /** Account-specific values. Replace each placeholder before use. */
  own: {
    /** Placeholder in the URL, headers or body. */
    placeholder: string;
    /** Name of the value at the traffic source. */
    name: string;
  }[];
};

/** `direct`: a script on the landing page reports the visit, without a redirect. */
export type TrackingMethod = 'redirect' | 'direct';

export type TrafficSource = {
  id: string;
  name: string;
  clickIdParam: string | null;
  costParam: string | null;
  postbackUrl: string | null;
  clickIdMacro: string | null;
  costMacro: string | null;
  currency: string | null;
  tokens: {
    index: number;
    param: string;
    name: string;
    macro: string | null;
  }[];
  postbackMethod: 'GET' | 'POST';
  /** Headers of the postback. Values are shown as ******** if you may not change them, except for content-type, accept and user-agent. */
  postbackHeaders: {
    name: string;
    value: string;
  }[];
  /** Request body. Macros are replaced as in the URL. */
  postbackBody: string | null;
  status: RecordStatus;
  /** Increases with every change of the record. Send it with a write to detect conflicts. */
  version: number;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
};

/** Omitted fields keep their values. The lists of tokens and headers are replaced, not merged. */
export type TrafficSourceChange = {
  /** Version of the record that you read. The write fails if the record has changed since. */
  version: number;
  name?: string | undefined;
  clickIdParam?: string | null | undefined;
  costParam?: string | null | undefined;
  /** Absolute http or https URL on the public internet. Private, loopback and metadata hosts are rejected. Empty for none. */
  postbackUrl?: string | null | undefined;
  clickIdMacro?: string | null | undefined;
  costMacro?: string | null | undefined;
  /** Currency of the costs that the traffic source sends, converted with the rates of the workspace. Null for the currency of the workspace. */
  currency?: string | null | undefined;
  tokens?:
    | {
        index: number;
        param: string;
        name: string;
        /** Macro of the traffic source for this value. Added to campaign links. */
        macro?: string | null | undefined;
      }[]
    | null
    | undefined;
  postbackMethod?: 'GET' | 'POST' | null | undefined;
  postbackHeaders?:
    | {
        name: string;
        value: string;
      }[]
    | null
    | undefined;
  postbackBody?: string | null | undefined;
  status?: RecordStatus | undefined;
};

export type TrafficSourcesPage = {
  items: ListedTrafficSource[];
  meta: MetricListMeta;
};

export type UndoneUpload = {
  upload: Upload;
  /** Number of entries being reversed. */
  withdrawn: number;
  /** Number of entries that stay because they failed or were replaced by a later entry. Reverse the later entry first to reverse them, too. */
  kept: number;
};

export type Upload = {
  id: string;
  kind: 'conversions' | 'costs';
  fileName: string;
  dryRun: boolean;
  state: UploadState;
  progress: UploadNumbers;
  /** Number of lines by result. */
  counts: Record<string, number>;
  failure: UploadFailure | null;
  /** True if entries of this upload can be reversed. Only cost uploads can. */
  canUndo: boolean;
  /** Time when the last reversible entry was reversed. */
  undoneAt: string | null;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  createdBy: {
    type: string;
    id: string | null;
    label: string;
  };
  /** ISO 8601 in UTC with milliseconds. */
  endedAt: string | null;
};

export type UploadFailure = {
  /** cut-off: the upload was interrupted. too-large: the file exceeds the limit. several-files: the form has more than one file. unreadable: not a file of this kind. stopped: the process was stopped. */
  reason: 'cut-off' | 'too-large' | 'several-files' | 'unreadable' | 'stopped';
  message: string;
};

export type UploadLine = {
  /** Line number, starting at 1. */
  line: number;
  fate: 'taken' | 'refused';
  verdict: string;
  /** Why the line was rejected. */
  message: string | null;
  /** ID of the created cost entry. */
  recordId: string | null;
  /** For conversions: why no postback is sent. */
  noPostback: string | null;
};

export type UploadLinePage = {
  items: UploadLine[];
  meta: ListMeta;
};

export type UploadNumbers = {
  /** Bytes read. */
  bytes: number;
  /** Lines processed, accepted or rejected. */
  lines: number;
  taken: number;
  refused: number;
};

export type UploadPage = {
  items: Upload[];
  meta: ListMeta;
};

/** waiting: no file received yet. reading: in progress. done: all lines processed. failed: stopped before the end. */
export type UploadState = 'waiting' | 'reading' | 'done' | 'failed';

export type VisitExplanation = {
  visitId: string;
  recorded: {
    outcome: string | null;
    /** Null if no rule matched and the default path was used. */
    ruleId: string | null;
    pathId: string | null;
    landingId: string | null;
    offerId: string | null;
    /** Choices carried over from the visitor’s previous visit. */
    kept: ('path' | 'landing' | 'offer')[];
    /** Whether a cap changed the decision. */
    isCapped: boolean;
  };
  /** agrees: the rules lead to the recorded rule and path. undetermined: they may, but a value they need is unknown. contradicts: they lead elsewhere. not-routed: no rules were applied. */
  verdict: 'agrees' | 'undetermined' | 'contradicts' | 'not-routed';
  /** The verdict in words, with its reason. */
  note: string;
  /** True if these are the rules that decided the visit, false if they are the current ones. */
  usesDecidingRules: boolean;
  /** Null if no rules were applied or the rotator’s records are gone. */
  evaluation: Evaluation | null;
};

export type VisitPostback = {
  /** The event that the postback reports. */
  eventId: string | null;
  /** Current state. Null if the postback has expired and only its attempts remain. */
  postback: Postback | null;
  /** Oldest first. */
  attempts: PanelPostbackEvent[];
};

export type VisitSearchResult = {
  /** Newest first, at most 5 for each kind of match. */
  items: FoundVisit[];
  /** False if there may be more, because the search stops after 2 seconds. Use the event list to continue. */
  isComplete: boolean;
};

export type WarnedRecord = {
  type: 'landing' | 'offer' | 'traffic-source' | 'campaign' | 'workspace';
  id: string;
  name: string;
  warnings: Warning[];
  /** Campaigns that use the record, newest first, without archived ones. A campaign includes itself. */
  campaigns: {
    id: string;
    name: string;
    status: CampaignStatus;
  }[];
};

export type WarnedRecordPage = {
  items: WarnedRecord[];
  meta: ListMeta;
};

export type Warning = {
  /** Path of the field, such as url or rules.0.actions.1.postbackUrl. */
  path: string;
  /** Human-readable message. The wording may change. */
  message: string;
  /** Macro that was probably intended, such as {clickid}. */
  suggestion?: string | undefined;
};

export type ListSessionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-lastSeenAt' | 'lastSeenAt' | 'createdAt' | '-createdAt' | undefined;
};

export type ListMembersQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: 'joinedAt' | '-joinedAt' | 'email' | '-email' | 'role' | '-role' | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
};

export type ListInvitationsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: 'createdAt' | '-createdAt' | 'expiresAt' | '-expiresAt' | 'email' | '-email' | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
};

export type ListCampaignsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** -createdAt, name, -name, createdAt, updatedAt, -updatedAt, status, -status, country, -country, or one of the requested metrics. A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: string | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
  /** 0: without archived records. 1: only archived records. all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these records, separated by commas. Unknown IDs are ignored. */
  ids?: string[] | undefined;
  /** Only campaigns with this status. Archived campaigns also need `archived`. */
  status?: CampaignStatus | undefined;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | undefined;
  trafficSourceId?: string | undefined;
  rotatorId?: string | undefined;
  domainId?: string | undefined;
  /** Metrics of each record, as in reports. Requires from and to. */
  metrics?: PanelReportMetric[] | undefined;
  /** Start of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. */
  from?: string | undefined;
  /** End of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. A date includes the whole day, a time without seconds the whole minute, a time with seconds the whole second. */
  to?: string | undefined;
  /** IANA time zone. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Adds the metrics of the previous period of the same length. For a period still in progress, up to the same hour. */
  compare?: 'previous' | undefined;
};

export type SaveCampaignGoalsQuery = {
  /** Save even if a macro looks like a misspelled known macro. Without it, the save fails and details.warnings has a suggestion. */
  acceptUnknownMacros?: '1' | undefined;
};

export type GetCampaignLinksQuery = {
  /** Verified domain to use instead of the campaign’s. */
  domainId?: string | undefined;
};

export type ListLandingsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** -createdAt, name, -name, createdAt, updatedAt, -updatedAt, status, -status, country, -country, or one of the requested metrics. A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: string | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
  /** 0: without archived records. 1: only archived records. all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these records, separated by commas. Unknown IDs are ignored. */
  ids?: string[] | undefined;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | undefined;
  /** Metrics of each record, as in reports. Requires from and to. */
  metrics?: PanelReportMetric[] | undefined;
  /** Start of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. */
  from?: string | undefined;
  /** End of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. A date includes the whole day, a time without seconds the whole minute, a time with seconds the whole second. */
  to?: string | undefined;
  /** IANA time zone. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Adds the metrics of the previous period of the same length. For a period still in progress, up to the same hour. */
  compare?: 'previous' | undefined;
};

export type CreateLandingQuery = {
  /** Save even if a macro looks like a misspelled known macro. Without it, the save fails and details.warnings has a suggestion. */
  acceptUnknownMacros?: '1' | undefined;
};

export type UpdateLandingQuery = {
  /** Save even if a macro looks like a misspelled known macro. Without it, the save fails and details.warnings has a suggestion. */
  acceptUnknownMacros?: '1' | undefined;
};

export type ListOffersQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** -createdAt, name, -name, createdAt, updatedAt, -updatedAt, status, -status, country, -country, or one of the requested metrics. A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: string | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
  /** 0: without archived records. 1: only archived records. all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these records, separated by commas. Unknown IDs are ignored. */
  ids?: string[] | undefined;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | undefined;
  affiliateNetworkId?: string | undefined;
  /** Metrics of each record, as in reports. Requires from and to. */
  metrics?: PanelReportMetric[] | undefined;
  /** Start of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. */
  from?: string | undefined;
  /** End of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. A date includes the whole day, a time without seconds the whole minute, a time with seconds the whole second. */
  to?: string | undefined;
  /** IANA time zone. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Adds the metrics of the previous period of the same length. For a period still in progress, up to the same hour. */
  compare?: 'previous' | undefined;
};

export type CreateOfferQuery = {
  /** Save even if a macro looks like a misspelled known macro. Without it, the save fails and details.warnings has a suggestion. */
  acceptUnknownMacros?: '1' | undefined;
};

export type UpdateOfferQuery = {
  /** Save even if a macro looks like a misspelled known macro. Without it, the save fails and details.warnings has a suggestion. */
  acceptUnknownMacros?: '1' | undefined;
};

export type ListAffiliateNetworksQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** -createdAt, name, -name, createdAt, updatedAt, -updatedAt, status, -status, or one of the requested metrics. A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: string | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
  /** 0: without archived records. 1: only archived records. all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these records, separated by commas. Unknown IDs are ignored. */
  ids?: string[] | undefined;
  /** Metrics of each record, as in reports. Requires from and to. */
  metrics?: PanelReportMetric[] | undefined;
  /** Start of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. */
  from?: string | undefined;
  /** End of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. A date includes the whole day, a time without seconds the whole minute, a time with seconds the whole second. */
  to?: string | undefined;
  /** IANA time zone. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Adds the metrics of the previous period of the same length. For a period still in progress, up to the same hour. */
  compare?: 'previous' | undefined;
};

export type ListTrafficSourcesQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** -createdAt, name, -name, createdAt, updatedAt, -updatedAt, status, -status, or one of the requested metrics. A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: string | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
  /** 0: without archived records. 1: only archived records. all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these records, separated by commas. Unknown IDs are ignored. */
  ids?: string[] | undefined;
  /** Metrics of each record, as in reports. Requires from and to. */
  metrics?: PanelReportMetric[] | undefined;
  /** Start of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. */
  from?: string | undefined;
  /** End of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. A date includes the whole day, a time without seconds the whole minute, a time with seconds the whole second. */
  to?: string | undefined;
  /** IANA time zone. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Adds the metrics of the previous period of the same length. For a period still in progress, up to the same hour. */
  compare?: 'previous' | undefined;
};

export type CreateTrafficSourceQuery = {
  /** Save even if a macro looks like a misspelled known macro. Without it, the save fails and details.warnings has a suggestion. */
  acceptUnknownMacros?: '1' | undefined;
};

export type UpdateTrafficSourceQuery = {
  /** Save even if a macro looks like a misspelled known macro. Without it, the save fails and details.warnings has a suggestion. */
  acceptUnknownMacros?: '1' | undefined;
};

export type ListSourceTemplatesQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: 'name' | '-name' | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
};

export type ListRotatorsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** -createdAt, name, -name, createdAt, updatedAt, -updatedAt, status, -status, country, -country, or one of the requested metrics. A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: string | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
  /** 0: without archived records. 1: only archived records. all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these records, separated by commas. Unknown IDs are ignored. */
  ids?: string[] | undefined;
  /** ISO 3166-1 alpha-2 country code, case-insensitive. */
  country?: string | undefined;
  /** Metrics of each record, as in reports. Requires from and to. */
  metrics?: PanelReportMetric[] | undefined;
  /** Start of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. */
  from?: string | undefined;
  /** End of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. A date includes the whole day, a time without seconds the whole minute, a time with seconds the whole second. */
  to?: string | undefined;
  /** IANA time zone. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Adds the metrics of the previous period of the same length. For a period still in progress, up to the same hour. */
  compare?: 'previous' | undefined;
};

export type ListRotatorPathsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: 'createdAt' | 'name' | '-name' | '-createdAt' | 'updatedAt' | '-updatedAt' | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
  /** 0: without archived records. 1: only archived records. all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these records, separated by commas. Unknown IDs are ignored. */
  ids?: string[] | undefined;
  /** Only paths of this rotator. */
  rotatorId?: string | undefined;
};

export type UpdateCampaignSettingsQuery = {
  /** Save even if a macro looks like a misspelled known macro. Without it, the save fails and details.warnings has a suggestion. */
  acceptUnknownMacros?: '1' | undefined;
};

export type ListCampaignVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-version' | undefined;
};

export type PutBackCampaignVersionQuery = {
  /** Save even if a macro looks like a misspelled known macro. Without it, the save fails and details.warnings has a suggestion. */
  acceptUnknownMacros?: '1' | undefined;
};

export type ListRotatorVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-version' | undefined;
};

export type ListLandingVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-version' | undefined;
};

export type ListOfferVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-version' | undefined;
};

export type ListTrafficSourceVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-version' | undefined;
};

export type ListAffiliateNetworkVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-version' | undefined;
};

export type ListWorkspaceSettingsVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-version' | undefined;
};

export type ListWarningsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: 'type' | '-type' | 'name' | '-name' | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
  type?: 'landing' | 'offer' | 'traffic-source' | 'campaign' | 'workspace' | undefined;
  /** Only the campaign and the records that it uses. */
  campaignId?: string | undefined;
};

export type ListAlertsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-openedAt' | 'openedAt' | undefined;
  state?: 'open' | 'past' | undefined;
};

export type ListDomainsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?:
    | '-createdAt'
    | 'name'
    | '-name'
    | 'createdAt'
    | 'updatedAt'
    | '-updatedAt'
    | 'status'
    | '-status'
    | 'verification'
    | '-verification'
    | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
  /** 0: without archived records. 1: only archived records. all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these records, separated by commas. Unknown IDs are ignored. */
  ids?: string[] | undefined;
  verification?: 'pending' | 'verified' | 'failed' | undefined;
};

export type GetHostRecordQuery = {
  host: string;
};

export type ListInboxQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-receivedAt' | 'receivedAt' | undefined;
  /** Only incoming postbacks of this campaign. */
  campaignId?: string | undefined;
  /** Only incoming postbacks with this result. `waiting` includes those not processed yet. */
  verdict?: string | undefined;
  /** Start of the time range, inclusive. */
  from?: string | undefined;
  /** End of the time range, inclusive. */
  to?: string | undefined;
  /** Only incoming postbacks of the visit with this click ID or visit ID. */
  clickId?: string | undefined;
};

export type ListUploadsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-createdAt' | 'createdAt' | undefined;
  kind?: 'conversions' | 'costs' | undefined;
  state?: 'waiting' | 'reading' | 'done' | 'failed' | undefined;
  /** Part of the file name, case-insensitive. % and _ are literal. */
  q?: string | undefined;
};

export type ListUploadLinesQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: 'line' | '-line' | undefined;
  fate?: 'taken' | 'refused' | undefined;
};

export type ListReplaysQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-createdAt' | 'createdAt' | undefined;
  campaignId?: string | undefined;
};

export type GetReportQuery = {
  /** Start of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. */
  from: string;
  /** End of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. A date includes the whole day, a time without seconds the whole minute, a time with seconds the whole second. */
  to: string;
  /** IANA time zone. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Dimensions to group rows by. Without dimensions, the report has one row. */
  dimensions?: PanelReportDimension[] | undefined;
  /** Metrics to compute. Default: visits,lpclicks,conversions,cost,revenue,profit,roi. */
  metrics?: PanelReportMetric[] | undefined;
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
  /** Include test visits and their conversions. By default they are left out, unless a filter selects their tag, waypost-test. */
  includeTests?: '1' | undefined;
};

export type ListEventsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-time' | undefined;
  /** Start of the time range, inclusive. YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS], ISO 8601, or Unix time in seconds or milliseconds. Times without an offset are in timezone. */
  from?: string | undefined;
  /** End of the time range, inclusive: a date includes the whole day, a time without seconds the whole minute. */
  to?: string | undefined;
  /** IANA time zone of times without an offset and of the response. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Only events of this campaign. */
  campaignId?: string | undefined;
  /** Only events of this type. */
  type?: 'visit' | 'lpclick' | 'event' | 'postback' | undefined;
  /** Only conversions with this index and their postbacks. Not allowed with type visit or lpclick. */
  idx?: number | undefined;
  /** Only events of the visit with this click ID. */
  clickId?: string | undefined;
  /** Only conversions with this transaction ID. */
  transactionId?: string | undefined;
  /** Only events of visits with this external click ID. */
  externalId?: string | undefined;
  /** Only the event with this ID. */
  eventId?: string | undefined;
};

export type ListBriefEventsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-time' | undefined;
  /** Start of the time range, inclusive. YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS], ISO 8601, or Unix time in seconds or milliseconds. Times without an offset are in timezone. */
  from?: string | undefined;
  /** End of the time range, inclusive: a date includes the whole day, a time without seconds the whole minute. */
  to?: string | undefined;
  /** IANA time zone of times without an offset and of the response. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Only events of this campaign. */
  campaignId?: string | undefined;
  /** Only events of this type. */
  type?: 'visit' | 'lpclick' | 'event' | 'postback' | undefined;
  /** Only conversions with this index and their postbacks. Not allowed with type visit or lpclick. */
  idx?: number | undefined;
  /** Only events of the visit with this click ID. */
  clickId?: string | undefined;
  /** Only conversions with this transaction ID. */
  transactionId?: string | undefined;
  /** Only events of visits with this external click ID. */
  externalId?: string | undefined;
  /** Only the event with this ID. */
  eventId?: string | undefined;
};

export type GetEventStoryQuery = {
  /** IANA time zone of times without an offset and of the response. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
};

export type TailEventsQuery = {
  /** IANA time zone of times without an offset and of the response. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Only events of this campaign. */
  campaignId?: string | undefined;
  /** Only events of this type. */
  type?: 'visit' | 'lpclick' | 'event' | 'postback' | undefined;
  /** Only conversions with this index and their postbacks. Not allowed with type visit or lpclick. */
  idx?: number | undefined;
  /** Only events of the visit with this click ID. */
  clickId?: string | undefined;
  /** Only conversions with this transaction ID. */
  transactionId?: string | undefined;
  /** Only events of visits with this external click ID. */
  externalId?: string | undefined;
  /** nextCursor of the previous response; keep all other parameters unchanged. Without it, the tail starts now. */
  after?: string | undefined;
};

export type ListPostbackAttemptsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: 'time' | '-time' | undefined;
};

export type ListSavedReportsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: 'name' | '-name' | 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
  /** 1: only shared reports. 0: only your private reports. */
  shared?: '0' | '1' | undefined;
};

export type ListCostsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-createdAt' | 'createdAt' | 'from' | '-from' | 'status' | '-status' | undefined;
  /** Only entries of this campaign. */
  campaignId?: string | undefined;
  /** Only entries with this status. */
  status?: CostStatus | undefined;
};

export type ListPostbacksQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-createdAt' | 'createdAt' | undefined;
  /** Only postbacks of this campaign. */
  campaignId?: string | undefined;
  state?: 'waiting' | 'delivered' | 'failed' | undefined;
};

export type ListPausedHostsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?:
    | 'pausedAt'
    | '-pausedAt'
    | 'pausedUntil'
    | '-pausedUntil'
    | 'origin'
    | '-origin'
    | 'waiting'
    | '-waiting'
    | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
};

export type ListReceiversQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?:
    | 'origin'
    | '-origin'
    | 'waiting'
    | '-waiting'
    | 'delivered'
    | '-delivered'
    | 'failed'
    | '-failed'
    | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
};

export type ListErasuresQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-requestedAt' | 'requestedAt' | undefined;
};

export type ListKeysQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?:
    | 'createdAt'
    | '-createdAt'
    | 'name'
    | '-name'
    | 'expiresAt'
    | '-expiresAt'
    | 'lastUsedAt'
    | '-lastUsedAt'
    | 'state'
    | '-state'
    | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
  state?: 'active' | 'expired' | 'revoked' | undefined;
};

export type ListAgentConnectionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-createdAt' | 'createdAt' | 'lastUsedAt' | '-lastUsedAt' | 'name' | '-name' | undefined;
  /** Part of the name or URL, case-insensitive, or the first 8 or more characters of the ID. % and _ are literal. */
  q?: string | undefined;
};

export type UpdateWorkspaceSettingsQuery = {
  /** Save even if a macro looks like a misspelled known macro. Without it, the save fails and details.warnings has a suggestion. */
  acceptUnknownMacros?: '1' | undefined;
};

export type ListAuditLogQuery = {
  limit?: number | undefined;
  /** nextCursor of the previous page; keep sort and filters unchanged. */
  cursor?: string | undefined;
  /** A leading minus sorts in descending order. Ties are sorted by ID. */
  sort?: '-at' | 'at' | undefined;
  /** ID of a user, API key or AI agent connection, or a type of actor. */
  actor?: string | undefined;
  /** One action, such as landing.create, or all actions of a type, such as landing. */
  action?: string | undefined;
  /** Only changes of this record. */
  subjectId?: string | undefined;
  /** Start of the time range, inclusive. */
  from?: string | undefined;
  /** End of the time range, inclusive. */
  to?: string | undefined;
};

export type SearchQuery = {
  /** Part of a name, short name or URL host, case-insensitive, or the first 8 or more characters of an ID. */
  q: string;
};

export type SearchVisitsQuery = {
  /** Part of a name, short name or URL host, case-insensitive, or the first 8 or more characters of an ID. */
  q: string;
};

export type ExportReportQuery = {
  /** Start of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. */
  from: string;
  /** End of the time range, inclusive: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. Times without Z or an offset are in timezone. A date includes the whole day, a time without seconds the whole minute, a time with seconds the whole second. */
  to: string;
  /** IANA time zone. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Dimensions to group rows by. Without dimensions, the report has one row. */
  dimensions?: PanelReportDimension[] | undefined;
  /** Metrics to compute. Default: visits,lpclicks,conversions,cost,revenue,profit,roi. */
  metrics?: PanelReportMetric[] | undefined;
  /** Up to 6 expressions, separated by commas. A row must match all of them. Each is a dimension or metric, one of = != > <, and up to 1,000 values separated by |. Percent-encode each expression separately, but not the commas between them. */
  filter?: string[] | undefined;
  /** One of the requested dimensions or metrics. By default, the first dimension ascending if it is a time dimension, otherwise the first metric descending. */
  sortBy?: string | undefined;
  /** Sort direction. Missing values come last in both directions. */
  sortDir?: 'asc' | 'desc' | undefined;
  /** Include test visits and their conversions. By default they are left out, unless a filter selects their tag, waypost-test. */
  includeTests?: '1' | undefined;
  /** csv.gz is a gzip file. csv is compressed in transit if the client accepts it. */
  format?: 'csv' | 'csv.gz' | undefined;
};

export type ExportQuestionQuery = {
  /** csv.gz is a gzip file. csv is compressed in transit if the client accepts it. */
  format?: 'csv' | 'csv.gz' | undefined;
};

export type ExportEventsQuery = {
  /** Start of the time range, inclusive. YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS], ISO 8601, or Unix time in seconds or milliseconds. Times without an offset are in timezone. */
  from: string;
  /** End of the time range, inclusive: a date includes the whole day, a time without seconds the whole minute. */
  to: string;
  /** IANA time zone of times without an offset and of the response. Defaults to the time zone of the workspace. */
  timezone?: string | undefined;
  /** Only events of this campaign. */
  campaignId?: string | undefined;
  /** Only events of this type. */
  type?: 'visit' | 'lpclick' | 'event' | 'postback' | undefined;
  /** Only conversions with this index and their postbacks. Not allowed with type visit or lpclick. */
  idx?: number | undefined;
  /** csv.gz is a gzip file. csv is compressed in transit if the client accepts it. */
  format?: 'csv' | 'csv.gz' | undefined;
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

/** A call that is answered with a file. */
async function sendForFile(connection: Connection, request: ApiRequest): Promise<Blob> {
  const response = await ask(connection, request);
  return response.ok ? await response.blob() : await readData<Blob>(response);
}

export type WaypostPanelClientOptions = {
  /** Where the API is; below the address of the page where it is left out. */
  baseUrl?: string | undefined;
  /** The workspace that everything is asked of which belongs to one. */
  workspaceId?: string | undefined;
  /** Used in place of the global one. */
  fetch?: typeof globalThis.fetch | undefined;
};

export function createWaypostPanelClient(options: WaypostPanelClientOptions): WaypostPanelClient {
  return new WaypostPanelClient(options);
}

export class WaypostPanelClient {
  readonly #connection: Connection;

  constructor(options: WaypostPanelClientOptions) {
    this.#connection = {
      baseUrl: options.baseUrl ?? '/panel/api',
      fetch: options.fetch,
      credentials: 'same-origin',
      workspaceId: options.workspaceId,
    };
  }

  get #workspaceId(): string {
    const { workspaceId } = this.#connection;
    if (workspaceId === undefined) throw new Error('this client was made without a workspaceId');
    return workspaceId;
  }

  /** Signs a person in with their password, and a code where they have a second factor: `POST /session`. */
  signIn(body: SignIn, options: CallOptions = {}): Promise<SignInResult> {
    return send(this.#connection, { ...options, method: 'POST', path: '/session', body });
  }

  /** Ends the session and takes the cookie back: `DELETE /session`. */
  signOut(options: CallOptions = {}): Promise<null> {
    return send(this.#connection, { ...options, method: 'DELETE', path: '/session' });
  }

  /** Tells who is signed in, their workspaces, and what they may do there: `GET /me`. */
  getMe(options: CallOptions = {}): Promise<OwnAccount> {
    return send(this.#connection, { ...options, method: 'GET', path: '/me' });
  }

  /** Lists your own sessions: `GET /sessions`. */
  listSessions(
    options: CallOptions & { query?: ListSessionsQuery | undefined } = {},
  ): Promise<OwnSessionPage> {
    return send(this.#connection, { ...options, method: 'GET', path: '/sessions' });
  }

  /** Ends all of your sessions but this one: `DELETE /sessions`. */
  endOtherSessions(options: CallOptions = {}): Promise<EndedSessions> {
    return send(this.#connection, { ...options, method: 'DELETE', path: '/sessions' });
  }

  /** Ends one of your own sessions; it stops with its next request: `DELETE /sessions/{id}`. */
  endSession(id: string, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, {
      ...options,
      method: 'DELETE',
      path: `/sessions/${encodeURIComponent(id)}`,
    });
  }

  /** Changes your password and ends all of your other sessions: `POST /password`. */
  changePassword(body: PasswordChange, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, { ...options, method: 'POST', path: '/password', body });
  }

  /** Mails a link that sets a new password, where there is such a person: `POST /password-reset`. */
  requestPasswordReset(body: PasswordResetRequest, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, { ...options, method: 'POST', path: '/password-reset', body });
  }

  /** Sets the password of whom the link was made for and ends all their sessions: `POST /password-reset/confirm`. */
  resetPassword(body: PasswordReset, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, { ...options, method: 'POST', path: '/password-reset/confirm', body });
  }

  /** Makes a secret for an application that shows codes; shown only now: `POST /second-factor`. */
  beginSecondFactor(body: SecondFactorStart, options: CallOptions = {}): Promise<SecondFactorOffer> {
    return send(this.#connection, { ...options, method: 'POST', path: '/second-factor', body });
  }

  /** Switches the second factor off, with the password and a code: `DELETE /second-factor`. */
  disableSecondFactor(body: SecondFactorProof, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, { ...options, method: 'DELETE', path: '/second-factor', body });
  }

  /** Switches the second factor on with a first code, and shows ten recovery codes, once: `POST /second-factor/confirm`. */
  confirmSecondFactor(body: SecondFactorConfirmation, options: CallOptions = {}): Promise<RecoveryCodes> {
    return send(this.#connection, { ...options, method: 'POST', path: '/second-factor/confirm', body });
  }

  /** Makes ten new recovery codes in place of those that are left; shown only now: `POST /second-factor/recovery-codes`. */
  renewRecoveryCodes(body: SecondFactorProof, options: CallOptions = {}): Promise<RecoveryCodes> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: '/second-factor/recovery-codes',
      body,
    });
  }

  /** Reads what the panel keeps for you, whichever browser you use: `GET /me/preferences`. */
  getPreferences(options: CallOptions = {}): Promise<SavedPreferences> {
    return send(this.#connection, { ...options, method: 'GET', path: '/me/preferences' });
  }

  /** Saves all of them, made on the version that was read: `PUT /me/preferences`. */
  savePreferences(body: SavedPreferences, options: CallOptions = {}): Promise<SavedPreferences> {
    return send(this.#connection, { ...options, method: 'PUT', path: '/me/preferences', body });
  }

  /** Lists the members of the workspace: `GET /workspaces/{workspaceId}/people`. */
  listMembers(options: CallOptions & { query?: ListMembersQuery | undefined } = {}): Promise<MemberPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/people`,
    });
  }

  /** Changes what a member may do; it holds from their next request on: `PATCH /workspaces/{workspaceId}/people/{id}`. */
  changeRole(id: string, body: MemberChange, options: CallOptions = {}): Promise<Member> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/people/${encodeURIComponent(id)}`,
      body,
    });
  }

  /** Takes a member out of the workspace, or lets you leave it: `DELETE /workspaces/{workspaceId}/people/{id}`. */
  removeMember(id: string, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, {
      ...options,
      method: 'DELETE',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/people/${encodeURIComponent(id)}`,
    });
  }

  /** Lists invitations that can still be accepted: `GET /workspaces/{workspaceId}/invitations`. */
  listInvitations(
    options: CallOptions & { query?: ListInvitationsQuery | undefined } = {},
  ): Promise<InvitationPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/invitations`,
    });
  }

  /** Invites somebody into the workspace by mail, for seven days: `POST /workspaces/{workspaceId}/invitations`. */
  sendInvitation(body: NewInvitation, options: CallOptions & OnceOptions = {}): Promise<SentInvitation> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/invitations`,
      body,
    });
  }

  /** Makes a new link of an open invitation and mails it, for seven more days: `POST /workspaces/{workspaceId}/invitations/{id}/renew`. */
  renewInvitation(id: string, options: CallOptions = {}): Promise<SentInvitation> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/invitations/${encodeURIComponent(id)}/renew`,
    });
  }

  /** Takes an invitation back; its link stops at once: `DELETE /workspaces/{workspaceId}/invitations/{id}`. */
  revokeInvitation(id: string, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, {
      ...options,
      method: 'DELETE',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/invitations/${encodeURIComponent(id)}`,
    });
  }

  /** Shows an invitation to who has its link, and leaves it open: `POST /invitations/view`. */
  viewInvitation(body: InvitationLookup, options: CallOptions = {}): Promise<ShownInvitation> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: '/invitations/view',
      body,
      isReadOnly: true,
    });
  }

  /** Accepts an invitation and signs the person in to the workspace: `POST /invitations/accept`. */
  acceptInvitation(body: InvitationAcceptance, options: CallOptions = {}): Promise<SignInResult> {
    return send(this.#connection, { ...options, method: 'POST', path: '/invitations/accept', body });
  }

  /** Lists campaigns: `GET /workspaces/{workspaceId}/campaigns`. */
  listCampaigns(
    options: CallOptions & { query?: ListCampaignsQuery | undefined } = {},
  ): Promise<CampaignsPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns`,
    });
  }

  /** Adds a campaign on an existing traffic source and rotator, and queues it for publishing: `POST /workspaces/{workspaceId}/campaigns`. */
  createCampaign(
    body: NewCampaign,
    options: CallOptions & OnceOptions = {},
  ): Promise<{
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
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** Status before the campaign was archived; null unless it is archived. */
    archivedFrom: 'active' | 'paused' | null;
    publish: {
      /** Publication of the change to the edges. */
      status: PublishStatus;
    };
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns`,
      body,
    });
  }

  /** Reads one campaign, archived ones too: `GET /workspaces/{workspaceId}/campaigns/{id}`. */
  getCampaign(id: string, options: CallOptions = {}): Promise<PanelCampaign> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}`,
    });
  }

  /** Changes the given fields of a campaign, also inside its nested objects, and publishes it: `PATCH /workspaces/{workspaceId}/campaigns/{id}`. */
  updateCampaign(
    id: string,
    body: CampaignChange,
    options: CallOptions = {},
  ): Promise<{
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
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** Status before the campaign was archived; null unless it is archived. */
    archivedFrom: 'active' | 'paused' | null;
    publish: {
      /** Publication of the change to the edges. */
      status: PublishStatus;
    };
  }> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}`,
      body,
    });
  }

  /** Archives a campaign: `POST /workspaces/{workspaceId}/campaigns/{id}/archive`. */
  archiveCampaign(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<PanelCampaign> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/archive`,
      body,
    });
  }

  /** Archives campaigns, all or none: `POST /workspaces/{workspaceId}/campaigns/archive`. */
  archiveCampaigns(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/archive`,
      body,
    });
  }

  /** Restores a campaign that is archived: `POST /workspaces/{workspaceId}/campaigns/{id}/restore`. */
  restoreCampaign(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
      /** Status after restoring. By default, the status before archiving. */
      status?: 'active' | 'paused' | undefined;
    },
    options: CallOptions = {},
  ): Promise<PanelCampaign> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/restore`,
      body,
    });
  }

  /** Restores archived campaigns, all or none: `POST /workspaces/{workspaceId}/campaigns/restore`. */
  restoreCampaigns(
    body: {
      records: {
        id: string;
        /** Version of the record that you read. The write fails if the record has changed since. */
        version: number;
      }[];
      /** Status after restoring. By default, the status before archiving. */
      status?: 'active' | 'paused' | undefined;
    },
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
    /** Campaigns that are not live on every edge yet. */
    runtimePendingIds: string[];
    /** Campaigns that are live on every edge. */
    runtimePublishedIds: string[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/restore`,
      body,
    });
  }

  /** Pauses a campaign: `POST /workspaces/{workspaceId}/campaigns/{id}/pause`. */
  pauseCampaign(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<PanelCampaign> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/pause`,
      body,
    });
  }

  /** Pauses campaigns, all or none: `POST /workspaces/{workspaceId}/campaigns/pause`. */
  pauseCampaigns(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/pause`,
      body,
    });
  }

  /** Resumes a campaign: `POST /workspaces/{workspaceId}/campaigns/{id}/resume`. */
  resumeCampaign(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<PanelCampaign> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/resume`,
      body,
    });
  }

  /** Resumes campaigns, all or none: `POST /workspaces/{workspaceId}/campaigns/resume`. */
  resumeCampaigns(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/resume`,
      body,
    });
  }

  /** Makes a new campaign with everything of this one, its settings and goals included: `POST /workspaces/{workspaceId}/campaigns/{id}/duplicate`. */
  duplicateCampaign(
    id: string,
    body: CampaignDuplication,
    options: CallOptions & OnceOptions = {},
  ): Promise<PanelCampaign> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/duplicate`,
      body,
    });
  }

  /** Shows the goal rules of a campaign with their actions: `GET /workspaces/{workspaceId}/campaigns/{id}/goals`. */
  getCampaignGoals(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    rules: PanelGoalRule[];
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/goals`,
    });
  }

  /** Puts new goal rules in place of all that a campaign had, and queues it for publishing: `PUT /workspaces/{workspaceId}/campaigns/{id}/goals`. */
  saveCampaignGoals(
    id: string,
    body: PanelGoalRulesInput,
    options: CallOptions & { query?: SaveCampaignGoalsQuery | undefined } = {},
  ): Promise<{
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    rules: PanelGoalRule[];
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'PUT',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/goals`,
      body,
    });
  }

  /** Tells how far a campaign is on its way to the runtimes that serve it: `GET /workspaces/{workspaceId}/campaigns/{id}/publication`. */
  getPublication(id: string, options: CallOptions = {}): Promise<Publication> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/publication`,
    });
  }

  /** Shows the addresses of a campaign: `GET /workspaces/{workspaceId}/campaigns/{id}/links`. */
  getCampaignLinks(
    id: string,
    options: CallOptions & { query?: GetCampaignLinksQuery | undefined } = {},
  ): Promise<CampaignLinks> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/links`,
    });
  }

  /** Gives a campaign another address for incoming events: `POST /workspaces/{workspaceId}/campaigns/{id}/incoming-key/rotate`. */
  rotateIncomingKey(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<CampaignLinks> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/incoming-key/rotate`,
      body,
    });
  }

  /** Lists landings: `GET /workspaces/{workspaceId}/landings`. */
  listLandings(options: CallOptions & { query?: ListLandingsQuery | undefined } = {}): Promise<LandingsPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/landings`,
    });
  }

  /** Adds a landing page: `POST /workspaces/{workspaceId}/landings`. */
  createLanding(
    body: NewLanding,
    options: CallOptions & OnceOptions & { query?: CreateLandingQuery | undefined } = {},
  ): Promise<{
    id: string;
    name: string;
    url: string;
    /** ISO 3166-1 alpha-2 country code in upper case. */
    country: string | null;
    status: RecordStatus;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/landings`,
      body,
    });
  }

  /** Reads one landing, archived ones too: `GET /workspaces/{workspaceId}/landings/{id}`. */
  getLanding(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    id: string;
    name: string;
    url: string;
    /** ISO 3166-1 alpha-2 country code in upper case. */
    country: string | null;
    status: RecordStatus;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/landings/${encodeURIComponent(id)}`,
    });
  }

  /** Changes the given fields of a landing: `PATCH /workspaces/{workspaceId}/landings/{id}`. */
  updateLanding(
    id: string,
    body: LandingChange,
    options: CallOptions & { query?: UpdateLandingQuery | undefined } = {},
  ): Promise<{
    id: string;
    name: string;
    url: string;
    /** ISO 3166-1 alpha-2 country code in upper case. */
    country: string | null;
    status: RecordStatus;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/landings/${encodeURIComponent(id)}`,
      body,
    });
  }

  /** Archives a landing: `POST /workspaces/{workspaceId}/landings/{id}/archive`. */
  archiveLanding(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<PanelLanding> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/landings/${encodeURIComponent(id)}/archive`,
      body,
    });
  }

  /** Archives landings, all or none: `POST /workspaces/{workspaceId}/landings/archive`. */
  archiveLandings(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/landings/archive`,
      body,
    });
  }

  /** Restores a landing that is archived: `POST /workspaces/{workspaceId}/landings/{id}/restore`. */
  restoreLanding(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<PanelLanding> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/landings/${encodeURIComponent(id)}/restore`,
      body,
    });
  }

  /** Restores archived landings, all or none: `POST /workspaces/{workspaceId}/landings/restore`. */
  restoreLandings(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/landings/restore`,
      body,
    });
  }

  /** Lists offers: `GET /workspaces/{workspaceId}/offers`. */
  listOffers(options: CallOptions & { query?: ListOffersQuery | undefined } = {}): Promise<OffersPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/offers`,
    });
  }

  /** Adds an offer: `POST /workspaces/{workspaceId}/offers`. */
  createOffer(
    body: NewOffer,
    options: CallOptions & OnceOptions & { query?: CreateOfferQuery | undefined } = {},
  ): Promise<{
    id: string;
    name: string;
    affiliateNetworkId: string | null;
    url: string;
    country: string | null;
    payout: {
      mode: 'auto' | 'fixed';
      amount: number | null;
    };
    /** The first cap reached applies. Hours and days are in the time zone of the workspace. A total starts when the cap is set. */
    caps: {
      limit: number;
      per: 'hour' | 'day' | 'total';
      counts: 'clicks' | 'conversions';
    }[];
    /** Fallback offer that gets the visitors once a cap is reached. */
    overflowOfferId: string | null;
    shortName: string | null;
    status: RecordStatus;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/offers`,
      body,
    });
  }

  /** Reads one offer, archived ones too: `GET /workspaces/{workspaceId}/offers/{id}`. */
  getOffer(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    id: string;
    name: string;
    affiliateNetworkId: string | null;
    url: string;
    country: string | null;
    payout: {
      mode: 'auto' | 'fixed';
      amount: number | null;
    };
    /** The first cap reached applies. Hours and days are in the time zone of the workspace. A total starts when the cap is set. */
    caps: {
      limit: number;
      per: 'hour' | 'day' | 'total';
      counts: 'clicks' | 'conversions';
    }[];
    /** Fallback offer that gets the visitors once a cap is reached. */
    overflowOfferId: string | null;
    shortName: string | null;
    status: RecordStatus;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/offers/${encodeURIComponent(id)}`,
    });
  }

  /** Changes the given fields of an offer: `PATCH /workspaces/{workspaceId}/offers/{id}`. */
  updateOffer(
    id: string,
    body: OfferChange,
    options: CallOptions & { query?: UpdateOfferQuery | undefined } = {},
  ): Promise<{
    id: string;
    name: string;
    affiliateNetworkId: string | null;
    url: string;
    country: string | null;
    payout: {
      mode: 'auto' | 'fixed';
      amount: number | null;
    };
    /** The first cap reached applies. Hours and days are in the time zone of the workspace. A total starts when the cap is set. */
    caps: {
      limit: number;
      per: 'hour' | 'day' | 'total';
      counts: 'clicks' | 'conversions';
    }[];
    /** Fallback offer that gets the visitors once a cap is reached. */
    overflowOfferId: string | null;
    shortName: string | null;
    status: RecordStatus;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/offers/${encodeURIComponent(id)}`,
      body,
    });
  }

  /** Archives an offer: `POST /workspaces/{workspaceId}/offers/{id}/archive`. */
  archiveOffer(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<Offer> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/offers/${encodeURIComponent(id)}/archive`,
      body,
    });
  }

  /** Archives offers, all or none: `POST /workspaces/{workspaceId}/offers/archive`. */
  archiveOffers(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/offers/archive`,
      body,
    });
  }

  /** Restores an offer that is archived: `POST /workspaces/{workspaceId}/offers/{id}/restore`. */
  restoreOffer(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<Offer> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/offers/${encodeURIComponent(id)}/restore`,
      body,
    });
  }

  /** Restores archived offers, all or none: `POST /workspaces/{workspaceId}/offers/restore`. */
  restoreOffers(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/offers/restore`,
      body,
    });
  }

  /** Lists affiliate networks: `GET /workspaces/{workspaceId}/affiliate-networks`. */
  listAffiliateNetworks(
    options: CallOptions & { query?: ListAffiliateNetworksQuery | undefined } = {},
  ): Promise<AffiliateNetworksPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks`,
    });
  }

  /** Adds an affiliate network: `POST /workspaces/{workspaceId}/affiliate-networks`. */
  createAffiliateNetwork(
    body: NewAffiliateNetwork,
    options: CallOptions & OnceOptions = {},
  ): Promise<AffiliateNetwork> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks`,
      body,
    });
  }

  /** Reads one affiliate network, archived ones too: `GET /workspaces/{workspaceId}/affiliate-networks/{id}`. */
  getAffiliateNetwork(id: string, options: CallOptions = {}): Promise<AffiliateNetwork> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks/${encodeURIComponent(id)}`,
    });
  }

  /** Changes the given fields of an affiliate network: `PATCH /workspaces/{workspaceId}/affiliate-networks/{id}`. */
  updateAffiliateNetwork(
    id: string,
    body: AffiliateNetworkChange,
    options: CallOptions = {},
  ): Promise<AffiliateNetwork> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks/${encodeURIComponent(id)}`,
      body,
    });
  }

  /** Archives an affiliate network: `POST /workspaces/{workspaceId}/affiliate-networks/{id}/archive`. */
  archiveAffiliateNetwork(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<AffiliateNetwork> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks/${encodeURIComponent(id)}/archive`,
      body,
    });
  }

  /** Archives affiliate networks, all or none: `POST /workspaces/{workspaceId}/affiliate-networks/archive`. */
  archiveAffiliateNetworks(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks/archive`,
      body,
    });
  }

  /** Restores an affiliate network that is archived: `POST /workspaces/{workspaceId}/affiliate-networks/{id}/restore`. */
  restoreAffiliateNetwork(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<AffiliateNetwork> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks/${encodeURIComponent(id)}/restore`,
      body,
    });
  }

  /** Restores archived affiliate networks, all or none: `POST /workspaces/{workspaceId}/affiliate-networks/restore`. */
  restoreAffiliateNetworks(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks/restore`,
      body,
    });
  }

  /** Says whether conversions of a network must carry a token: `GET /workspaces/{workspaceId}/affiliate-networks/{id}/token`. */
  getAffiliateNetworkToken(id: string, options: CallOptions = {}): Promise<NetworkTokenState> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks/${encodeURIComponent(id)}/token`,
    });
  }

  /** Makes a new token that conversions of a network must carry: `POST /workspaces/{workspaceId}/affiliate-networks/{id}/token`. */
  issueAffiliateNetworkToken(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<{
    isSet: boolean;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    token: string;
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks/${encodeURIComponent(id)}/token`,
      body,
    });
  }

  /** Lets conversions of a network come without a token: `DELETE /workspaces/{workspaceId}/affiliate-networks/{id}/token`. */
  removeAffiliateNetworkToken(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<NetworkTokenState> {
    return send(this.#connection, {
      ...options,
      method: 'DELETE',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks/${encodeURIComponent(id)}/token`,
      body,
    });
  }

  /** Lists traffic sources: `GET /workspaces/{workspaceId}/traffic-sources`. */
  listTrafficSources(
    options: CallOptions & { query?: ListTrafficSourcesQuery | undefined } = {},
  ): Promise<TrafficSourcesPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/traffic-sources`,
    });
  }

  /** Adds a traffic source: `POST /workspaces/{workspaceId}/traffic-sources`. */
  createTrafficSource(
    body: NewSourceWithTokens,
    options: CallOptions & OnceOptions & { query?: CreateTrafficSourceQuery | undefined } = {},
  ): Promise<{
    id: string;
    name: string;
    clickIdParam: string | null;
    costParam: string | null;
    postbackUrl: string | null;
    clickIdMacro: string | null;
    costMacro: string | null;
    currency: string | null;
    tokens: {
      index: number;
      param: string;
      name: string;
      macro: string | null;
    }[];
    postbackMethod: 'GET' | 'POST';
    /** Headers of the postback. Values are shown as ******** if you may not change them, except for content-type, accept and user-agent. */
    postbackHeaders: {
      name: string;
      value: string;
    }[];
    /** Request body. Macros are replaced as in the URL. */
    postbackBody: string | null;
    status: RecordStatus;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/traffic-sources`,
      body,
    });
  }

  /** Reads one traffic source, archived ones too: `GET /workspaces/{workspaceId}/traffic-sources/{id}`. */
  getTrafficSource(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    id: string;
    name: string;
    clickIdParam: string | null;
    costParam: string | null;
    postbackUrl: string | null;
    clickIdMacro: string | null;
    costMacro: string | null;
    currency: string | null;
    tokens: {
      index: number;
      param: string;
      name: string;
      macro: string | null;
    }[];
    postbackMethod: 'GET' | 'POST';
    /** Headers of the postback. Values are shown as ******** if you may not change them, except for content-type, accept and user-agent. */
    postbackHeaders: {
      name: string;
      value: string;
    }[];
    /** Request body. Macros are replaced as in the URL. */
    postbackBody: string | null;
    status: RecordStatus;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/traffic-sources/${encodeURIComponent(id)}`,
    });
  }

  /** Changes the given fields of a traffic source: `PATCH /workspaces/{workspaceId}/traffic-sources/{id}`. */
  updateTrafficSource(
    id: string,
    body: TrafficSourceChange,
    options: CallOptions & { query?: UpdateTrafficSourceQuery | undefined } = {},
  ): Promise<{
    id: string;
    name: string;
    clickIdParam: string | null;
    costParam: string | null;
    postbackUrl: string | null;
    clickIdMacro: string | null;
    costMacro: string | null;
    currency: string | null;
    tokens: {
      index: number;
      param: string;
      name: string;
      macro: string | null;
    }[];
    postbackMethod: 'GET' | 'POST';
    /** Headers of the postback. Values are shown as ******** if you may not change them, except for content-type, accept and user-agent. */
    postbackHeaders: {
      name: string;
      value: string;
    }[];
    /** Request body. Macros are replaced as in the URL. */
    postbackBody: string | null;
    status: RecordStatus;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/traffic-sources/${encodeURIComponent(id)}`,
      body,
    });
  }

  /** Archives a traffic source: `POST /workspaces/{workspaceId}/traffic-sources/{id}/archive`. */
  archiveTrafficSource(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<TrafficSource> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/traffic-sources/${encodeURIComponent(id)}/archive`,
      body,
    });
  }

  /** Archives traffic sources, all or none: `POST /workspaces/{workspaceId}/traffic-sources/archive`. */
  archiveTrafficSources(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/traffic-sources/archive`,
      body,
    });
  }

  /** Restores a traffic source that is archived: `POST /workspaces/{workspaceId}/traffic-sources/{id}/restore`. */
  restoreTrafficSource(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<TrafficSource> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/traffic-sources/${encodeURIComponent(id)}/restore`,
      body,
    });
  }

  /** Restores archived traffic sources, all or none: `POST /workspaces/{workspaceId}/traffic-sources/restore`. */
  restoreTrafficSources(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/traffic-sources/restore`,
      body,
    });
  }

  /** Lists what well-known traffic sources put into links: `GET /workspaces/{workspaceId}/source-templates`. */
  listSourceTemplates(
    options: CallOptions & { query?: ListSourceTemplatesQuery | undefined } = {},
  ): Promise<SourceTemplatesPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/source-templates`,
    });
  }

  /** Lists rotators: `GET /workspaces/{workspaceId}/rotators`. */
  listRotators(options: CallOptions & { query?: ListRotatorsQuery | undefined } = {}): Promise<RotatorsPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators`,
    });
  }

  /** Adds a rotator with an empty default path: `POST /workspaces/{workspaceId}/rotators`. */
  createRotator(body: NewRotator, options: CallOptions & OnceOptions = {}): Promise<PanelRotator> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators`,
      body,
    });
  }

  /** Reads one rotator, archived ones too: `GET /workspaces/{workspaceId}/rotators/{id}`. */
  getRotator(id: string, options: CallOptions = {}): Promise<PanelRotator> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}`,
    });
  }

  /** Changes the given fields of a rotator: `PATCH /workspaces/{workspaceId}/rotators/{id}`. */
  updateRotator(id: string, body: RotatorChange, options: CallOptions = {}): Promise<PanelRotator> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}`,
      body,
    });
  }

  /** Archives a rotator: `POST /workspaces/{workspaceId}/rotators/{id}/archive`. */
  archiveRotator(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<PanelRotator> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}/archive`,
      body,
    });
  }

  /** Archives rotators, all or none: `POST /workspaces/{workspaceId}/rotators/archive`. */
  archiveRotators(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/archive`,
      body,
    });
  }

  /** Restores a rotator that is archived: `POST /workspaces/{workspaceId}/rotators/{id}/restore`. */
  restoreRotator(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<PanelRotator> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}/restore`,
      body,
    });
  }

  /** Restores archived rotators, all or none: `POST /workspaces/{workspaceId}/rotators/restore`. */
  restoreRotators(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/restore`,
      body,
    });
  }

  /** Makes a new rotator with everything of this one, its settings and rules included: `POST /workspaces/{workspaceId}/rotators/{id}/duplicate`. */
  duplicateRotator(
    id: string,
    body: Duplication,
    options: CallOptions & OnceOptions = {},
  ): Promise<PanelRotator> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}/duplicate`,
      body,
    });
  }

  /** Shows the routing rules of a rotator, its paths and their pools: `GET /workspaces/{workspaceId}/rotators/{id}/rules`. */
  getRotatorRules(id: string, options: CallOptions = {}): Promise<RotatorRouting> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}/rules`,
    });
  }

  /** Puts new routing in place of all that a rotator had, and queues its campaigns for publishing: `PUT /workspaces/{workspaceId}/rotators/{id}/rules`. */
  saveRotatorRules(
    id: string,
    body: RotatorRulesInput,
    options: CallOptions = {},
  ): Promise<{
    /** Increases with every change of the rules. */
    version: number;
    /** Path used when no rule matches. */
    defaultPathId: string;
    rules: RotatorRule[];
    paths: CappedStream[];
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'PUT',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}/rules`,
      body,
    });
  }

  /** Counts the visits that each rule and path of a rotator got in the last seven days: `GET /workspaces/{workspaceId}/rotators/{id}/visits`. */
  countRotatorVisits(id: string, options: CallOptions = {}): Promise<RotatorVisits> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}/visits`,
    });
  }

  /** Lists paths of rotators: `GET /workspaces/{workspaceId}/rotator-paths`. */
  listRotatorPaths(
    options: CallOptions & { query?: ListRotatorPathsQuery | undefined } = {},
  ): Promise<RotatorPathsPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotator-paths`,
    });
  }

  /** Says where a made-up visitor would go, and why: `POST /workspaces/{workspaceId}/rotators/{id}/evaluate`. */
  evaluateRotator(id: string, body: EvaluationInput, options: CallOptions = {}): Promise<Evaluation> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}/evaluate`,
      body,
      isReadOnly: true,
    });
  }

  /** Says where a made-up visitor would go by rules of a rotator that is not saved yet: `POST /workspaces/{workspaceId}/rotators/evaluate`. */
  evaluateNewRotator(body: NewEvaluationInput, options: CallOptions = {}): Promise<Evaluation> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/evaluate`,
      body,
      isReadOnly: true,
    });
  }

  /** Runs rules over recorded visits, without saving them: `POST /workspaces/{workspaceId}/rotators/{id}/dry-runs`. */
  startDryRun(id: string, body: DryRunInput, options: CallOptions & OnceOptions = {}): Promise<DryRun> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}/dry-runs`,
      body,
    });
  }

  /** Shows how far a dry run is, or what came out: `GET /workspaces/{workspaceId}/dry-runs/{id}`. */
  getDryRun(id: string, options: CallOptions = {}): Promise<DryRun> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/dry-runs/${encodeURIComponent(id)}`,
    });
  }

  /** Stops a dry run: `POST /workspaces/{workspaceId}/dry-runs/{id}/stop`. */
  stopDryRun(id: string, options: CallOptions = {}): Promise<DryRun> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/dry-runs/${encodeURIComponent(id)}/stop`,
    });
  }

  /** Reads what a campaign has besides what the public API shows, and its version: `GET /workspaces/{workspaceId}/campaigns/{id}/settings`. */
  getCampaignSettings(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** Attribution window: conversions count for visits up to this many days old. */
    attributionDays: number;
    /** Pass the query parameters of the link on to the next page. */
    passParameters: boolean;
    /** Destination of visitors without any other destination. Overrides the fallback URL of the workspace. */
    fallbackUrl: string | null;
    /** Postback URL. Overrides the URL of the traffic source. */
    postbackUrl: string | null;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/settings`,
    });
  }

  /** Changes the given settings of a campaign: `PATCH /workspaces/{workspaceId}/campaigns/{id}/settings`. */
  updateCampaignSettings(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
      /** Attribution window: conversions count for visits up to this many days old. */
      attributionDays?: number | undefined;
      /** Pass the query parameters of the link on to the next page. */
      passParameters?: boolean | undefined;
      /** Destination of visitors without any other destination. Overrides the fallback URL of the workspace. */
      fallbackUrl?: string | null | undefined;
      /** Postback URL. Overrides the URL of the traffic source. */
      postbackUrl?: string | null | undefined;
    },
    options: CallOptions & { query?: UpdateCampaignSettingsQuery | undefined } = {},
  ): Promise<{
    /** Attribution window: conversions count for visits up to this many days old. */
    attributionDays: number;
    /** Pass the query parameters of the link on to the next page. */
    passParameters: boolean;
    /** Destination of visitors without any other destination. Overrides the fallback URL of the workspace. */
    fallbackUrl: string | null;
    /** Postback URL. Overrides the URL of the traffic source. */
    postbackUrl: string | null;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/settings`,
      body,
    });
  }

  /** Reads what a rotator has besides what the public API shows, and its version: `GET /workspaces/{workspaceId}/rotators/{id}/settings`. */
  getRotatorSettings(id: string, options: CallOptions = {}): Promise<ShownRotatorSettings> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}/settings`,
    });
  }

  /** Changes the given settings of a rotator: `PATCH /workspaces/{workspaceId}/rotators/{id}/settings`. */
  updateRotatorSettings(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
      /** Returning visitors keep their path. */
      sticky?: boolean | undefined;
      /** Returning visitors keep their landing page if it is still in their path. */
      stickyLanding?: boolean | undefined;
      /** Returning visitors keep their offer if it is still in their path. */
      stickyOffer?: boolean | undefined;
      /** Number of days after a visit for which these settings apply. */
      stickyDays?: number | undefined;
    },
    options: CallOptions = {},
  ): Promise<ShownRotatorSettings> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}/settings`,
      body,
    });
  }

  /** Lists what a campaign has been, newest first, with the author of each change: `GET /workspaces/{workspaceId}/campaigns/{id}/versions`. */
  listCampaignVersions(
    id: string,
    options: CallOptions & { query?: ListCampaignVersionsQuery | undefined } = {},
  ): Promise<RecordVersionPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/versions`,
    });
  }

  /** Shows one version of a campaign and what differs from the one before it: `GET /workspaces/{workspaceId}/campaigns/{id}/versions/{version}`. */
  getCampaignVersion(id: string, version: number, options: CallOptions = {}): Promise<RecordVersionDetail> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}`,
    });
  }

  /** Makes a campaign what it was, as a new version: `POST /workspaces/{workspaceId}/campaigns/{id}/versions/{version}/put-back`. */
  putBackCampaignVersion(
    id: string,
    version: number,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions & { query?: PutBackCampaignVersionQuery | undefined } = {},
  ): Promise<{
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
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** Status before the campaign was archived; null unless it is archived. */
    archivedFrom: 'active' | 'paused' | null;
    /** False: it was so already. */
    changed: boolean;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/campaigns/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}/put-back`,
      body,
    });
  }

  /** Lists what a rotator has been, newest first, with the author of each change: `GET /workspaces/{workspaceId}/rotators/{id}/versions`. */
  listRotatorVersions(
    id: string,
    options: CallOptions & { query?: ListRotatorVersionsQuery | undefined } = {},
  ): Promise<RecordVersionPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}/versions`,
    });
  }

  /** Shows one version of a rotator and what differs from the one before it: `GET /workspaces/{workspaceId}/rotators/{id}/versions/{version}`. */
  getRotatorVersion(id: string, version: number, options: CallOptions = {}): Promise<RecordVersionDetail> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}`,
    });
  }

  /** Makes a rotator what it was, as a new version: `POST /workspaces/{workspaceId}/rotators/{id}/versions/{version}/put-back`. */
  putBackRotatorVersion(
    id: string,
    version: number,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<{
    id: string;
    name: string;
    /** Label only. Any number of campaigns can use the rotator. */
    shared: boolean;
    /** ISO 3166-1 alpha-2 country code in upper case. */
    country: string | null;
    status: RecordStatus;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** False: it was so already. */
    changed: boolean;
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/rotators/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}/put-back`,
      body,
    });
  }

  /** Lists what a landing has been, newest first, with the author of each change: `GET /workspaces/{workspaceId}/landings/{id}/versions`. */
  listLandingVersions(
    id: string,
    options: CallOptions & { query?: ListLandingVersionsQuery | undefined } = {},
  ): Promise<RecordVersionPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/landings/${encodeURIComponent(id)}/versions`,
    });
  }

  /** Shows one version of a landing and what differs from the one before it: `GET /workspaces/{workspaceId}/landings/{id}/versions/{version}`. */
  getLandingVersion(id: string, version: number, options: CallOptions = {}): Promise<RecordVersionDetail> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/landings/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}`,
    });
  }

  /** Makes a landing what it was, as a new version: `POST /workspaces/{workspaceId}/landings/{id}/versions/{version}/put-back`. */
  putBackLandingVersion(
    id: string,
    version: number,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<{
    id: string;
    name: string;
    url: string;
    /** ISO 3166-1 alpha-2 country code in upper case. */
    country: string | null;
    status: RecordStatus;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** False: it was so already. */
    changed: boolean;
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/landings/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}/put-back`,
      body,
    });
  }

  /** Lists what an offer has been, newest first, with the author of each change: `GET /workspaces/{workspaceId}/offers/{id}/versions`. */
  listOfferVersions(
    id: string,
    options: CallOptions & { query?: ListOfferVersionsQuery | undefined } = {},
  ): Promise<RecordVersionPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/offers/${encodeURIComponent(id)}/versions`,
    });
  }

  /** Shows one version of an offer and what differs from the one before it: `GET /workspaces/{workspaceId}/offers/{id}/versions/{version}`. */
  getOfferVersion(id: string, version: number, options: CallOptions = {}): Promise<RecordVersionDetail> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/offers/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}`,
    });
  }

  /** Makes an offer what it was, as a new version: `POST /workspaces/{workspaceId}/offers/{id}/versions/{version}/put-back`. */
  putBackOfferVersion(
    id: string,
    version: number,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<{
    id: string;
    name: string;
    affiliateNetworkId: string | null;
    url: string;
    country: string | null;
    payout: {
      mode: 'auto' | 'fixed';
      amount: number | null;
    };
    /** The first cap reached applies. Hours and days are in the time zone of the workspace. A total starts when the cap is set. */
    caps: {
      limit: number;
      per: 'hour' | 'day' | 'total';
      counts: 'clicks' | 'conversions';
    }[];
    /** Fallback offer that gets the visitors once a cap is reached. */
    overflowOfferId: string | null;
    shortName: string | null;
    status: RecordStatus;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** False: it was so already. */
    changed: boolean;
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/offers/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}/put-back`,
      body,
    });
  }

  /** Lists what a traffic source has been, newest first, with the author of each change: `GET /workspaces/{workspaceId}/traffic-sources/{id}/versions`. */
  listTrafficSourceVersions(
    id: string,
    options: CallOptions & { query?: ListTrafficSourceVersionsQuery | undefined } = {},
  ): Promise<RecordVersionPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/traffic-sources/${encodeURIComponent(id)}/versions`,
    });
  }

  /** Shows one version of a traffic source and what differs from the one before it: `GET /workspaces/{workspaceId}/traffic-sources/{id}/versions/{version}`. */
  getTrafficSourceVersion(
    id: string,
    version: number,
    options: CallOptions = {},
  ): Promise<RecordVersionDetail> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/traffic-sources/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}`,
    });
  }

  /** Makes a traffic source what it was, as a new version: `POST /workspaces/{workspaceId}/traffic-sources/{id}/versions/{version}/put-back`. */
  putBackTrafficSourceVersion(
    id: string,
    version: number,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<{
    id: string;
    name: string;
    clickIdParam: string | null;
    costParam: string | null;
    postbackUrl: string | null;
    clickIdMacro: string | null;
    costMacro: string | null;
    currency: string | null;
    tokens: {
      index: number;
      param: string;
      name: string;
      macro: string | null;
    }[];
    postbackMethod: 'GET' | 'POST';
    /** Headers of the postback. Values are shown as ******** if you may not change them, except for content-type, accept and user-agent. */
    postbackHeaders: {
      name: string;
      value: string;
    }[];
    /** Request body. Macros are replaced as in the URL. */
    postbackBody: string | null;
    status: RecordStatus;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** False: it was so already. */
    changed: boolean;
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/traffic-sources/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}/put-back`,
      body,
    });
  }

  /** Lists what an affiliate network has been, newest first, with the author of each change: `GET /workspaces/{workspaceId}/affiliate-networks/{id}/versions`. */
  listAffiliateNetworkVersions(
    id: string,
    options: CallOptions & { query?: ListAffiliateNetworkVersionsQuery | undefined } = {},
  ): Promise<RecordVersionPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks/${encodeURIComponent(id)}/versions`,
    });
  }

  /** Shows one version of an affiliate network and what differs from the one before it: `GET /workspaces/{workspaceId}/affiliate-networks/{id}/versions/{version}`. */
  getAffiliateNetworkVersion(
    id: string,
    version: number,
    options: CallOptions = {},
  ): Promise<RecordVersionDetail> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}`,
    });
  }

  /** Makes an affiliate network what it was, as a new version: `POST /workspaces/{workspaceId}/affiliate-networks/{id}/versions/{version}/put-back`. */
  putBackAffiliateNetworkVersion(
    id: string,
    version: number,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<{
    id: string;
    name: string;
    clickIdParam: string | null;
    defaultPayout: number | null;
    currency: string | null;
    postbackIps: string[];
    statusMap: Record<string, 'hold' | 'approved' | 'rejected' | 'refunded'>;
    duplicatePolicy: 'ignore' | 'update' | 'accumulate' | 'append';
    decimalMark: 'point' | 'comma' | null;
    status: RecordStatus;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** False: it was so already. */
    changed: boolean;
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/affiliate-networks/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}/put-back`,
      body,
    });
  }

  /** Lists what a workspace has been, newest first, with the author of each change: `GET /workspaces/{workspaceId}/settings/versions`. */
  listWorkspaceSettingsVersions(
    options: CallOptions & { query?: ListWorkspaceSettingsVersionsQuery | undefined } = {},
  ): Promise<RecordVersionPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/settings/versions`,
    });
  }

  /** Shows one version of a workspace and what differs from the one before it: `GET /workspaces/{workspaceId}/settings/versions/{version}`. */
  getWorkspaceSettingsVersion(version: number, options: CallOptions = {}): Promise<RecordVersionDetail> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/settings/versions/${encodeURIComponent(version)}`,
    });
  }

  /** Makes a workspace what it was, as a new version: `POST /workspaces/{workspaceId}/settings/versions/{version}/put-back`. */
  putBackWorkspaceSettingsVersion(
    version: number,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<{
    name: string;
    timezone: string;
    currency: string;
    /** Destination of visitors without any other destination. */
    fallbackUrl: string | null;
    addressPrivacy: 'full' | 'truncated' | 'none';
    /** Recognition of returning visitors: with a signed cookie of the tracking domain, or without a cookie, within one day, by a hash that is only kept in the memory of the edge. */
    visitors: 'cookie' | 'cookieless';
    maxCostPerVisit: number;
    retention: {
      visitDays: number;
      eventDays: number;
      postbackDays: number;
    };
    rates: Record<string, string>;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** False: it was so already. */
    changed: boolean;
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/settings/versions/${encodeURIComponent(version)}/put-back`,
      body,
    });
  }

  /** Lists every record that has a warning, with the campaigns that use it: `GET /workspaces/{workspaceId}/warnings`. */
  listWarnings(
    options: CallOptions & { query?: ListWarningsQuery | undefined } = {},
  ): Promise<WarnedRecordPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/warnings`,
    });
  }

  /** Tells what somebody should look at, with what it is about: `GET /workspaces/{workspaceId}/attention`. */
  getAttention(options: CallOptions = {}): Promise<Attention> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/attention`,
    });
  }

  /** Lists alerts that are open, or those of the last 90 days that are over: `GET /workspaces/{workspaceId}/alerts`. */
  listAlerts(options: CallOptions & { query?: ListAlertsQuery | undefined } = {}): Promise<AlertPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/alerts`,
    });
  }

  /** Tells how many alerts are open, and whether anybody is told: `GET /workspaces/{workspaceId}/alerts/summary`. */
  getAlertSummary(options: CallOptions = {}): Promise<AlertSummary> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/alerts/summary`,
    });
  }

  /** Lists the rules of alerts as they hold here: `GET /workspaces/{workspaceId}/alerts/rules`. */
  getAlertRules(options: CallOptions = {}): Promise<AlertRules> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/alerts/rules`,
    });
  }

  /** Switches a rule on or off, or gives it another threshold: `PUT /workspaces/{workspaceId}/alerts/rules/{id}`. */
  changeAlertRule(id: string, body: AlertRuleChange, options: CallOptions = {}): Promise<AlertRule> {
    return send(this.#connection, {
      ...options,
      method: 'PUT',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/alerts/rules/${encodeURIComponent(id)}`,
      body,
    });
  }

  /** Says whether the caller is mailed when alerts begin and end: `PUT /workspaces/{workspaceId}/alerts/mail`. */
  setAlertMail(body: AlertMail, options: CallOptions = {}): Promise<AlertMail> {
    return send(this.#connection, {
      ...options,
      method: 'PUT',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/alerts/mail`,
      body,
    });
  }

  /** Lists who is told of alerts, and what came of the last message to each: `GET /workspaces/{workspaceId}/alerts/receivers`. */
  getAlertReceivers(options: CallOptions = {}): Promise<AlertReceivers> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/alerts/receivers`,
    });
  }

  /** Adds a URL that is called when alerts begin and end, and shows its secret, once: `POST /workspaces/{workspaceId}/alerts/receivers`. */
  createAlertWebhook(
    body: NewAlertWebhook,
    options: CallOptions & OnceOptions = {},
  ): Promise<AlertWebhookSecret> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/alerts/receivers`,
      body,
    });
  }

  /** Gives a webhook a new secret and shows it, once; the old one signs nothing more: `POST /workspaces/{workspaceId}/alerts/receivers/{id}/secret`. */
  rotateAlertWebhookSecret(id: string, options: CallOptions = {}): Promise<AlertWebhookSecret> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/alerts/receivers/${encodeURIComponent(id)}/secret`,
    });
  }

  /** Sends a receiver a test and answers what came of it: `POST /workspaces/{workspaceId}/alerts/receivers/{id}/test`. */
  testAlertReceiver(id: string, options: CallOptions = {}): Promise<AlertReceiverResult> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/alerts/receivers/${encodeURIComponent(id)}/test`,
    });
  }

  /** Tells a receiver nothing any more: `DELETE /workspaces/{workspaceId}/alerts/receivers/{id}`. */
  removeAlertReceiver(id: string, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, {
      ...options,
      method: 'DELETE',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/alerts/receivers/${encodeURIComponent(id)}`,
    });
  }

  /** Lists domains: `GET /workspaces/{workspaceId}/domains`. */
  listDomains(options: CallOptions & { query?: ListDomainsQuery | undefined } = {}): Promise<DomainsPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/domains`,
    });
  }

  /** Adds a domain: `POST /workspaces/{workspaceId}/domains`. */
  createDomain(body: NewDomain, options: CallOptions & OnceOptions = {}): Promise<Domain> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/domains`,
      body,
    });
  }

  /** Reads one domain, archived ones too: `GET /workspaces/{workspaceId}/domains/{id}`. */
  getDomain(id: string, options: CallOptions = {}): Promise<Domain> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/domains/${encodeURIComponent(id)}`,
    });
  }

  /** Tells which record a host needs to become a domain here, and what its name servers say now: `GET /workspaces/{workspaceId}/domains/record`. */
  getHostRecord(options: CallOptions & { query: GetHostRecordQuery }): Promise<HostRecord> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/domains/record`,
    });
  }

  /** Looks up where the name of a domain leads, and keeps the finding: `POST /workspaces/{workspaceId}/domains/{id}/check`. */
  checkDomain(id: string, options: CallOptions = {}): Promise<Domain> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/domains/${encodeURIComponent(id)}/check`,
    });
  }

  /** Archives a domain: `POST /workspaces/{workspaceId}/domains/{id}/archive`. */
  archiveDomain(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<Domain> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/domains/${encodeURIComponent(id)}/archive`,
      body,
    });
  }

  /** Archives domains, all or none: `POST /workspaces/{workspaceId}/domains/archive`. */
  archiveDomains(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/domains/archive`,
      body,
    });
  }

  /** Restores a domain that is archived: `POST /workspaces/{workspaceId}/domains/{id}/restore`. */
  restoreDomain(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<Domain> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/domains/${encodeURIComponent(id)}/restore`,
      body,
    });
  }

  /** Restores archived domains, all or none: `POST /workspaces/{workspaceId}/domains/restore`. */
  restoreDomains(
    body: NamedRecords,
    options: CallOptions = {},
  ): Promise<{
    records: {
      id: string;
      name: string;
      status: CampaignStatus;
      /** Increases with every change of the record. Send it with a write to detect conflicts. */
      version: number;
    }[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/domains/restore`,
      body,
    });
  }

  /** Lists incoming events as they came, the newest first where nothing else is said: `GET /workspaces/{workspaceId}/inbox`. */
  listInbox(options: CallOptions & { query?: ListInboxQuery | undefined } = {}): Promise<InboxPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/inbox`,
    });
  }

  /** Lists files of conversions and costs that were brought in: `GET /workspaces/{workspaceId}/uploads`. */
  listUploads(options: CallOptions & { query?: ListUploadsQuery | undefined } = {}): Promise<UploadPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/uploads`,
    });
  }

  /** Says what a file is that comes next, and what its columns mean: `POST /workspaces/{workspaceId}/uploads`. */
  createUpload(body: NewUpload, options: CallOptions & OnceOptions = {}): Promise<Upload> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/uploads`,
      body,
    });
  }

  /** Shows how far a file is, or what became of it: `GET /workspaces/{workspaceId}/uploads/{id}`. */
  getUpload(id: string, options: CallOptions = {}): Promise<Upload> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/uploads/${encodeURIComponent(id)}`,
    });
  }

  /** Takes the file, and answers what became of it when all of it is read: `PUT /workspaces/{workspaceId}/uploads/{id}/file`. */
  sendUploadFile(id: string, file: Blob, options: CallOptions = {}): Promise<Upload> {
    return send(this.#connection, {
      ...options,
      method: 'PUT',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/uploads/${encodeURIComponent(id)}/file`,
      file,
    });
  }

  /** Lists what became of the lines of a file: `GET /workspaces/{workspaceId}/uploads/{id}/lines`. */
  listUploadLines(
    id: string,
    options: CallOptions & { query?: ListUploadLinesQuery | undefined } = {},
  ): Promise<UploadLinePage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/uploads/${encodeURIComponent(id)}/lines`,
    });
  }

  /** Takes back the costs that a file has entered: `POST /workspaces/{workspaceId}/uploads/{id}/undo`. */
  undoUpload(id: string, options: CallOptions = {}): Promise<UndoneUpload> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/uploads/${encodeURIComponent(id)}/undo`,
    });
  }

  /** Applies the rules of today to incoming events that did not count, or tells what that would change: `POST /workspaces/{workspaceId}/inbox/replays`. */
  startReplay(body: InboxReplayOrder, options: CallOptions & OnceOptions = {}): Promise<InboxReplay> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/inbox/replays`,
      body,
    });
  }

  /** Lists what was applied again, or only tried, in the last day: `GET /workspaces/{workspaceId}/inbox/replays`. */
  listReplays(
    options: CallOptions & { query?: ListReplaysQuery | undefined } = {},
  ): Promise<InboxReplayPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/inbox/replays`,
    });
  }

  /** Shows how far it is with applying events again, or what came of it: `GET /workspaces/{workspaceId}/inbox/replays/{id}`. */
  getReplay(id: string, options: CallOptions = {}): Promise<InboxReplay> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/inbox/replays/${encodeURIComponent(id)}`,
    });
  }

  /** Stops applying events again: `POST /workspaces/{workspaceId}/inbox/replays/{id}/stop`. */
  stopReplay(id: string, options: CallOptions = {}): Promise<InboxReplay> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/inbox/replays/${encodeURIComponent(id)}/stop`,
    });
  }

  /** Says what would become of a request that a network sends: `POST /workspaces/{workspaceId}/inbox/try`. */
  tryEvent(body: EventTrial, options: CallOptions = {}): Promise<EventTrialResult> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/inbox/try`,
      body,
      isReadOnly: true,
    });
  }

  /** Answers what became of traffic: sums of metrics, grouped by dimensions: `GET /workspaces/{workspaceId}/reports`. */
  getReport(options: CallOptions & { query: GetReportQuery }): Promise<PanelReport> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/reports`,
    });
  }

  /** Answers a report whose question is too long for an address, or looks for texts: `POST /workspaces/{workspaceId}/reports/query`. */
  queryReport(body: PanelReportDefinition, options: CallOptions = {}): Promise<PanelReport> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/reports/query`,
      body,
      isReadOnly: true,
    });
  }

  /** Lists recorded events, newest first: `GET /workspaces/{workspaceId}/events`. */
  listEvents(options: CallOptions & { query?: ListEventsQuery | undefined } = {}): Promise<PanelEventPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/events`,
    });
  }

  /** Lists recorded events, newest first, with what a list shows of them: `GET /workspaces/{workspaceId}/events/brief`. */
  listBriefEvents(
    options: CallOptions & { query?: ListBriefEventsQuery | undefined } = {},
  ): Promise<BriefEventPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/events/brief`,
    });
  }

  /** Shows everything that there is of one visit: `GET /workspaces/{workspaceId}/events/{id}`. */
  getEventStory(
    id: string,
    options: CallOptions & { query?: GetEventStoryQuery | undefined } = {},
  ): Promise<EventTimeline> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/events/${encodeURIComponent(id)}`,
    });
  }

  /** Explains a visit: the rules that decided, evaluated against what was recorded: `GET /workspaces/{workspaceId}/events/{id}/explanation`. */
  explainVisit(id: string, options: CallOptions = {}): Promise<VisitExplanation> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/events/${encodeURIComponent(id)}/explanation`,
    });
  }

  /** Lists what is new, oldest first, and goes on telling it: `GET /workspaces/{workspaceId}/events/tail`. */
  tailEvents(options: CallOptions & { query?: TailEventsQuery | undefined } = {}): Promise<EventTailPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/events/tail`,
    });
  }

  /** Lists what was tried of a call to a traffic source: `GET /workspaces/{workspaceId}/postbacks/{id}/attempts`. */
  listPostbackAttempts(
    id: string,
    options: CallOptions & { query?: ListPostbackAttemptsQuery | undefined } = {},
  ): Promise<PostbackAttemptPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/postbacks/${encodeURIComponent(id)}/attempts`,
    });
  }

  /** Lists the caller’s saved reports and those that others share, without their questions: `GET /workspaces/{workspaceId}/saved-reports`. */
  listSavedReports(
    options: CallOptions & { query?: ListSavedReportsQuery | undefined } = {},
  ): Promise<SavedReportPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/saved-reports`,
    });
  }

  /** Keeps the question of a report under a name: `POST /workspaces/{workspaceId}/saved-reports`. */
  createSavedReport(body: NewSavedReport, options: CallOptions & OnceOptions = {}): Promise<SavedReport> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/saved-reports`,
      body,
    });
  }

  /** Reads one saved report: `GET /workspaces/{workspaceId}/saved-reports/{id}`. */
  getSavedReport(id: string, options: CallOptions = {}): Promise<SavedReport> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/saved-reports/${encodeURIComponent(id)}`,
    });
  }

  /** Changes a saved report: `PATCH /workspaces/{workspaceId}/saved-reports/{id}`. */
  updateSavedReport(id: string, body: SavedReportChange, options: CallOptions = {}): Promise<SavedReport> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/saved-reports/${encodeURIComponent(id)}`,
      body,
    });
  }

  /** Deletes a saved report for good: `DELETE /workspaces/{workspaceId}/saved-reports/{id}`. */
  deleteSavedReport(id: string, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, {
      ...options,
      method: 'DELETE',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/saved-reports/${encodeURIComponent(id)}`,
    });
  }

  /** Lists costs that were brought in by hand: `GET /workspaces/{workspaceId}/costs`. */
  listCosts(options: CallOptions & { query?: ListCostsQuery | undefined } = {}): Promise<CostPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/costs`,
    });
  }

  /** Enters what a campaign’s visits of a period cost: `POST /workspaces/{workspaceId}/costs`. */
  createCost(body: CostEntryInput, options: CallOptions & OnceOptions = {}): Promise<CostEntry> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/costs`,
      body,
    });
  }

  /** Takes a cost back from all visits, to the last digit: `POST /workspaces/{workspaceId}/costs/{id}/withdraw`. */
  withdrawCost(id: string, options: CallOptions = {}): Promise<CostEntry> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/costs/${encodeURIComponent(id)}/withdraw`,
    });
  }

  /** Lists calls to traffic sources: `GET /workspaces/{workspaceId}/postbacks`. */
  listPostbacks(
    options: CallOptions & { query?: ListPostbacksQuery | undefined } = {},
  ): Promise<PostbackPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/postbacks`,
    });
  }

  /** Sends a call to a traffic source again, or sooner: `POST /workspaces/{workspaceId}/postbacks/{id}/retry`. */
  retryPostback(id: string, options: CallOptions = {}): Promise<Postback> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/postbacks/${encodeURIComponent(id)}/retry`,
    });
  }

  /** Lists receivers of postbacks that are paused because they do not answer, or only with errors: `GET /workspaces/{workspaceId}/postbacks/hosts`. */
  listPausedHosts(
    options: CallOptions & { query?: ListPausedHostsQuery | undefined } = {},
  ): Promise<PausedHosts> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/postbacks/hosts`,
    });
  }

  /** Lists everybody who is told of conversions, with what waits for them and how it went: `GET /workspaces/{workspaceId}/postbacks/receivers`. */
  listReceivers(options: CallOptions & { query?: ListReceiversQuery | undefined } = {}): Promise<Receivers> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/postbacks/receivers`,
    });
  }

  /** Leaves a receiver of postbacks alone for a while: `POST /workspaces/{workspaceId}/postbacks/hosts/pause`. */
  pauseHost(body: HostToPause, options: CallOptions = {}): Promise<PausedHost> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/postbacks/hosts/pause`,
      body,
    });
  }

  /** Ends the pause of a receiver of postbacks: `POST /workspaces/{workspaceId}/postbacks/hosts/resume`. */
  resumeHost(body: HostToResume, options: CallOptions = {}): Promise<ResumedHost> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/postbacks/hosts/resume`,
      body,
    });
  }

  /** Calls a traffic source as a conversion would, or only shows the call: `POST /workspaces/{workspaceId}/postbacks/test`. */
  testPostback(body: PostbackTest, options: CallOptions = {}): Promise<PostbackTestResult> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/postbacks/test`,
      body,
    });
  }

  /** Erases a visit and everything that belongs to it: `POST /workspaces/{workspaceId}/erasures`. */
  requestErasure(body: ErasureRequest, options: CallOptions & OnceOptions = {}): Promise<CreatedId> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/erasures`,
      body,
    });
  }

  /** Lists the erasures that were asked for, and what became of each: `GET /workspaces/{workspaceId}/erasures`. */
  listErasures(options: CallOptions & { query?: ListErasuresQuery | undefined } = {}): Promise<ErasurePage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/erasures`,
    });
  }

  /** Lists the API keys of the workspace, without their tokens: `GET /workspaces/{workspaceId}/keys`. */
  listKeys(options: CallOptions & { query?: ListKeysQuery | undefined } = {}): Promise<ApiKeyPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/keys`,
    });
  }

  /** Makes an API key and shows its token, once: `POST /workspaces/{workspaceId}/keys`. */
  createKey(
    body: NewApiKey,
    options: CallOptions & OnceOptions = {},
  ): Promise<{
    id: string;
    label: string;
    scope: 'read' | 'write';
    lifetimeDays: 30 | 90 | 180;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    state: 'active' | 'expired' | 'revoked';
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** ISO 8601 in UTC with milliseconds. */
    expiresAt: string;
    /** ISO 8601 in UTC with milliseconds. */
    rotatedAt: string | null;
    /** ISO 8601 in UTC with milliseconds. */
    revokedAt: string | null;
    /** Updated with a delay of a few seconds. */
    lastUsedAt: string | null;
    /** Network of the last use. Full IP addresses are not stored. */
    lastUsedNetwork: string | null;
    /** Returned only once. */
    token: string;
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/keys`,
      body,
    });
  }

  /** Changes the label of an API key: `PATCH /workspaces/{workspaceId}/keys/{id}`. */
  updateKey(id: string, body: ApiKeyChange, options: CallOptions = {}): Promise<ApiKey> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/keys/${encodeURIComponent(id)}`,
      body,
    });
  }

  /** Ends an API key for good: `DELETE /workspaces/{workspaceId}/keys/{id}`. */
  revokeKey(id: string, options: CallOptions = {}): Promise<ApiKey> {
    return send(this.#connection, {
      ...options,
      method: 'DELETE',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/keys/${encodeURIComponent(id)}`,
    });
  }

  /** Gives an API key a new token and shows it, once; the old one stops at once: `POST /workspaces/{workspaceId}/keys/{id}/rotate`. */
  rotateKey(
    id: string,
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<{
    id: string;
    label: string;
    scope: 'read' | 'write';
    lifetimeDays: 30 | 90 | 180;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    state: 'active' | 'expired' | 'revoked';
    /** ISO 8601 in UTC with milliseconds. */
    createdAt: string;
    /** ISO 8601 in UTC with milliseconds. */
    expiresAt: string;
    /** ISO 8601 in UTC with milliseconds. */
    rotatedAt: string | null;
    /** ISO 8601 in UTC with milliseconds. */
    revokedAt: string | null;
    /** Updated with a delay of a few seconds. */
    lastUsedAt: string | null;
    /** Network of the last use. Full IP addresses are not stored. */
    lastUsedNetwork: string | null;
    /** Returned only once. */
    token: string;
  }> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/keys/${encodeURIComponent(id)}/rotate`,
      body,
    });
  }

  /** Tells which agent asks to read a workspace, and where the answer goes: `GET /agent-requests/{id}`. */
  getAgentRequest(id: string, options: CallOptions = {}): Promise<AgentRequest> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/agent-requests/${encodeURIComponent(id)}`,
    });
  }

  /** Lets an agent read the workspace, and nothing else: `POST /workspaces/{workspaceId}/agent-requests/{id}/allow`. */
  allowAgent(id: string, options: CallOptions = {}): Promise<AgentAnswer> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/agent-requests/${encodeURIComponent(id)}/allow`,
    });
  }

  /** Refuses what an agent asks for, and tells it so: `POST /agent-requests/{id}/refuse`. */
  refuseAgent(id: string, options: CallOptions = {}): Promise<AgentAnswer> {
    return send(this.#connection, {
      ...options,
      method: 'POST',
      path: `/agent-requests/${encodeURIComponent(id)}/refuse`,
    });
  }

  /** Lists the agents that may read the workspace: `GET /workspaces/{workspaceId}/agent-connections`. */
  listAgentConnections(
    options: CallOptions & { query?: ListAgentConnectionsQuery | undefined } = {},
  ): Promise<AgentConnectionPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/agent-connections`,
    });
  }

  /** Ends a connection for good: the very next call of the agent is refused: `DELETE /workspaces/{workspaceId}/agent-connections/{id}`. */
  endAgentConnection(id: string, options: CallOptions = {}): Promise<null> {
    return send(this.#connection, {
      ...options,
      method: 'DELETE',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/agent-connections/${encodeURIComponent(id)}`,
    });
  }

  /** Reads what the workspace decides for all of its traffic: `GET /workspaces/{workspaceId}/settings`. */
  getWorkspaceSettings(options: CallOptions = {}): Promise<{
    name: string;
    timezone: string;
    currency: string;
    /** Destination of visitors without any other destination. */
    fallbackUrl: string | null;
    addressPrivacy: 'full' | 'truncated' | 'none';
    /** Recognition of returning visitors: with a signed cookie of the tracking domain, or without a cookie, within one day, by a hash that is only kept in the memory of the edge. */
    visitors: 'cookie' | 'cookieless';
    maxCostPerVisit: number;
    retention: {
      visitDays: number;
      eventDays: number;
      postbackDays: number;
    };
    rates: Record<string, string>;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/settings`,
    });
  }

  /** Changes the given settings of the workspace: `PATCH /workspaces/{workspaceId}/settings`. */
  updateWorkspaceSettings(
    body: {
      /** Version of the record that you read. The write fails if the record has changed since. */
      version: number;
      name?: string | undefined;
      timezone?: string | undefined;
      currency?: string | undefined;
      /** Absolute http or https URL. Macros such as {clickid} are allowed after the host. */
      fallbackUrl?: string | null | undefined;
      addressPrivacy?: 'full' | 'truncated' | 'none' | undefined;
      /** Recognition of returning visitors: with a signed cookie of the tracking domain, or without a cookie, within one day, by a hash that is only kept in the memory of the edge. */
      visitors?: 'cookie' | 'cookieless' | undefined;
      /** Maximum cost per visit that a traffic source can send, in the currency of the workspace. Higher values are recorded as 0, with a reason on the visit. */
      maxCostPerVisit?: number | undefined;
      retention?:
        | {
            /** Retention in days. Older rows are deleted. */
            visitDays?: number | undefined;
            /** Retention in days. Older rows are deleted. */
            eventDays?: number | undefined;
            /** Retention in days. Older rows are deleted. */
            postbackDays?: number | undefined;
          }
        | undefined;
      /** Value of one unit of each currency in the currency of the workspace. */
      rates?: Record<string, string> | undefined;
      /** Confirms a currency change for a workspace with campaigns. Amounts are not converted: they keep their numbers in the new currency. */
      relabelAmounts?: true | undefined;
    },
    options: CallOptions & { query?: UpdateWorkspaceSettingsQuery | undefined } = {},
  ): Promise<{
    name: string;
    timezone: string;
    currency: string;
    /** Destination of visitors without any other destination. */
    fallbackUrl: string | null;
    addressPrivacy: 'full' | 'truncated' | 'none';
    /** Recognition of returning visitors: with a signed cookie of the tracking domain, or without a cookie, within one day, by a hash that is only kept in the memory of the edge. */
    visitors: 'cookie' | 'cookieless';
    maxCostPerVisit: number;
    retention: {
      visitDays: number;
      eventDays: number;
      postbackDays: number;
    };
    rates: Record<string, string>;
    /** Increases with every change of the record. Send it with a write to detect conflicts. */
    version: number;
    /** Problems with the saved values. Empty if there are none. */
    warnings: Warning[];
  }> {
    return send(this.#connection, {
      ...options,
      method: 'PATCH',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/settings`,
      body,
    });
  }

  /** Tells the state of the workspace’s subscription: `GET /workspaces/{workspaceId}/subscription`. */
  getSubscription(options: CallOptions = {}): Promise<Subscription> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/subscription`,
    });
  }

  /** Lists who changed what: `GET /workspaces/{workspaceId}/audit-log`. */
  listAuditLog(options: CallOptions & { query?: ListAuditLogQuery | undefined } = {}): Promise<AuditPage> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/audit-log`,
    });
  }

  /** Tells what a sign-in screen has to know of the installation: `GET /installation`. */
  getInstallation(options: CallOptions = {}): Promise<Installation> {
    return send(this.#connection, { ...options, method: 'GET', path: '/installation' });
  }

  /** Tells the operator how the processes, engines, edges and jobs of the installation do: `GET /workspaces/{workspaceId}/system/health`. */
  getSystemHealth(options: CallOptions = {}): Promise<SystemHealth> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/system/health`,
    });
  }

  /** Finds records of all kinds by name, id, short name or host of their URL: `GET /workspaces/{workspaceId}/search`. */
  search(options: CallOptions & { query: SearchQuery }): Promise<SearchResult> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/search`,
    });
  }

  /** Finds visits by the click ID of their traffic source, or by a transaction ID: `GET /workspaces/{workspaceId}/search/visits`. */
  searchVisits(options: CallOptions & { query: SearchVisitsQuery }): Promise<VisitSearchResult> {
    return send(this.#connection, {
      ...options,
      method: 'GET',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/search/visits`,
    });
  }

  /** All rows of a report as a CSV file: `GET /workspaces/{workspaceId}/exports/report`. */
  exportReportAddress(options: { query: ExportReportQuery }): string {
    return addressOf(this.#connection, {
      ...options,
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/exports/report`,
    });
  }

  /** The same of a question that is too long for an address, or looks for texts: `POST /workspaces/{workspaceId}/exports/report`. */
  exportQuestion(
    body: PanelReportExport,
    options: CallOptions & { query?: ExportQuestionQuery | undefined } = {},
  ): Promise<Blob> {
    return sendForFile(this.#connection, {
      ...options,
      method: 'POST',
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/exports/report`,
      body,
      isReadOnly: true,
    });
  }

  /** The events of a range as a CSV file, newest first; without referrer, ip, userAgent, externalId, destinationUrl, url, response for whoever may not read personal data: `GET /workspaces/{workspaceId}/exports/events`. */
  exportEventsAddress(options: { query: ExportEventsQuery }): string {
    return addressOf(this.#connection, {
      ...options,
      path: `/workspaces/${encodeURIComponent(this.#workspaceId)}/exports/events`,
    });
  }
}
