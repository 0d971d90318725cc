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
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
};

/** What is left out stays as it is. List and map are replaced as wholes. */
export type AffiliateNetworkChange = {
  /** The version that was read. Where the record is of another one by now, the write is refused. */
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
  /** Where the browser has to go next. */
  returnTo: string;
};

export type AgentClient = {
  id: string;
  /** As it calls itself: nobody has checked it. */
  name: string;
  /** Whose document describes it; null of one that only registered itself. */
  host: string | null;
};

export type AgentConnection = {
  id: string;
  clientName: string;
  redirectHost: string;
  /** Who let it in. It ends with their membership. */
  person: {
    id: string;
    email: string;
  };
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** To the minute. */
  lastUsedAt: string | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  expiresAt: string;
};

export type AgentConnectionPage = {
  items: AgentConnection[];
  meta: ListMeta;
};

export type AgentRequest = {
  client: AgentClient;
  /** Where the browser is sent afterwards. */
  redirectHost: string;
  /** website: a server on the internet. device: a program on the same machine, by a loopback address. app: whichever app opens links with this scheme. */
  redirectKind: 'website' | 'device' | 'app';
  /** What it will be able to read. */
  reads: string[];
  /** ISO 8601 in UTC, with milliseconds and Z. */
  expiresAt: string;
};

export type Alert = {
  id: string;
  kind: AttentionKind;
  /** What is the matter, in a sentence; it may change. */
  message: string;
  /** What it is about, which is where it is mended; null for the installation. */
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
    /** Of a record its id, of a receiver its origin. */
    id: string;
    name: string;
  } | null;
  /** How many things it is, where they are counted. */
  count: number | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  openedAt: string;
  /** When it was last found; of one that is over, the last time. */
  lastSeenAt: string;
  /** Null while it lasts. */
  recoveredAt: string | null;
  /** How many receivers took the message of its beginning. */
  told: number;
  /** How many have not taken it yet. */
  toldWaiting: number;
};

export type AlertMail = {
  /** Whether the caller is mailed. */
  isWanted: boolean;
};

export type AlertPage = {
  items: Alert[];
  meta: ListMeta;
};

export type AlertReceiver = {
  id: string;
  type: 'mail' | 'webhook';
  /** The address of the member, or the URL. */
  to: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  last: AlertReceiverResult | null;
};

export type AlertReceiverResult = {
  /** ISO 8601 in UTC, with milliseconds and Z. */
  at: string;
  isOk: boolean;
  /** The HTTP status, where there was one. */
  status: number | null;
  /** Why it did not arrive, in one word. */
  error: string | null;
};

export type AlertReceivers = {
  receivers: AlertReceiver[];
};

export type AlertRule = {
  kind: AttentionKind;
  isOn: boolean;
  /** Null where the rule has none. */
  threshold: number | null;
  /** Whether it is other than without anybody’s doing. */
  isChanged: boolean;
};

export type AlertRuleChange = {
  isOn: boolean;
  /** Null or left out: the usual one. */
  threshold?: number | null | undefined;
};

export type AlertRules = {
  /** Those of the installation are in its first workspace only, for whoever may see it. */
  rules: AlertRule[];
  /** Of thresholds of money. */
  currency: string;
};

export type AlertSummary = {
  open: number;
  /** Whether the caller is mailed. */
  isMailed: boolean;
  canSendMail: boolean;
  receivers: number;
};

export type AlertWebhookSecret = {
  id: string;
  /** For checking signatures. Shown in this answer only. */
  secret: string;
};

export type ApiKey = {
  id: string;
  label: string;
  scope: 'read' | 'write';
  lifetimeDays: 30 | 90 | 180;
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
  state: 'active' | 'expired' | 'revoked';
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  expiresAt: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  rotatedAt: string | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  revokedAt: string | null;
  /** Some seconds behind. */
  lastUsedAt: string | null;
  /** Where it was last used from, as a network: addresses are not kept. */
  lastUsedNetwork: string | null;
};

export type ApiKeyChange = {
  /** The version that was read. Where the record is of another one by now, the write is refused. */
  version: number;
  label: string;
};

export type ApiKeyPage = {
  items: ApiKey[];
  meta: ListMeta;
};

export type Attention = {
  /** The most urgent first; up to 20 of a kind. */
  items: AttentionItem[];
  /** False while recorded traffic could not be asked: something may be missing. */
  isComplete: boolean;
};

export type AttentionItem = {
  kind: AttentionKind;
  /** What is the matter, in a sentence; it may change. */
  message: string;
  /** What it is about, which is where it is mended; null for the installation. */
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
    /** Of a record its id, of a receiver its origin. */
    id: string;
    name: string;
  } | null;
  /** How many things it is, where they are counted. */
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
  /** ISO 8601 in UTC, with milliseconds and Z. */
  at: string;
  actor: {
    type: 'operator' | 'user' | 'key' | 'agent' | 'system';
    /** Of a person, a key or the connection of an agent. */
    id: string | null;
    label: string;
  };
  /** Such as landing.create. */
  action: string;
  /** The record that was changed. */
  subjectId: string;
  /** What it was called then; null of what has no name. */
  subjectName: string | null;
  /** Field by field. Of a secret only that it is another one; what is not there on one side is left out. */
  changes: AuditedChange[];
  /** That the change made of the record. */
  version: number | null;
  /** Where the person who did it came from. */
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
  /** What keeps it from the change. */
  by: {
    type: string;
    id: string;
    name: string;
  }[];
};

export type BriefEvent = BriefVisitEvent | BriefLandingClickEvent | BriefGoalEvent | BriefPostbackEvent;

/** What these are called now; null where there is none, or it is gone. */
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
  /** ISO 8601 with milliseconds, in the asked timezone with its offset. */
  time: string;
  visitId: string | null;
  /** What the visitor’s links carried. */
  clickId: string | null;
  campaignId: string | null;
  country: string | null;
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  /** In the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** In the currency of the workspace, rounded to 6 decimals. */
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
  /** ISO 8601 with milliseconds, in the asked timezone with its offset. */
  time: string;
  visitId: string | null;
  /** What the visitor’s links carried. */
  clickId: string | null;
  campaignId: string | null;
  country: string | null;
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  /** In the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** In the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  labels: BriefEventLabels;
};

export type BriefPostbackEvent = {
  type: 'postback';
  id: string;
  /** ISO 8601 with milliseconds, in the asked timezone with its offset. */
  time: string;
  visitId: string | null;
  /** What the visitor’s links carried. */
  clickId: string | null;
  campaignId: string | null;
  country: string | null;
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  /** In the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** In the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  /** Of HTTP; null where nobody answered. */
  status: number | null;
  error: string | null;
  attempt: number;
  labels: BriefEventLabels;
};

export type BriefVisitEvent = {
  type: 'visit';
  id: string;
  /** ISO 8601 with milliseconds, in the asked timezone with its offset. */
  time: string;
  visitId: string | null;
  /** What the visitor’s links carried. */
  clickId: string | null;
  campaignId: string | null;
  country: string | null;
  deviceType: string | null;
  os: string | null;
  browser: string | null;
  /** In the currency of the workspace, rounded to 6 decimals. */
  cost: number;
  /** In the currency of the workspace, rounded to 6 decimals. */
  revenue: number;
  /** Where the visitor was sent: landing, offer, paused … */
  outcome: string | null;
  bot: boolean;
  prefetch: boolean;
  labels: BriefEventLabels;
};

/** What is left out stays as it is, inside nested objects too; null stands for the default. */
export type CampaignChange = {
  /** The version that was read. Where the record is of another one by now, the write is refused. */
  version: number;
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

export type CampaignDuplication = {
  /** Where it is left out, that of the original with (copy). */
  name?: string | undefined;
  /** `copy` gives the new campaign a rotator of its own. With `share`, every change of the rotator affects both campaigns. */
  rotator: 'copy' | 'share';
  /** Status of the new campaign; `paused` by default. */
  status?: 'active' | 'paused' | undefined;
};

export type CampaignLinks = {
  /** For the ad: with every macro of the traffic source in the parameter that takes it. */
  visit: string;
  /** For the button of a landing page. */
  landingClick: string;
  /** For ads that lead to your page itself: what comes behind its address, with every macro of the source. */
  page: string;
  /** The element for the landing page that reports visits and clicks. */
  script: string;
  /** For mail and impressions, with every macro of the traffic source. */
  pixel: string;
  /** For networks: it holds the key, so it is a secret. Empty for whoever may not read the key. */
  event: string;
  /** The one before the key was changed, while it still works. */
  previousEvent: {
    url: string;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    until: string;
  } | null;
  /** Of the campaign; a write names the one it was made on. */
  version: number;
};

export type CampaignStatus = 'active' | 'paused' | 'archived';

export type CampaignsPage = {
  items: ListedCampaign[];
  meta: MetricListMeta;
};

/** A path with its caps and its pools of landings and offers. */
export type CappedStream = {
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
  /** Whichever is reached first counts. Hours and days are those of the workspace; a total is counted from when it was set. */
  caps: {
    limit: number;
    per: 'hour' | 'day' | 'total';
    counts: 'visits' | 'conversions';
  }[];
};

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

export type CostEntry = {
  id: string;
  campaignId: string;
  campaignName: string;
  /** The first moment of the period. */
  from: string;
  /** The last millisecond of the period. */
  to: string;
  tokens: Record<string, string>;
  mode: CostEntryMode;
  /** A decimal number as text, exact to 12 decimals. */
  amount: string;
  /** The workspace’s own when it was entered. */
  currency: string;
  /** As it was entered. */
  original: {
    /** A decimal number as text, exact to 12 decimals. */
    amount: string;
    currency: string;
  };
  /** What its visits cost before, as far as it has replaced that; null where it replaces nothing. */
  takenOut: string | null;
  status: CostStatus;
  /** Why it failed. */
  reason: string | null;
  /** How many visits it lies on; null until they were counted. */
  visits: number | null;
  /** How much of it is spread; null until its visits were counted. */
  progress: {
    done: number;
    parts: number;
  } | null;
  /** The entry that took its place. */
  replacedBy: string | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  createdBy: {
    type: 'operator' | 'user' | 'key' | 'system';
    id: string | null;
    label: string;
  };
  /** ISO 8601 in UTC, with milliseconds and Z. */
  withdrawnAt: string | null;
};

export type CostEntryInput = {
  /** The id of the campaign, or its exact name. */
  campaign: string;
  /** A day or a moment; without a zone of its own, in that of the workspace. */
  from: string;
  /** The same; a day or a second means all of it. */
  to: string;
  /** As text or as a number: up to 9 digits before and 12 after the point. More than 0 where it is added, below or above 0 where it corrects, 0 or more where it replaces. */
  amount: number | string;
  /** Whether it is added to what the visits cost, corrects that, or replaces it; add by default. */
  mode?: CostEntryMode | undefined;
  /** The workspace’s own where it is left out. */
  currency?: string | null | undefined;
  /** Only visits with these values of tokens. */
  tokens?: Record<string, string> | null | undefined;
  /** Withdraws the entries that are in the way of this one, where it is added. */
  withdrawOverlapping?: boolean | undefined;
};

export type CostEntryMode = 'add' | 'correct' | 'replace';

/** What is paid for: nothing, each visit, each unique visit, 1,000 visits, each conversion, a share of the revenue, or what the source says. */
export type CostMode = 'none' | 'cpv' | 'cpuv' | 'cpm' | 'cpa' | 'revshare' | 'auto';

export type CostPage = {
  items: CostEntry[];
  meta: ListMeta;
};

export type CostStatus = 'pending' | 'spread' | 'withdrawing' | 'withdrawn' | 'failed';

export type CreatedId = {
  id: string;
};

/** What is not there on one side is left out. */
export type Difference = {
  path: string;
  before?: unknown;
  after?: unknown;
};

export type Domain = {
  id: string;
  host: string;
  verification: 'pending' | 'verified' | 'failed';
  /** ISO 8601 in UTC, with milliseconds and Z. */
  checkedAt: string | null;
  checkError: string | null;
  status: RecordStatus;
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
  /** ISO 8601 in UTC, with milliseconds and Z. */
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
    /** Null until they are counted. */
    of: number | null;
  };
  failure: string | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  endedAt: string | null;
  result: DryRunResult | null;
};

export type DryRunGroup = {
  /** Null where it is not known. */
  value: string | null;
  visits: number;
  changed: number;
};

/** Rules that are not saved, or the saved ones where none are given, and the visits to run them over. */
export type DryRunInput = {
  draft?: RotatorRulesInput | null | undefined;
  /** Visits of so many days up to now; 7 where it is left out. */
  days?: number | null | undefined;
  /** About how many visits are looked at, chosen by their ids, or all of them; 50,000 where it is left out. */
  sample?: number | 'all' | null | undefined;
  /** Whether visits of bots are looked at, too. */
  bots?: boolean | null | undefined;
};

export type DryRunMove = {
  /** What was recorded. */
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
  /** Percent, to four decimals. */
  share: number;
  /** The newest of them. */
  examples: {
    clickId: string;
    visitId: string;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    time: string;
  }[];
};

/** Visits by both rules, and what those brought that took it. */
export type DryRunPath = {
  pathId: string;
  recorded: number;
  draft: number;
  revenuePerVisit: DryRunPerVisit | null;
  profitPerVisit: DryRunPerVisit | null;
};

/** In the currency of the workspace. The mean of all such visits lies from low to high in 95 of 100 cases, by the normal approximation; null where there are too few visits to say. */
export type DryRunPerVisit = {
  mean: number;
  low: number | null;
  high: number | null;
};

export type DryRunResult = {
  /** ISO 8601 in UTC, with milliseconds and Z. */
  from: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  to: string;
  /** Visits that rules of this rotator decided about. */
  recorded: number;
  /** Those of them that were looked at. */
  looked: number;
  /** Those of which it is known what the rules do with them. */
  judged: number;
  /** Not judged, since a cap had turned them away. */
  capped: number;
  /** Not judged, since a rule asks for what is not recorded of visits. */
  unrecorded: {
    field: string;
    visits: number;
  }[];
  /** Those that take another path than was recorded. */
  changed: DryRunShare;
  /** The same path, by another rule. */
  otherRule: number;
  /** The same path, with another landing. */
  otherLanding: number;
  /** The same path, with another offer. */
  otherOffer: number;
  /** Those that take another path by the saved rules than was recorded: the rules were others then. */
  bySaved: DryRunShare | null;
  /** Those that take another path by the draft than by the saved rules: what the draft changes. */
  fromSaved: DryRunShare | null;
  /** Most visits first. */
  moves: DryRunMove[];
  /** Visits of further moves. */
  movesLeftOut: number;
  groups: {
    country: DryRunGroup[];
    deviceType: DryRunGroup[];
    trafficSource: DryRunGroup[];
  };
  paths: DryRunPath[];
  /** What rules, paths and traffic sources are called, by their ids. */
  labels: Record<string, string>;
};

export type DryRunShare = {
  visits: number;
  /** Percent, to four decimals. */
  share: number;
  /** How far the share of all visits may be from this one, in points of percent, in 95 of 100 cases; 0 where all were looked at. */
  error: number;
};

export type Duplication = {
  /** Where it is left out, that of the original with (copy). */
  name?: string | undefined;
};

export type EndedSessions = {
  ended: number;
};

export type Erasure = {
  id: string;
  /** Forgotten, and so null, when it is done. */
  clickId: string | null;
  /** begun: rows of it may still be there; watched: they are gone, and for three days it is looked for more; stuck: the traffic store cannot delete them now; done: it is over. */
  state: 'begun' | 'watched' | 'stuck' | 'done';
  /** ISO 8601 in UTC, with milliseconds and Z. */
  requestedAt: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  finishedAt: string | null;
};

export type ErasurePage = {
  items: Erasure[];
  meta: ListMeta;
};

export type ErasureRequest = {
  /** Of the visit: as its landing or network got it, or as the feed shows it. */
  clickId: string;
  password: string;
  /** Six digits from the application, or a recovery code. */
  code?: string | undefined;
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
  /** For programs: a word for this kind of refusal, which stays the same. */
  reason?: string | undefined;
  /** With 409. */
  blockedCampaignIds?: string[] | undefined;
  [name: string]: unknown;
};

export type EvaluatedItem = {
  id: string;
  name: string;
  /** Percent, to four decimals. */
  share: number;
  /** Why it gets no visitors, or that it does; full: it has reached a cap now, whenever the visit is. */
  state: 'served' | 'disabled' | 'archived' | 'weightless' | 'full';
  /** Whether the visitor had it when last here, and so gets it again. */
  isKept: boolean;
  /** With its macros filled for this visit and a made-up click id; null where that fails. */
  url: string | null;
  /** The URL before, with the parameter for the click id. */
  template: string;
  /** Each that the template has, once. */
  macros: EvaluatedMacro[];
};

export type EvaluatedMacro = {
  /** As it is written, with its braces. */
  macro: string;
  /** What it becomes, before it is encoded for a URL. */
  value: string;
  /** Empty: nothing is known for it; unknown: it is no macro, and nothing is put in its place. */
  state: 'filled' | 'empty' | 'unknown';
};

export type EvaluatedOffer = {
  id: string;
  name: string;
  /** Percent, to four decimals. */
  share: number;
  /** Why it gets no visitors, or that it does; full: it has reached a cap now, whenever the visit is. */
  state: 'served' | 'disabled' | 'archived' | 'weightless' | 'full';
  /** Whether the visitor had it when last here, and so gets it again. */
  isKept: boolean;
  /** With its macros filled for this visit and a made-up click id; null where that fails. */
  url: string | null;
  /** The URL before, with the parameter for the click id. */
  template: string;
  /** Each that the template has, once. */
  macros: EvaluatedMacro[];
  /** Its place among those that links of landing pages can name: /go/2 is the second. */
  link: number | null;
  /** Where those who drew it go instead, since it is full and that one is not. */
  overflowOfferId: string | null;
};

export type Evaluation = {
  /** ISO 8601 in UTC, with milliseconds and Z. */
  time: string;
  /** Of the workspace: where conditions name none, they use it. */
  timezone: string;
  /** The made-up one in the URLs. */
  clickId: string;
  /** The version of the rotator whose rules these are; null for a draft. */
  rotatorVersion: number | null;
  /** Why these rules could not be published; there are no paths then. */
  problem: string | null;
  /** The rule that wins; null for the default path. */
  ruleId: string | null;
  /** All of them, by priority. */
  rules: {
    /** Of something new in a draft: it begins with new-. */
    id: string;
    priority: number;
    name: string;
    enabled: boolean;
    /** Null if it depends on an unknown value. */
    holds: boolean | null;
    wins: boolean;
    /** False where it is switched off, or all of its paths are. */
    isServed: boolean;
    leaves: {
      /** Where in the tree of conditions it is. */
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
      /** What it looked at; null where nothing was known. */
      input: string | number | boolean | null;
      /** Null if the value is unknown. */
      result: boolean | null;
      /** Only for recorded visits. not-recorded: Waypost does not store the value. hidden: you may not read personal data. */
      unknown?: 'not-recorded' | 'hidden' | undefined;
    }[];
  }[];
  /** Those of the winning rule, or the default path. */
  paths: {
    /** Of something new in a draft: it begins with new-. */
    id: string;
    name: string;
    /** Percent, to four decimals. */
    share: number;
    /** Why it gets no visitors, or that it does; full: it has reached a cap now, whenever the visit is. */
    state: 'served' | 'disabled' | 'archived' | 'weightless' | 'full';
    /** Whether the visitor had it when last here, and so gets it again. */
    isKept: boolean;
    /** What its visitors see first; an empty one, and one whose offers are all full, sends them to the fallback. */
    outcome: 'landing' | 'offer' | 'empty-path' | 'all-capped';
    landings: EvaluatedItem[];
    offers: EvaluatedOffer[];
  }[];
  /** What was saved and will probably not do what was meant; empty where all is well. */
  warnings: Warning[];
};

/** A visit that did not happen, and rules to try instead of those that are saved. */
export type EvaluationInput = {
  /** What conditions look at, each by its name. Place and network follow from ip, device and bot from userAgent, referrerDomain from referrer, where they are not said themselves; what else is left out is not known. */
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
  /** The parameters of the link, for param.NAME and for the tokens of the source. */
  params?: Record<string, string> | null | undefined;
  /** When the visit is; now where it is left out. */
  time?: string | null | undefined;
  /** Whether the visitor is new to each; new where it is left out. */
  unique?:
    | {
        campaign?: boolean | null | undefined;
        path?: boolean | null | undefined;
        workspace?: boolean | null | undefined;
      }
    | null
    | undefined;
  /** The campaign that the visit is of: its source says what the parameters mean. */
  campaignId?: string | null | undefined;
  /** What a visitor who comes again had when last here, within the days of the rotator: kept as far as its settings say so. */
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

/** What the records of the event are called now; null where there is none, or it is gone. */
export type EventLabels = {
  campaign: string | null;
  trafficSource: string | null;
  affiliateNetwork: string | null;
  rotator: string | null;
  path: string | null;
  landing: string | null;
  offer: string | null;
};

export type EventStory = {
  /** Null where the event belongs to no visit. */
  visitId: string | null;
  clickId: string | null;
  /** Null where it has not arrived yet, or has expired before what followed it. */
  visit: PanelVisitEvent | null;
  /** Oldest first, as all lists here. */
  clicks: PanelLandingClickEvent[];
  /** Each change of each conversion, as it stood then. */
  conversions: PanelGoalEvent[];
  postbacks: ToldPostback[];
  /** False where there is more than is shown: 2,000 rows. */
  isComplete: boolean;
};

export type EventTailPage = {
  items: PanelEvent[];
  meta: ListMeta;
};

export type EventTrial = {
  /** Of the request, with the key of the campaign: whole, or from /e/ on. Where campaignId is given, its parameters alone will do. */
  url?: string | null | undefined;
  /** In place of all else that is said of the request: one that came in. */
  inboxId?: string | null | undefined;
  /** Whom it is for, where url has no key. */
  campaignId?: string | null | undefined;
  /** Goal rules that are not saved: the event is tried by them. */
  draft?: GoalDraft | null | undefined;
  /** Of a POST: a form or JSON. */
  body?: string | null | undefined;
  contentType?: string | null | undefined;
  /** Whom it would come from. Without one, lists of addresses are not asked. */
  address?: string | null | undefined;
};

export type EventTrialResult = {
  /** Whom it is for; null where its key is none of the workspace. */
  campaign: {
    id: string;
    name: string;
  } | null;
  /** The goal rule that decides; null where none does, and where the campaign has none. */
  rule: {
    /** In the list, from 1 on. */
    place: number;
    label: string;
  } | null;
  /** That the click id names, whether it is recorded or not. */
  visit: {
    id: string;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    time: string;
  } | null;
  /** Null where there is no such campaign. */
  verdict: string | null;
  /** What was understood, by the names of goal rules. */
  read: Record<string, string>;
  changes: {
    isNew: boolean;
    idx: number;
    label: string;
    transactionId: string;
    status: 'hold' | 'approved' | 'rejected' | 'refunded';
    /** A decimal number, exact. */
    payout: string;
    currency: string;
    /** A decimal number, exact. */
    revenue: string;
    /** The call that would follow. */
    postback: {
      method: string;
      url: string;
      body: string | null;
    } | null;
    /** Why none would follow, in a sentence. */
    noPostback: string | null;
  }[];
  /** All of it in sentences. */
  words: string[];
};

export type FoundVisit = {
  /** Of Waypost. */
  clickId: string;
  time: string;
  campaign: string | null;
  /** The click ID of the traffic source, or the transaction ID of a conversion. */
  match: 'externalId' | 'transactionId';
};

export type GoalDraft = {
  /** In place of whose rules they are. */
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
  /** The name of the record. */
  host: string;
  type: 'CNAME';
  /** The host that it has to lead to. */
  value: string;
  /** wrong: it leads elsewhere; missing: there is none; unknown: the name servers do not answer. */
  state: 'right' | 'wrong' | 'missing' | 'unknown';
  /** Where it leads now. */
  found: string[];
};

export type HostToPause = {
  /** Scheme, host and port of the receiver. */
  origin: string;
  /** How long it is left alone. */
  minutes: number;
};

export type HostToResume = {
  /** Scheme, host and port of the receiver. */
  origin: string;
};

export type InboxChange = {
  conversionId: string;
  /** Of its entry in the feed of events. */
  eventId: string;
  isNew: boolean;
  /** Of the action: names the metrics it is counted in. */
  idx: number;
  label: string;
  transactionId: string;
  status: 'hold' | 'approved' | 'rejected' | 'refunded';
  /** A decimal number, exact. */
  payout: string;
  /** Of the payout; the revenue is in the workspace’s. */
  currency: string;
  /** While it counts in full, whatever the status. */
  revenue: string;
  /** Of the call that tells the traffic source of it. */
  postbackId: string | null;
  /** Why the traffic source is not told, in a sentence; null where there is a postback. */
  noPostback: string | null;
};

export type InboxEntry = {
  id: string;
  campaignId: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  receivedAt: string;
  /** Of the request; PAGE for what the script on a page reported. */
  method: 'GET' | 'POST' | 'PAGE';
  /** As it was sent, with secrets masked. Null for whoever may not read personal data. */
  query: string | null;
  contentType: string;
  /** As it was sent, with secrets masked. Null for whoever may not read personal data. */
  body: string | null;
  /** Null for whoever may not read personal data. */
  address: string | null;
  /** Null for whoever may not read personal data. */
  userAgent: string | null;
  /** Null until it is looked at. */
  verdict: string | null;
  /** The verdict in a sentence. */
  reason: string | null;
  /** Conversions that it made or changed. */
  changes: InboxChange[];
  /** ISO 8601 in UTC, with milliseconds and Z. */
  handledAt: string | null;
  attempts: number;
  /** When it is looked at next; null once it is handled. */
  nextAt: string | null;
};

export type InboxPage = {
  items: InboxEntry[];
  meta: ListMeta;
};

export type InboxReplay = {
  id: string;
  /** Whether it only tells what would change. */
  isPreview: boolean;
  campaignId: string | null;
  /** Of the campaign, when this was ordered. */
  campaignVersion: number | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  from: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  to: string;
  state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed';
  progress: {
    done: number;
    /** Null until they are counted. */
    of: number | null;
  };
  failure: string | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  createdBy: {
    type: string;
    id: string | null;
    label: string;
  };
  /** ISO 8601 in UTC, with milliseconds and Z. */
  endedAt: string | null;
  /** Of one that was stopped or failed, what it had done until then; of a preview then null. */
  result: InboxReplayResult | null;
  /** Of a preview, those that would be judged otherwise, the oldest first, at most 200; of others none. */
  examples: ReplayedRequest[];
};

export type InboxReplayOrder = {
  /** Only what came for this campaign. */
  campaignId?: string | null | undefined;
  /** This moment or later. */
  from: string;
  /** This moment or earlier. */
  to: string;
  /** Does it. Where this is left out, it is only told what would change. */
  apply?:
    | {
        /** How many the preview has found: where there are others by now, nothing is done. */
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
  /** How many were looked at. */
  requests: number;
  /** How many of them are judged otherwise than before. */
  changed: number;
  verdicts: {
    /** As in the inbox. */
    before: string;
    /** As in the inbox. */
    after: string;
    requests: number;
  }[];
};

export type InputIssue = {
  /** Such as cost.amount; empty for the body as a whole. */
  path: string;
  message: string;
};

export type Installation = {
  version: string;
  /** Where traffic is recorded. */
  trafficStore: 'clickhouse' | 'postgres';
  /** Without mail, links are handed over by those who make them. */
  canSendMail: boolean;
  /** Whether WAYPOST_PUBLIC_URL is set. */
  hasPublicUrl: boolean;
  /** The host of WAYPOST_TRACKING_URL, which domains have to point to; null where it is not set. */
  trackingHost: string | null;
  /** Whether nobody has signed in here yet. */
  isFirstSignInPending: boolean;
};

export type Invitation = {
  id: string;
  email: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** Null: the operator of the installation. */
  invitedBy: string | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  expiresAt: string;
};

export type InvitationAcceptance = {
  token: string;
  /** A new person chooses it, a known one proves themselves with it; left out by who is signed in already. */
  password?: string | undefined;
  /** Six digits from the application, or a recovery code. */
  code?: string | undefined;
};

export type InvitationLookup = {
  token: string;
};

export type InvitationPage = {
  items: Invitation[];
  meta: ListMeta;
};

/** What is left out stays as it is. */
export type LandingChange = {
  /** The version that was read. Where the record is of another one by now, the write is refused. */
  version: number;
  name?: string | undefined;
  /** An absolute http or https URL; macros such as {clickid} may stand after the host. */
  url?: string | undefined;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | null | undefined;
};

export type LandingsPage = {
  items: ListedLanding[];
  meta: MetricListMeta;
};

export type ListMeta = {
  limit: number;
  /** How many items this page has. */
  count: number;
  /** How many items all pages have together; null where they are too many to be counted. */
  total: number | null;
  /** For the next page; null at the end. */
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
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  metrics?: RecordMetrics | undefined;
  previousMetrics?: RecordMetrics | undefined;
};

export type ListedCampaign = {
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
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
  /** Status before the campaign was archived; null unless it is archived. */
  archivedFrom: 'active' | 'paused' | null;
  metrics?: RecordMetrics | undefined;
  previousMetrics?: RecordMetrics | undefined;
};

export type ListedInboxReplay = {
  id: string;
  /** Whether it only tells what would change. */
  isPreview: boolean;
  campaignId: string | null;
  /** Of the campaign, when this was ordered. */
  campaignVersion: number | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  from: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  to: string;
  state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed';
  progress: {
    done: number;
    /** Null until they are counted. */
    of: number | null;
  };
  failure: string | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  createdBy: {
    type: string;
    id: string | null;
    label: string;
  };
  /** ISO 8601 in UTC, with milliseconds and Z. */
  endedAt: string | null;
  /** Of one that was stopped or failed, what it had done until then; of a preview then null. */
  result: InboxReplayResult | null;
};

export type ListedLanding = {
  id: string;
  name: string;
  url: string;
  /** ISO 3166-1 alpha-2, in upper case. */
  country: string | null;
  status: RecordStatus;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** Grows with every change of the record; a write names the one it was made on. */
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
  /** Whichever is reached first counts. Hours and days are those of the workspace; a total is counted from when it was set. */
  caps: {
    limit: number;
    per: 'hour' | 'day' | 'total';
    counts: 'clicks' | 'conversions';
  }[];
  /** Where visitors go instead once a cap is reached. */
  overflowOfferId: string | null;
  shortName: string | null;
  status: RecordStatus;
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  metrics?: RecordMetrics | undefined;
  previousMetrics?: RecordMetrics | undefined;
};

export type ListedReport = {
  id: string;
  name: string;
  /** Whether everybody in the workspace sees it; otherwise only whoever saved it does. */
  isShared: boolean;
  /** The person who saved it. */
  ownerId: string;
  /** Whether that is the caller. */
  isMine: boolean;
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  updatedAt: string;
};

export type ListedRotator = {
  id: string;
  name: string;
  /** Descriptive only: any number of campaigns may use it. */
  shared: boolean;
  /** ISO 3166-1 alpha-2, in upper case. */
  country: string | null;
  status: RecordStatus;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** Grows with every change of the record; a write names the one it was made on. */
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
  /** Values can be secrets: shown as ******** to those who may not change them, except for content-type, accept and user-agent. */
  postbackHeaders: {
    name: string;
    value: string;
  }[];
  /** With macros, as the URL has them. */
  postbackBody: string | null;
  status: RecordStatus;
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  metrics?: RecordMetrics | undefined;
  previousMetrics?: RecordMetrics | undefined;
};

export type Member = {
  id: string;
  email: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
  /** Whether signing in takes a second factor. */
  secondFactor: boolean;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  joinedAt: string;
};

export type MemberChange = {
  /** The version that was read. Where the record is of another one by now, the write is refused. */
  version: number;
  role: 'owner' | 'admin' | 'member' | 'viewer';
};

export type MemberPage = {
  items: Member[];
  meta: ListMeta;
};

export type MetricListMeta = {
  limit: number;
  /** How many items this page has. */
  count: number;
  /** How many items all pages have together; null where they are too many to be counted. */
  total: number | null;
  /** For the next page; null at the end. */
  nextCursor: string | null;
  /** Of all records of the list, whatever the page. */
  totals?: RecordMetrics | undefined;
  previousTotals?: RecordMetrics | undefined;
};

/** All of them are changed, or none. */
export type NamedRecords = {
  records: {
    id: string;
    /** The version that was read. Where the record is of another one by now, the write is refused. */
    version: number;
  }[];
};

/** The version is that of the network. */
export type NetworkTokenState = {
  isSet: boolean;
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
};

export type NewAffiliateNetwork = {
  name: string;
  /** The query parameter in which its offers get the click id; it is added to their URLs. */
  clickIdParam?: string | null | undefined;
  /** Counts where a conversion names no amount and its offer has none. */
  defaultPayout?: number | null | undefined;
  /** Of its amounts, where they name none; the workspace’s own where it is left out. */
  currency?: string | null | undefined;
  /** Addresses and networks that conversions may come from; an empty list allows all. */
  postbackIps?: string[] | null | undefined;
  /** Its words for a status, in any case, and what they mean. */
  statusMap?: Record<string, 'hold' | 'approved' | 'rejected' | 'refunded'> | null | undefined;
  /** What happens to a conversion that came in before. */
  duplicatePolicy?: 'ignore' | 'update' | 'accumulate' | 'append' | null | undefined;
  /** What its amounts have before the part below one; without it, only what can mean one thing is read. */
  decimalMark?: 'point' | 'comma' | null | undefined;
  status?: 'active' | undefined;
};

export type NewAlertWebhook = {
  /** Where each message is sent, by POST; an https URL on the public internet. */
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

export type NewDomain = {
  host: string;
};

/** A visit that did not happen, and rules of a new rotator. */
export type NewEvaluationInput = {
  /** What conditions look at, each by its name. Place and network follow from ip, device and bot from userAgent, referrerDomain from referrer, where they are not said themselves; what else is left out is not known. */
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
  /** The parameters of the link, for param.NAME and for the tokens of the source. */
  params?: Record<string, string> | null | undefined;
  /** When the visit is; now where it is left out. */
  time?: string | null | undefined;
  /** Whether the visitor is new to each; new where it is left out. */
  unique?:
    | {
        campaign?: boolean | null | undefined;
        path?: boolean | null | undefined;
        workspace?: boolean | null | undefined;
      }
    | null
    | undefined;
  /** The campaign that the visit is of: its source says what the parameters mean. */
  campaignId?: string | null | undefined;
  /** What a visitor who comes again had when last here, within the days of the rotator: kept as far as its settings say so. */
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
  /** In any case: it is one address however it is spelled. */
  email: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
};

export type NewLanding = {
  name: string;
  /** An absolute http or https URL; macros such as {clickid} may stand after the host. */
  url: string;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | null | undefined;
  status?: 'active' | null | undefined;
};

export type NewOffer = {
  name: string;
  affiliateNetworkId?: string | null | undefined;
  /** An absolute http or https URL; macros such as {clickid} may stand after the host. */
  url: string;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
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
  /** Whichever is reached first counts. Hours and days are those of the workspace; a total is counted from when it was set. */
  caps?:
    | {
        limit: number;
        per: 'hour' | 'day' | 'total';
        counts: 'clicks' | 'conversions';
      }[]
    | null
    | undefined;
  /** Where visitors go instead once a cap is reached. */
  overflowOfferId?: string | null | undefined;
  /** By which links of landing pages name the offer: /go/NAME. Of several offers of a path with one name, the first counts. */
  shortName?: string | null | undefined;
  status?: 'active' | undefined;
};

export type NewRotator = {
  name: string;
  /** Descriptive only: any number of campaigns may use it. */
  shared?: boolean | null | undefined;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | null | undefined;
  status?: 'active' | null | undefined;
};

export type NewSavedReport = {
  name: string;
  question: SavedQuestion;
  /** Whether everybody in the workspace sees it; otherwise only whoever saved it does. */
  isShared?: boolean | null | undefined;
};

export type NewSourceWithTokens = {
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
  /** The currency of what it sends as cost, converted by the workspace’s rates; none where it is the workspace’s own. */
  currency?: string | null | undefined;
  tokens?:
    | {
        index: number;
        param: string;
        name: string;
        /** The macro that the source replaces by its value; campaign links carry it. */
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
      /** Only says what would become of each line. */
      dryRun?: boolean | undefined;
      /** What columns of the file mean, by their names; null leaves one out. Those that are not named are known by their names. */
      columns?:
        | Record<
            string,
            'clickId' | 'amount' | 'transactionId' | 'event' | 'status' | 'currency' | 'time' | null
          >
        | undefined;
      /** Whether traffic sources are told of what counts; true where it is left out. */
      postbacks?: boolean | undefined;
    }
  | {
      kind: 'costs';
      fileName: string;
      /** Only says what would become of each line. */
      dryRun?: boolean | undefined;
      /** What columns of the file mean, by their names; null leaves one out. Those that are not named are known by their names. */
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
      /** Of lines that name none; add by default. */
      mode?: CostEntryMode | undefined;
      /** Withdraws the entries that are in the way of lines that are added. */
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
  /** Whichever is reached first counts. Hours and days are those of the workspace; a total is counted from when it was set. */
  caps: {
    limit: number;
    per: 'hour' | 'day' | 'total';
    counts: 'clicks' | 'conversions';
  }[];
  /** Where visitors go instead once a cap is reached. */
  overflowOfferId: string | null;
  shortName: string | null;
  status: RecordStatus;
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
};

/** What is left out stays as it is. Payout and caps are replaced as wholes. */
export type OfferChange = {
  /** The version that was read. Where the record is of another one by now, the write is refused. */
  version: number;
  name?: string | undefined;
  affiliateNetworkId?: string | null | undefined;
  /** An absolute http or https URL; macros such as {clickid} may stand after the host. */
  url?: string | undefined;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
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
  /** Whichever is reached first counts. Hours and days are those of the workspace; a total is counted from when it was set. */
  caps?:
    | {
        limit: number;
        per: 'hour' | 'day' | 'total';
        counts: 'clicks' | 'conversions';
      }[]
    | null
    | undefined;
  /** Where visitors go instead once a cap is reached. */
  overflowOfferId?: string | null | undefined;
  /** By which links of landing pages name the offer: /go/NAME. Of several offers of a path with one name, the first counts. */
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
  /** The workspace that the session was used in last, to the minute: a good one to begin with. */
  lastWorkspaceId: string;
  /** The one joined first comes first. */
  workspaces: OwnWorkspace[];
  /** ISO 8601 in UTC, with milliseconds and Z. */
  passwordChangedAt: string;
  /** Before anything else; see `POST /password`. */
  mustChangePassword: boolean;
  secondFactor: {
    enabled: boolean;
    recoveryCodesLeft: number;
  };
};

export type OwnSession = {
  id: string;
  isCurrent: boolean;
  /** The workspace it was used in last; null where the person has left that. */
  workspaceId: string | null;
  begunBy: 'sign-in' | 'invitation';
  userAgent: string;
  /** Where it was begun from, as a network: addresses are not kept. */
  network: string | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** To the minute. */
  lastSeenAt: string;
  /** At the latest; 12 hours without a request end it too. */
  expiresAt: string;
};

export type OwnSessionPage = {
  items: OwnSession[];
  meta: ListMeta;
};

export type OwnWorkspace = {
  id: string;
  name: string;
  /** In which its days begin, an IANA name. */
  timezone: string;
  /** Of all its amounts. */
  currency: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** What the role allows there. */
  permissions: Permission[];
};

export type PanelCampaign = {
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
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** Grows with every change of the record; a write names the one it was made on. */
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
  /** Called in place of the campaign’s and the source’s own; without one, theirs are. */
  postbackUrl: string | null;
  postbackEnabled: boolean;
  /** Whether the amount that came in is kept besides, in the metric value1 for event 1. */
  storeValue: boolean;
  /** Whether it is a conversion; otherwise it is counted as an event only. */
  isConversion: boolean;
  /** Whether its cost is part of the cost in reports. */
  affectsCost: boolean;
  /** Whether its payout is part of the revenue in reports. */
  affectsRevenue: boolean;
  /** Whose events it takes: those of networks, of pages, or of both. */
  from: 'network' | 'page' | 'both';
  /** When the action calls the source: when its event first counts, when the conversion gets one of these statuses, at each later change of status or amount. */
  postbackOn: ('first' | 'hold' | 'approved' | 'rejected' | 'refunded' | 'change')[];
  postbackMethod: 'GET' | 'POST';
  /** Values can be secrets: shown as ******** to those who may not change them, except for content-type, accept and user-agent. */
  postbackHeaders: {
    name: string;
    value: string;
  }[];
  /** With macros, as the URL has them. */
  postbackBody: string | null;
};

export type PanelGoalEvent = {
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
  labels: EventLabels;
};

/** What incoming events of a campaign mean. */
export type PanelGoalRule = {
  id: string;
  /** The lowest is asked first. */
  priority: number;
  enabled: boolean;
  label: string;
  /** Null: the rule holds for every event. */
  conditions: ConditionTree | null;
  actions: PanelGoalAction[];
};

/** In the shape of their read; what is left out of it is removed. */
export type PanelGoalRulesInput = {
  /** The version that was read. Where the record is of another one by now, the write is refused. */
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
  /** ISO 3166-1 alpha-2, in upper case. */
  country: string | null;
  status: RecordStatus;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
};

export type PanelLandingClickEvent = {
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
  labels: EventLabels;
};

export type PanelPostbackEvent = {
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
  labels: EventLabels;
};

export type PanelReport = {
  rows: ReportRow[];
  meta: PanelReportMeta;
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
  /** The first moment: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. */
  from: string;
  /** The last moment, included: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. A day includes its last moment, a time without seconds the whole of its minute, one with seconds the whole of its second. */
  to: string;
  /** An IANA name; the one of the workspace where it is left out. */
  timezone?: string | undefined;
  /** What rows are grouped by; without any there is one row for everything. */
  dimensions?: PanelReportDimension[] | undefined;
  /** What is counted; visits, lpclicks, conversions, cost, revenue, profit, roi where it is left out. */
  metrics?: PanelReportMetric[] | undefined;
  /** All of them must hold. */
  filters?: PanelReportFilter[] | undefined;
  /** One of the dimensions or metrics asked for. Left out: a time dimension that stands first, ascending, else the first metric, descending. */
  sortBy?: string | undefined;
  /** What is missing comes last either way. */
  sortDir?: 'asc' | 'desc' | undefined;
  /** Counts test visits and their conversions, too. Without it they are left out, unless a filter asks for their tag, waypost-test. */
  includeTests?: boolean | undefined;
};

export type PanelReportFilter = {
  /** A dimension or a metric. */
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
  /** is and isNot: any of the values, none of them. contains, notContains and startsWith: of a dimension that is any text, whatever the case of letters. gt and lt: of a metric, a number or a time. */
  op: 'is' | 'isNot' | 'gt' | 'lt' | 'contains' | 'notContains' | 'startsWith';
  /** Up to 10000, of contains, notContains and startsWith up to 100; gt and lt take one. null is what is missing. */
  values: (string | number | null)[];
};

export type PanelReportMeta = {
  /** ISO 8601 in UTC, with milliseconds and Z. */
  from: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  to: string;
  timezone: string;
  /** Of all amounts. */
  currency: string;
  dimensions: PanelReportDimension[];
  metrics: PanelReportMetric[];
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

export type PanelReportQuestion = {
  /** The first moment: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. */
  from: string;
  /** The last moment, included: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. A day includes its last moment, a time without seconds the whole of its minute, one with seconds the whole of its second. */
  to: string;
  /** An IANA name; the one of the workspace where it is left out. */
  timezone?: string | undefined;
  /** What rows are grouped by; without any there is one row for everything. */
  dimensions?: PanelReportDimension[] | undefined;
  /** What is counted; visits, lpclicks, conversions, cost, revenue, profit, roi where it is left out. */
  metrics?: PanelReportMetric[] | undefined;
  /** All of them must hold. */
  filters?: PanelReportFilter[] | undefined;
  /** One of the dimensions or metrics asked for. Left out: a time dimension that stands first, ascending, else the first metric, descending. */
  sortBy?: string | undefined;
  /** What is missing comes last either way. */
  sortDir?: 'asc' | 'desc' | undefined;
  /** Adds meta.totals: the totals of all rows on all pages. A visit that is in several rows counts once. */
  totals?: boolean | undefined;
  /** Counts test visits and their conversions, too. Without it they are left out, unless a filter asks for their tag, waypost-test. */
  includeTests?: boolean | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
};

export type PanelRotator = {
  id: string;
  name: string;
  /** Descriptive only: any number of campaigns may use it. */
  shared: boolean;
  /** ISO 3166-1 alpha-2, in upper case. */
  country: string | null;
  status: RecordStatus;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
};

export type PanelRotatorPath = {
  id: string;
  rotatorId: string;
  name: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  deletedAt: string | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  updatedAt: string;
};

export type PanelVisitEvent = {
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
  labels: EventLabels;
};

export type PasswordChange = {
  currentPassword: string;
  /** 12 to 1,000 characters; those that are easy to guess, or hold the e-mail address, are refused with a reason. */
  newPassword: string;
};

export type PasswordReset = {
  token: string;
  /** 12 to 1,000 characters; those that are easy to guess, or hold the e-mail address, are refused with a reason. */
  password: string;
};

export type PasswordResetRequest = {
  /** In any case: it is one address however it is spelled. */
  email: string;
};

export type PausedHost = {
  /** Scheme, host and port of the receiver. */
  origin: string;
  /** Why its last call failed, in one word; `status_503` where that was the answer. */
  reason: string;
  /** Calls in a row without an answer, or with one that says that it is not well. */
  failures: number;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  failingSince: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  pausedAt: string;
  /** Then one call finds out whether it answers again. */
  pausedUntil: string;
  /** Postbacks that wait for it. */
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
  /** Every attempt carries it, in the header x-waypost-postback-id. */
  id: string;
  campaignId: string;
  /** The event that it tells of. */
  eventId: string;
  idx: number;
  /** What it is told at. */
  occasion: 'first' | 'hold' | 'approved' | 'rejected' | 'refunded' | 'change';
  method: 'GET' | 'POST';
  /** Null for whoever may not read personal data. */
  url: string | null;
  /** Scheme, host and port of the receiver. */
  origin: string;
  state: PostbackState;
  /** Made so far. */
  attempts: number;
  /** When it is tried next, if its receiver is not paused then; null once it ended. */
  nextAt: string | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  lastAttemptAt: string | null;
  /** The HTTP status of the last attempt. */
  lastStatus: number | null;
  /** Why there was no answer, in one word. */
  lastError: string | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
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
  /** Its action, its own URL or its source says whom to call, in this order. */
  campaignId?: string | null | undefined;
  /** The source alone, in place of a campaign. */
  trafficSourceId?: string | null | undefined;
  /** Of the action; 1 where it is left out. */
  idx?: number | null | undefined;
  /** Of a visit whose values are filled in; else they are made up. */
  clickId?: string | null | undefined;
  event?: string | null | undefined;
  status?: 'hold' | 'approved' | 'rejected' | 'refunded' | null | undefined;
  transactionId?: string | null | undefined;
  /** In the currency of the workspace; 1 where it is left out. */
  payout?: string | null | undefined;
  /** Whether the call is made; false only shows it. */
  send: boolean;
};

export type PostbackTestResult = {
  /** What is sent; null where nobody would be called. */
  request: {
    method: 'GET' | 'POST';
    url: string;
    /** Values that can be secrets are not shown; they are sent. */
    headers: {
      name: string;
      value: string;
    }[];
    body: string | null;
  } | null;
  /** Why nobody would be called, in a sentence. */
  noPostback: string | null;
  /** Null where nothing was sent. */
  answer: {
    /** Of HTTP; null where nobody answered. */
    status: number | null;
    /** Why nobody answered, in one word. */
    error: string | null;
    /** The first 2 KiB of it. */
    response: string;
    durationMs: number;
  } | null;
};

export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  /** Which columns a list shows, in their order, by the name of the list; up to 30 lists. */
  columns: Record<string, string[]>;
  /** The range that was looked at last. */
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
  /** The workspace that was looked at last. */
  workspaceId: string | null;
};

export type Publication = {
  /** A change of it is not compiled yet. */
  waiting: boolean;
  /** Of the campaign, compiled last; null where it is not served. */
  version: number | null;
  /** Why the last change could not be compiled. */
  failure: string | null;
  edges: {
    /** Runtimes that are alive. */
    live: number;
    /** Those of them that serve this version. */
    serving: number;
  };
};

export type PublishStatus = 'queued' | 'published' | 'failed';

export type Receiver = {
  /** Scheme, host and port of the receiver. */
  origin: string;
  /** Postbacks that are to be sent. */
  waiting: number;
  /** Of those that were made in the last 7 days. */
  delivered: number;
  /** Given up, of those that were made in the last 7 days. */
  failed: number;
  /** Null where it is not left alone. */
  pausedUntil: string | null;
  /** Why it is left alone, in one word; `paused_by_hand` where somebody wanted it. */
  reason: string | null;
};

export type Receivers = {
  items: Receiver[];
  meta: ListMeta;
};

/** The value of each metric asked for; counts and amounts are 0 where there was no traffic. */
export type RecordMetrics = ReportTotals;

export type RecordStatus = 'active' | 'archived';

export type RecordVersion = {
  version: number;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  author: {
    type: 'operator' | 'user' | 'key' | 'system';
    id: string | null;
    label: string;
  };
  /** What differs from the version before it, in words. */
  changes: string[];
};

export type RecordVersionDetail = {
  version: number;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  author: {
    type: 'operator' | 'user' | 'key' | 'system';
    id: string | null;
    label: string;
  };
  /** What differs from the version before it, in words. */
  changes: string[];
  /** The same as data. */
  differences: Difference[];
  content: Record<string, unknown>;
};

export type RecordVersionPage = {
  items: RecordVersion[];
  meta: ListMeta;
};

export type RecoveryCodes = {
  /** Shown only now. Each signs in once, in place of a code. */
  recoveryCodes: string[];
};

export type ReplayedRequest = {
  id: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  receivedAt: string;
  /** As in the inbox. */
  before: string;
  /** As in the inbox. */
  after: string;
  changes: {
    isNew: boolean;
    idx: number;
    label: string;
    transactionId: string;
    status: 'hold' | 'approved' | 'rejected' | 'refunded';
    /** A decimal number, exact. */
    payout: string;
    currency: string;
    /** A decimal number, exact. */
    revenue: string;
  }[];
};

/** The value of each dimension and metric that was asked for. */
export type ReportRow = Record<string, string | number | null>;

/** The value of each metric over all rows on all pages. */
export type ReportTotals = Record<string, number | null>;

export type ResumedHost = {
  /** False where it was not paused. */
  resumed: boolean;
};

/** What is left out stays as it is. */
export type RotatorChange = {
  /** The version that was read. Where the record is of another one by now, the write is refused. */
  version: number;
  name?: string | undefined;
  shared?: boolean | null | undefined;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | null | undefined;
  status?: RecordStatus | undefined;
};

export type RotatorPathsPage = {
  items: PanelRotatorPath[];
  meta: ListMeta;
};

/** The whole of a rotator’s routing. */
export type RotatorRouting = {
  /** Grows with every change of the rules. */
  version: number;
  /** Where visitors go for whom no rule holds. */
  defaultPathId: string;
  rules: RotatorRule[];
  paths: CappedStream[];
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

/** In the shape of their read; what is left out of it is removed. The ids of new paths begin with new-. */
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
    /** Whichever is reached first counts. Hours and days are those of the workspace; a total is counted from when it was set. */
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
  /** ISO 8601 in UTC, with milliseconds and Z. */
  from: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  to: string;
  /** All that its rules decided about, without bots. */
  visits: number;
  /** Also of rules that are not there any more; those without any are left out. */
  rules: {
    /** Null where no rule held. */
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
  /** 0 where nothing was saved yet. */
  version: number;
  preferences: Preferences;
};

/** What a report is asked, without its page, and what it is compared with; from and to may be left for later. */
export type SavedQuestion = {
  /** The first moment: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. */
  from?: string | undefined;
  /** The last moment, included: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. A day includes its last moment, a time without seconds the whole of its minute, one with seconds the whole of its second. */
  to?: string | undefined;
  /** An IANA name; the one of the workspace where it is left out. */
  timezone?: string | undefined;
  /** What rows are grouped by; without any there is one row for everything. */
  dimensions?: PanelReportDimension[] | undefined;
  /** What is counted; visits, lpclicks, conversions, cost, revenue, profit, roi where it is left out. */
  metrics?: PanelReportMetric[] | undefined;
  /** All of them must hold. */
  filters?: PanelReportFilter[] | undefined;
  /** One of the dimensions or metrics asked for. Left out: a time dimension that stands first, ascending, else the first metric, descending. */
  sortBy?: string | undefined;
  /** What is missing comes last either way. */
  sortDir?: 'asc' | 'desc' | undefined;
  /** Adds meta.totals: the totals of all rows on all pages. A visit that is in several rows counts once. */
  totals?: boolean | undefined;
  /** Counts test visits and their conversions, too. Without it they are left out, unless a filter asks for their tag, waypost-test. */
  includeTests?: boolean | undefined;
  /** What it stands beside: the time before, the same days a week, a month or a year before, or days such as 2026-10-01..2026-10-07. */
  compare?: string | undefined;
  /** Rows in the order of how far they changed. */
  order?: 'change' | undefined;
};

export type SavedReport = {
  id: string;
  name: string;
  /** Whether everybody in the workspace sees it; otherwise only whoever saved it does. */
  isShared: boolean;
  /** The person who saved it. */
  ownerId: string;
  /** Whether that is the caller. */
  isMine: boolean;
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  updatedAt: string;
  /** A SavedQuestion. */
  question: Record<string, unknown>;
};

/** What is left out stays as it is. */
export type SavedReportChange = {
  /** The version that was read. Where the record is of another one by now, the write is refused. */
  version: number;
  name?: string | undefined;
  /** As a whole. */
  question?: SavedQuestion | undefined;
  /** Whether everybody in the workspace sees it; otherwise only whoever saved it does. */
  isShared?: boolean | undefined;
};

export type SavedReportPage = {
  items: ListedReport[];
  meta: ListMeta;
};

export type SearchHit = {
  id: string;
  name: string;
  /** Of a key: revoked or expired. */
  isArchived: boolean;
  match: 'exact' | 'prefix' | 'contains';
  /** That of its URL. */
  host: string | null;
  shortName: string | null;
};

export type SearchResult = {
  /** Up to 20 hits in all, the best first: exact ones, then beginnings, then parts; archived ones last. The group with the best hit comes first. */
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
  /** Six digits from the application, or a recovery code. */
  code: string;
};

export type SecondFactorOffer = {
  /** Base32, for applications that cannot read the URI. */
  secret: string;
  /** For a QR code: otpauth://totp/… */
  uri: string;
};

export type SecondFactorProof = {
  password: string;
  /** Six digits from the application, or a recovery code. */
  code: string;
};

export type SecondFactorStart = {
  password: string;
};

export type SentInvitation = {
  id: string;
  /** False where no mail server is configured. */
  mailed: boolean;
  /** Where no mail is sent: for you to hand over, shown only now. Whoever opens it is taken for the person. Null where it was mailed. */
  link: string | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  expiresAt: string;
};

export type ShownInvitation = {
  /** Its name. */
  workspace: string;
  /** Whom the invitation is for. */
  email: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** ISO 8601 in UTC, with milliseconds and Z. */
  expiresAt: string;
  /** True: accepting takes the password that this person has. False: they choose one. */
  hasAccount: boolean;
};

export type ShownRotatorSettings = {
  /** Visitors who come again keep their path. */
  sticky: boolean;
  /** Visitors who come again keep their landing, where their path has it. */
  stickyLanding: boolean;
  /** Visitors who come again keep their offer, where their path has it. */
  stickyOffer: boolean;
  /** For how many days after a visit the visitor keeps what they had. */
  stickyDays: number;
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
};

export type SignIn = {
  /** In any case: it is one address however it is spelled. */
  email: string;
  password: string;
  /** Six digits from the application, or a recovery code. */
  code?: string | undefined;
};

export type SignInResult = {
  signedIn: boolean;
  /** `needed`: the password is right; send it again with a code. */
  secondFactor: 'needed' | null;
  /** True where somebody else chose the password: until it is changed, everything else answers 403 with the reason `password-change-required`. */
  mustChangePassword: boolean;
};

/** What a well-known source puts into links, and how it is told of conversions. The macro fills the parameter there. */
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
  /** Null where it has no address that is the same for everybody; the note says what to do then. */
  postback: TemplatePostback | null;
  /** What has to be known of it, and what is uncertain. */
  note: string | null;
  /** When these facts were looked up. */
  lookedUpAt: string;
  /** Where. */
  lookedUpIn: string;
};

export type SourceTemplatesPage = {
  items: SourceTemplate[];
  meta: ListMeta;
};

export type Subscription = {
  status: 'active' | 'lapsed' | 'none';
  /** Whether API keys work and new ones can be made. */
  apiAccess: boolean;
};

export type SystemHealth = {
  /** unknown: the status port of this machine does not answer, and there are no parts and restarts. */
  status: 'ready' | 'degraded' | 'unavailable' | 'unknown';
  version: string;
  /** Where traffic is recorded. */
  trafficStore: 'clickhouse' | 'postgres';
  parts: SystemPart[];
  /** How often each process had to be started again since the last start of all. */
  restarts: {
    process: string;
    count: number;
  }[];
  /** What ended by itself on this machine, starts and stops of the whole among it, the newest first; null where nobody keeps that. */
  restartLog:
    | {
        /** waypost is all of it. */
        process: string;
        why: string;
        /** The last time, where it happened several times in a row. */
        at: string;
        times: number;
      }[]
    | null;
  /** What edges of this machine have kept and not handed over yet. */
  spool: {
    name: string;
    /** In bytes. */
    backlogBytes: number;
    oldestSeconds: number;
  }[];
  /** What PostgreSQL keeps, in bytes. */
  databaseBytes: number;
  /** What recorded traffic takes, in bytes; in PostgreSQL it is a part of databaseBytes, and of a cluster it is that of one server. Null where the store does not tell. */
  trafficBytes: number | null;
  /** Of the older file that places are looked up in; null where no edge tells. */
  geoAgeDays: number | null;
  /** Where the data directory is; null where it cannot be read. */
  disk: {
    /** In bytes. */
    freeBytes: number;
    /** In bytes. */
    totalBytes: number;
  } | null;
  /** When the file last-backup of the data directory was touched, which whoever makes backups does after each; null where there is none. */
  lastBackupAt: string | null;
  edges: {
    name: string;
    isAlive: boolean;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    startedAt: string;
    /** Until when its lease runs, which it renews all the time. */
    lastHeardAt: string;
    /** Everything up to then has arrived. */
    shippedUntil: string | null;
    /** Whether it serves the last that was published. */
    isCurrent: boolean;
  }[];
  publication: {
    /** Campaigns with changes that are not compiled yet. */
    waiting: number;
    /** Campaigns whose last change could not be compiled. */
    failed: number;
  };
  /** What workers do by a timetable; late is what nobody does. */
  jobs: {
    name: string;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    dueAt: string;
    isLate: boolean;
  }[];
  backlog: {
    /** Requests of networks that nobody has looked at yet. */
    inboxRequests: number;
    /** Rows that the traffic store has not taken yet. */
    outboxRows: number;
    /** Postbacks that are due and not sent. */
    postbacks: number;
  };
  erasures: {
    stuck: number;
  };
  /** ISO 8601 in UTC, with milliseconds and Z. */
  checkedAt: string;
};

export type SystemPart = {
  /** A process or, behind a stroke, a part of it, such as worker/postgres. */
  name: string;
  isOk: boolean;
  /** Without it nothing is served; without another something is missing. */
  isEssential: boolean;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  since: string;
  message: string | null;
};

/** How the source wants to be told of conversions. */
export type TemplatePostback = {
  url: string;
  method: 'GET' | 'POST';
  headers: {
    name: string;
    value: string;
  }[];
  body: string | null;
  /** What differs by account: to be put in place of each placeholder before it is used. */
  own: {
    /** Stands in the call, as it is written here. */
    placeholder: string;
    /** What the source calls it. */
    name: string;
  }[];
};

export type ToldPostback = {
  /** The event that it tells of. */
  eventId: string | null;
  /** How it stands; null where it ended so long ago that only its attempts are left. */
  postback: Postback | null;
  /** Oldest first. */
  attempts: PanelPostbackEvent[];
};

/** `direct`: no redirect, a script on the landing page reports the visit. */
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
  /** Values can be secrets: shown as ******** to those who may not change them, except for content-type, accept and user-agent. */
  postbackHeaders: {
    name: string;
    value: string;
  }[];
  /** With macros, as the URL has them. */
  postbackBody: string | null;
  status: RecordStatus;
  /** Grows with every change of the record; a write names the one it was made on. */
  version: number;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
};

/** What is left out stays as it is. The lists of tokens and of headers are replaced as wholes. */
export type TrafficSourceChange = {
  /** The version that was read. Where the record is of another one by now, the write is refused. */
  version: number;
  name?: string | undefined;
  clickIdParam?: string | null | undefined;
  costParam?: string | null | undefined;
  /** An absolute http or https URL on the public internet; private, loopback and metadata hosts are refused. Empty means none. */
  postbackUrl?: string | null | undefined;
  clickIdMacro?: string | null | undefined;
  costMacro?: string | null | undefined;
  /** The currency of what it sends as cost, converted by the workspace’s rates; none where it is the workspace’s own. */
  currency?: string | null | undefined;
  tokens?:
    | {
        index: number;
        param: string;
        name: string;
        /** The macro that the source replaces by its value; campaign links carry it. */
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
  /** How many entries are being taken back. */
  withdrawn: number;
  /** How many stay: they failed, or a later entry has replaced them. Once that one is withdrawn, they can be taken back as well. */
  kept: number;
};

export type Upload = {
  id: string;
  kind: 'conversions' | 'costs';
  fileName: string;
  dryRun: boolean;
  state: UploadState;
  progress: UploadNumbers;
  /** How many lines came to each verdict. */
  counts: Record<string, number>;
  failure: UploadFailure | null;
  /** Whether something that it entered can be taken back: costs can, as long as undo has not taken back all. */
  canUndo: boolean;
  /** When nothing of it was left that can be taken back. */
  undoneAt: string | null;
  /** ISO 8601 in UTC, with milliseconds and Z. */
  createdAt: string;
  createdBy: {
    type: string;
    id: string | null;
    label: string;
  };
  /** ISO 8601 in UTC, with milliseconds and Z. */
  endedAt: string | null;
};

export type UploadFailure = {
  /** cut-off: the file did not come to its end; too-large; several-files: the form has more than one file; unreadable: it is no file of this kind; stopped: whoever read it was stopped. */
  reason: 'cut-off' | 'too-large' | 'several-files' | 'unreadable' | 'stopped';
  message: string;
};

export type UploadLine = {
  /** As an editor counts them, the first is 1. */
  line: number;
  fate: 'taken' | 'refused';
  verdict: string;
  /** Why it was not taken. */
  message: string | null;
  /** Of a cost: the entry that it made. */
  recordId: string | null;
  /** Of a conversion: why no traffic source was told, in a sentence. */
  noPostback: string | null;
};

export type UploadLinePage = {
  items: UploadLine[];
  meta: ListMeta;
};

export type UploadNumbers = {
  /** Read so far. */
  bytes: number;
  /** Done so far; each was taken or refused. */
  lines: number;
  taken: number;
  refused: number;
};

export type UploadPage = {
  items: Upload[];
  meta: ListMeta;
};

/** waiting for its file, reading it, or ended: done with all lines, or failed before that. */
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

export type VisitSearchResult = {
  /** Newest first, at most 5 for each kind of match. */
  items: FoundVisit[];
  /** False if there may be more: the search ends after 2 seconds. The list of events goes on from there. */
  isComplete: boolean;
};

export type WarnedRecord = {
  type: 'landing' | 'offer' | 'traffic-source' | 'campaign' | 'workspace';
  id: string;
  name: string;
  warnings: Warning[];
  /** Those that use it, itself included, newest first; archived ones are left out. */
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
  /** The field, such as url or rules.0.actions.1.postbackUrl. */
  path: string;
  /** For people; it may change. */
  message: string;
  /** The macro that was probably meant, such as {clickid}. */
  suggestion?: string | undefined;
};

export type ListSessionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-lastSeenAt' | 'lastSeenAt' | 'createdAt' | '-createdAt' | undefined;
};

export type ListMembersQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: 'joinedAt' | '-joinedAt' | 'email' | '-email' | 'role' | '-role' | undefined;
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
};

export type ListInvitationsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: 'createdAt' | '-createdAt' | 'expiresAt' | '-expiresAt' | 'email' | '-email' | undefined;
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
};

export type ListCampaignsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** -createdAt, name, -name, createdAt, updatedAt, -updatedAt, status, -status, country, -country, or one of the metrics asked for. With a minus sign: the other way round. Ties are settled by id. */
  sort?: string | undefined;
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
  /** 0: those that are not archived; 1: only archived ones; all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these, separated by commas; unknown ones are left out. */
  ids?: string[] | undefined;
  /** Only those in this state; archived ones have to be asked for besides. */
  status?: CampaignStatus | undefined;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | undefined;
  trafficSourceId?: string | undefined;
  rotatorId?: string | undefined;
  domainId?: string | undefined;
  /** What is told of each record, as in reports; goes with from and to. */
  metrics?: PanelReportMetric[] | undefined;
  /** The first moment: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. */
  from?: string | undefined;
  /** The last moment, included: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. A day includes its last moment, a time without seconds the whole of its minute, one with seconds the whole of its second. */
  to?: string | undefined;
  /** An IANA name; the one of the workspace where it is left out. */
  timezone?: string | undefined;
  /** With the same of the period before, which is as long; of one that still runs, up to the same hour. */
  compare?: 'previous' | undefined;
};

export type SaveCampaignGoalsQuery = {
  /** Saves a macro that is a near-miss of a known one, too; without it such a save is refused with the suggestion in details.warnings. */
  acceptUnknownMacros?: '1' | undefined;
};

export type GetCampaignLinksQuery = {
  /** On this domain, in place of that of the campaign; a verified one. */
  domainId?: string | undefined;
};

export type ListLandingsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** -createdAt, name, -name, createdAt, updatedAt, -updatedAt, status, -status, country, -country, or one of the metrics asked for. With a minus sign: the other way round. Ties are settled by id. */
  sort?: string | undefined;
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
  /** 0: those that are not archived; 1: only archived ones; all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these, separated by commas; unknown ones are left out. */
  ids?: string[] | undefined;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | undefined;
  /** What is told of each record, as in reports; goes with from and to. */
  metrics?: PanelReportMetric[] | undefined;
  /** The first moment: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. */
  from?: string | undefined;
  /** The last moment, included: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. A day includes its last moment, a time without seconds the whole of its minute, one with seconds the whole of its second. */
  to?: string | undefined;
  /** An IANA name; the one of the workspace where it is left out. */
  timezone?: string | undefined;
  /** With the same of the period before, which is as long; of one that still runs, up to the same hour. */
  compare?: 'previous' | undefined;
};

export type CreateLandingQuery = {
  /** Saves a macro that is a near-miss of a known one, too; without it such a save is refused with the suggestion in details.warnings. */
  acceptUnknownMacros?: '1' | undefined;
};

export type UpdateLandingQuery = {
  /** Saves a macro that is a near-miss of a known one, too; without it such a save is refused with the suggestion in details.warnings. */
  acceptUnknownMacros?: '1' | undefined;
};

export type ListOffersQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** -createdAt, name, -name, createdAt, updatedAt, -updatedAt, status, -status, country, -country, or one of the metrics asked for. With a minus sign: the other way round. Ties are settled by id. */
  sort?: string | undefined;
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
  /** 0: those that are not archived; 1: only archived ones; all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these, separated by commas; unknown ones are left out. */
  ids?: string[] | undefined;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | undefined;
  affiliateNetworkId?: string | undefined;
  /** What is told of each record, as in reports; goes with from and to. */
  metrics?: PanelReportMetric[] | undefined;
  /** The first moment: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. */
  from?: string | undefined;
  /** The last moment, included: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. A day includes its last moment, a time without seconds the whole of its minute, one with seconds the whole of its second. */
  to?: string | undefined;
  /** An IANA name; the one of the workspace where it is left out. */
  timezone?: string | undefined;
  /** With the same of the period before, which is as long; of one that still runs, up to the same hour. */
  compare?: 'previous' | undefined;
};

export type CreateOfferQuery = {
  /** Saves a macro that is a near-miss of a known one, too; without it such a save is refused with the suggestion in details.warnings. */
  acceptUnknownMacros?: '1' | undefined;
};

export type UpdateOfferQuery = {
  /** Saves a macro that is a near-miss of a known one, too; without it such a save is refused with the suggestion in details.warnings. */
  acceptUnknownMacros?: '1' | undefined;
};

export type ListAffiliateNetworksQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** -createdAt, name, -name, createdAt, updatedAt, -updatedAt, status, -status, or one of the metrics asked for. With a minus sign: the other way round. Ties are settled by id. */
  sort?: string | undefined;
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
  /** 0: those that are not archived; 1: only archived ones; all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these, separated by commas; unknown ones are left out. */
  ids?: string[] | undefined;
  /** What is told of each record, as in reports; goes with from and to. */
  metrics?: PanelReportMetric[] | undefined;
  /** The first moment: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. */
  from?: string | undefined;
  /** The last moment, included: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. A day includes its last moment, a time without seconds the whole of its minute, one with seconds the whole of its second. */
  to?: string | undefined;
  /** An IANA name; the one of the workspace where it is left out. */
  timezone?: string | undefined;
  /** With the same of the period before, which is as long; of one that still runs, up to the same hour. */
  compare?: 'previous' | undefined;
};

export type ListTrafficSourcesQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** -createdAt, name, -name, createdAt, updatedAt, -updatedAt, status, -status, or one of the metrics asked for. With a minus sign: the other way round. Ties are settled by id. */
  sort?: string | undefined;
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
  /** 0: those that are not archived; 1: only archived ones; all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these, separated by commas; unknown ones are left out. */
  ids?: string[] | undefined;
  /** What is told of each record, as in reports; goes with from and to. */
  metrics?: PanelReportMetric[] | undefined;
  /** The first moment: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. */
  from?: string | undefined;
  /** The last moment, included: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. A day includes its last moment, a time without seconds the whole of its minute, one with seconds the whole of its second. */
  to?: string | undefined;
  /** An IANA name; the one of the workspace where it is left out. */
  timezone?: string | undefined;
  /** With the same of the period before, which is as long; of one that still runs, up to the same hour. */
  compare?: 'previous' | undefined;
};

export type CreateTrafficSourceQuery = {
  /** Saves a macro that is a near-miss of a known one, too; without it such a save is refused with the suggestion in details.warnings. */
  acceptUnknownMacros?: '1' | undefined;
};

export type UpdateTrafficSourceQuery = {
  /** Saves a macro that is a near-miss of a known one, too; without it such a save is refused with the suggestion in details.warnings. */
  acceptUnknownMacros?: '1' | undefined;
};

export type ListSourceTemplatesQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: 'name' | '-name' | undefined;
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
};

export type ListRotatorsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** -createdAt, name, -name, createdAt, updatedAt, -updatedAt, status, -status, country, -country, or one of the metrics asked for. With a minus sign: the other way round. Ties are settled by id. */
  sort?: string | undefined;
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
  /** 0: those that are not archived; 1: only archived ones; all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these, separated by commas; unknown ones are left out. */
  ids?: string[] | undefined;
  /** A country code that ISO 3166-1 alpha-2 has assigned, in any case. */
  country?: string | undefined;
  /** What is told of each record, as in reports; goes with from and to. */
  metrics?: PanelReportMetric[] | undefined;
  /** The first moment: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. */
  from?: string | undefined;
  /** The last moment, included: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. A day includes its last moment, a time without seconds the whole of its minute, one with seconds the whole of its second. */
  to?: string | undefined;
  /** An IANA name; the one of the workspace where it is left out. */
  timezone?: string | undefined;
  /** With the same of the period before, which is as long; of one that still runs, up to the same hour. */
  compare?: 'previous' | undefined;
};

export type ListRotatorPathsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: 'createdAt' | 'name' | '-name' | '-createdAt' | 'updatedAt' | '-updatedAt' | undefined;
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
  /** 0: those that are not archived; 1: only archived ones; all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these, separated by commas; unknown ones are left out. */
  ids?: string[] | undefined;
  /** Only those of this rotator. */
  rotatorId?: string | undefined;
};

export type UpdateCampaignSettingsQuery = {
  /** Saves a macro that is a near-miss of a known one, too; without it such a save is refused with the suggestion in details.warnings. */
  acceptUnknownMacros?: '1' | undefined;
};

export type ListCampaignVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-version' | undefined;
};

export type PutBackCampaignVersionQuery = {
  /** Saves a macro that is a near-miss of a known one, too; without it such a save is refused with the suggestion in details.warnings. */
  acceptUnknownMacros?: '1' | undefined;
};

export type ListRotatorVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-version' | undefined;
};

export type ListLandingVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-version' | undefined;
};

export type ListOfferVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-version' | undefined;
};

export type ListTrafficSourceVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-version' | undefined;
};

export type ListAffiliateNetworkVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-version' | undefined;
};

export type ListWorkspaceSettingsVersionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-version' | undefined;
};

export type ListWarningsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: 'type' | '-type' | 'name' | '-name' | undefined;
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
  type?: 'landing' | 'offer' | 'traffic-source' | 'campaign' | 'workspace' | undefined;
  /** Only what this campaign uses, itself included. */
  campaignId?: string | undefined;
};

export type ListAlertsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-openedAt' | 'openedAt' | undefined;
  state?: 'open' | 'past' | undefined;
};

export type ListDomainsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
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
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
  /** 0: those that are not archived; 1: only archived ones; all: both. */
  archived?: '0' | '1' | 'all' | undefined;
  /** Only these, separated by commas; unknown ones are left out. */
  ids?: string[] | undefined;
  verification?: 'pending' | 'verified' | 'failed' | undefined;
};

export type GetHostRecordQuery = {
  host: string;
};

export type ListInboxQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-receivedAt' | 'receivedAt' | undefined;
  /** Only those of this campaign. */
  campaignId?: string | undefined;
  /** One verdict; waiting stands also for what was not looked at yet. */
  verdict?: string | undefined;
  /** This moment or later. */
  from?: string | undefined;
  /** This moment or earlier. */
  to?: string | undefined;
  /** Only what came for the visit of this click id, or for the visit with this id. */
  clickId?: string | undefined;
};

export type ListUploadsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-createdAt' | 'createdAt' | undefined;
  kind?: 'conversions' | 'costs' | undefined;
  state?: 'waiting' | 'reading' | 'done' | 'failed' | undefined;
  /** Part of the name of the file, in any case; % and _ mean themselves. */
  q?: string | undefined;
};

export type ListUploadLinesQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: 'line' | '-line' | undefined;
  fate?: 'taken' | 'refused' | undefined;
};

export type ListReplaysQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-createdAt' | 'createdAt' | undefined;
  campaignId?: string | undefined;
};

export type GetReportQuery = {
  /** The first moment: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. */
  from: string;
  /** The last moment, included: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. A day includes its last moment, a time without seconds the whole of its minute, one with seconds the whole of its second. */
  to: string;
  /** An IANA name; the one of the workspace where it is left out. */
  timezone?: string | undefined;
  /** What rows are grouped by; without any there is one row for everything. */
  dimensions?: PanelReportDimension[] | undefined;
  /** What is counted; visits,lpclicks,conversions,cost,revenue,profit,roi where it is left out. */
  metrics?: PanelReportMetric[] | undefined;
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
  /** Counts test visits and their conversions, too. Without it they are left out, unless a filter asks for their tag, waypost-test. */
  includeTests?: '1' | undefined;
};

export type ListEventsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-time' | undefined;
  /** The first moment. YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS], ISO 8601, or Unix time in seconds or milliseconds. What has no zone of its own is in timezone. */
  from?: string | undefined;
  /** The last moment, included; a day includes its last moment, a time without seconds the whole of its minute. */
  to?: string | undefined;
  /** An IANA name: of times without a zone, and of those in the answer. The workspace’s where it is left out. */
  timezone?: string | undefined;
  /** Only those of this campaign. */
  campaignId?: string | undefined;
  /** Only those of this type. */
  type?: 'visit' | 'lpclick' | 'event' | 'postback' | undefined;
  /** Only goals with this index and their postbacks; with event, postback or no type. */
  idx?: number | undefined;
  /** Only what there is of this visit. */
  clickId?: string | undefined;
  /** Only goals with this transaction id. */
  transactionId?: string | undefined;
  /** Only what there is of visits with this click id of the traffic source. */
  externalId?: string | undefined;
  /** Only the event with this id. */
  eventId?: string | undefined;
};

export type ListBriefEventsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-time' | undefined;
  /** The first moment. YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS], ISO 8601, or Unix time in seconds or milliseconds. What has no zone of its own is in timezone. */
  from?: string | undefined;
  /** The last moment, included; a day includes its last moment, a time without seconds the whole of its minute. */
  to?: string | undefined;
  /** An IANA name: of times without a zone, and of those in the answer. The workspace’s where it is left out. */
  timezone?: string | undefined;
  /** Only those of this campaign. */
  campaignId?: string | undefined;
  /** Only those of this type. */
  type?: 'visit' | 'lpclick' | 'event' | 'postback' | undefined;
  /** Only goals with this index and their postbacks; with event, postback or no type. */
  idx?: number | undefined;
  /** Only what there is of this visit. */
  clickId?: string | undefined;
  /** Only goals with this transaction id. */
  transactionId?: string | undefined;
  /** Only what there is of visits with this click id of the traffic source. */
  externalId?: string | undefined;
  /** Only the event with this id. */
  eventId?: string | undefined;
};

export type GetEventStoryQuery = {
  /** An IANA name: of times without a zone, and of those in the answer. The workspace’s where it is left out. */
  timezone?: string | undefined;
};

export type TailEventsQuery = {
  /** An IANA name: of times without a zone, and of those in the answer. The workspace’s where it is left out. */
  timezone?: string | undefined;
  /** Only those of this campaign. */
  campaignId?: string | undefined;
  /** Only those of this type. */
  type?: 'visit' | 'lpclick' | 'event' | 'postback' | undefined;
  /** Only goals with this index and their postbacks; with event, postback or no type. */
  idx?: number | undefined;
  /** Only what there is of this visit. */
  clickId?: string | undefined;
  /** Only goals with this transaction id. */
  transactionId?: string | undefined;
  /** Only what there is of visits with this click id of the traffic source. */
  externalId?: string | undefined;
  /** nextCursor of the answer before, with everything else unchanged; from now on without it. */
  after?: string | undefined;
};

export type ListPostbackAttemptsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: 'time' | '-time' | undefined;
};

export type ListSavedReportsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: 'name' | '-name' | 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | undefined;
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
  /** 1: only shared ones; 0: only private ones, which are the caller’s. */
  shared?: '0' | '1' | undefined;
};

export type ListCostsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-createdAt' | 'createdAt' | 'from' | '-from' | 'status' | '-status' | undefined;
  /** Only those of this campaign. */
  campaignId?: string | undefined;
  /** Only those that have come so far. */
  status?: CostStatus | undefined;
};

export type ListPostbacksQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-createdAt' | 'createdAt' | undefined;
  /** Only those of this campaign. */
  campaignId?: string | undefined;
  state?: 'waiting' | 'delivered' | 'failed' | undefined;
};

export type ListPausedHostsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
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
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
};

export type ListReceiversQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
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
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
};

export type ListErasuresQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-requestedAt' | 'requestedAt' | undefined;
};

export type ListKeysQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
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
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
  state?: 'active' | 'expired' | 'revoked' | undefined;
};

export type ListAgentConnectionsQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-createdAt' | 'createdAt' | 'lastUsedAt' | '-lastUsedAt' | 'name' | '-name' | undefined;
  /** Part of the name, or of the address where there is one, in any case; or the beginning of the id, from 8 characters on. % and _ mean themselves. */
  q?: string | undefined;
};

export type UpdateWorkspaceSettingsQuery = {
  /** Saves a macro that is a near-miss of a known one, too; without it such a save is refused with the suggestion in details.warnings. */
  acceptUnknownMacros?: '1' | undefined;
};

export type ListAuditLogQuery = {
  limit?: number | undefined;
  /** nextCursor of the page before, with the same sort and filters. */
  cursor?: string | undefined;
  /** With a minus sign: the other way round. Ties are settled by id. */
  sort?: '-at' | 'at' | undefined;
  /** The id of a person, a key or the connection of an agent, or a kind of actor. */
  actor?: string | undefined;
  /** One action, such as landing.create, or all of a kind, such as landing. */
  action?: string | undefined;
  /** Only what was done to this record. */
  subjectId?: string | undefined;
  /** This moment or later. */
  from?: string | undefined;
  /** This moment or earlier. */
  to?: string | undefined;
};

export type SearchQuery = {
  /** Part of a name, of a short name or of the host of a URL, in any case; or an id, from 8 characters on. */
  q: string;
};

export type SearchVisitsQuery = {
  /** Part of a name, of a short name or of the host of a URL, in any case; or an id, from 8 characters on. */
  q: string;
};

export type ExportReportQuery = {
  /** The first moment: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. */
  from: string;
  /** The last moment, included: YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS] or ISO 8601. With Z or an offset it is absolute, otherwise it is in timezone. A day includes its last moment, a time without seconds the whole of its minute, one with seconds the whole of its second. */
  to: string;
  /** An IANA name; the one of the workspace where it is left out. */
  timezone?: string | undefined;
  /** What rows are grouped by; without any there is one row for everything. */
  dimensions?: PanelReportDimension[] | undefined;
  /** What is counted; visits,lpclicks,conversions,cost,revenue,profit,roi where it is left out. */
  metrics?: PanelReportMetric[] | undefined;
  /** Up to 6 expressions that all must hold, each a dimension or metric, one of = != > <, and up to 1,000 values with | between them. Each is percent-encoded by itself; the commas between them are not. */
  filter?: string[] | undefined;
  /** One of the dimensions or metrics asked for. Left out: a time dimension that stands first, ascending, else the first metric, descending. */
  sortBy?: string | undefined;
  /** What is missing comes last either way. */
  sortDir?: 'asc' | 'desc' | undefined;
  /** Counts test visits and their conversions, too. Without it they are left out, unless a filter asks for their tag, waypost-test. */
  includeTests?: '1' | undefined;
  /** csv.gz is a compressed file; csv is compressed on the way where the browser asks for that. */
  format?: 'csv' | 'csv.gz' | undefined;
};

export type ExportQuestionQuery = {
  /** csv.gz is a compressed file; csv is compressed on the way where the browser asks for that. */
  format?: 'csv' | 'csv.gz' | undefined;
};

export type ExportEventsQuery = {
  /** The first moment. YYYY-MM-DD, YYYY-MM-DD HH:MM[:SS], ISO 8601, or Unix time in seconds or milliseconds. What has no zone of its own is in timezone. */
  from: string;
  /** The last moment, included; a day includes its last moment, a time without seconds the whole of its minute. */
  to: string;
  /** An IANA name: of times without a zone, and of those in the answer. The workspace’s where it is left out. */
  timezone?: string | undefined;
  /** Only those of this campaign. */
  campaignId?: string | undefined;
  /** Only those of this type. */
  type?: 'visit' | 'lpclick' | 'event' | 'postback' | undefined;
  /** Only goals with this index and their postbacks; with event, postback or no type. */
  idx?: number | undefined;
  /** csv.gz is a compressed file; csv is compressed on the way where the browser asks for that. */
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
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** Status before the campaign was archived; null unless it is archived. */
    archivedFrom: 'active' | 'paused' | null;
    publish: {
      /** Whether the change reached the tracking runtime’s configuration. */
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
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** Status before the campaign was archived; null unless it is archived. */
    archivedFrom: 'active' | 'paused' | null;
    publish: {
      /** Whether the change reached the tracking runtime’s configuration. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
        /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
      version: number;
    }[];
    /** Not served by every live runtime yet. */
    runtimePendingIds: string[];
    /** Served by every live runtime. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    rules: PanelGoalRule[];
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    rules: PanelGoalRule[];
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
    /** ISO 3166-1 alpha-2, in upper case. */
    country: string | null;
    status: RecordStatus;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
    /** ISO 3166-1 alpha-2, in upper case. */
    country: string | null;
    status: RecordStatus;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
    /** ISO 3166-1 alpha-2, in upper case. */
    country: string | null;
    status: RecordStatus;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
    /** Whichever is reached first counts. Hours and days are those of the workspace; a total is counted from when it was set. */
    caps: {
      limit: number;
      per: 'hour' | 'day' | 'total';
      counts: 'clicks' | 'conversions';
    }[];
    /** Where visitors go instead once a cap is reached. */
    overflowOfferId: string | null;
    shortName: string | null;
    status: RecordStatus;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
    /** Whichever is reached first counts. Hours and days are those of the workspace; a total is counted from when it was set. */
    caps: {
      limit: number;
      per: 'hour' | 'day' | 'total';
      counts: 'clicks' | 'conversions';
    }[];
    /** Where visitors go instead once a cap is reached. */
    overflowOfferId: string | null;
    shortName: string | null;
    status: RecordStatus;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
    /** Whichever is reached first counts. Hours and days are those of the workspace; a total is counted from when it was set. */
    caps: {
      limit: number;
      per: 'hour' | 'day' | 'total';
      counts: 'clicks' | 'conversions';
    }[];
    /** Where visitors go instead once a cap is reached. */
    overflowOfferId: string | null;
    shortName: string | null;
    status: RecordStatus;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<{
    isSet: boolean;
    /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
    /** Values can be secrets: shown as ******** to those who may not change them, except for content-type, accept and user-agent. */
    postbackHeaders: {
      name: string;
      value: string;
    }[];
    /** With macros, as the URL has them. */
    postbackBody: string | null;
    status: RecordStatus;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
    /** Values can be secrets: shown as ******** to those who may not change them, except for content-type, accept and user-agent. */
    postbackHeaders: {
      name: string;
      value: string;
    }[];
    /** With macros, as the URL has them. */
    postbackBody: string | null;
    status: RecordStatus;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
    /** Values can be secrets: shown as ******** to those who may not change them, except for content-type, accept and user-agent. */
    postbackHeaders: {
      name: string;
      value: string;
    }[];
    /** With macros, as the URL has them. */
    postbackBody: string | null;
    status: RecordStatus;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
    /** Grows with every change of the rules. */
    version: number;
    /** Where visitors go for whom no rule holds. */
    defaultPathId: string;
    rules: RotatorRule[];
    paths: CappedStream[];
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
    /** An event counts for a visit up to this many days old. */
    attributionDays: number;
    /** Whether the source’s parameters go on to the next page. */
    passParameters: boolean;
    /** Where its visitors go for whom there is nothing else; the workspace’s where there is none. */
    fallbackUrl: string | null;
    /** Called instead of the traffic source’s. */
    postbackUrl: string | null;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
      version: number;
      /** An event counts for a visit up to this many days old. */
      attributionDays?: number | undefined;
      /** Whether the source’s parameters go on to the next page. */
      passParameters?: boolean | undefined;
      /** Where its visitors go for whom there is nothing else; the workspace’s where there is none. */
      fallbackUrl?: string | null | undefined;
      /** Called instead of the traffic source’s. */
      postbackUrl?: string | null | undefined;
    },
    options: CallOptions & { query?: UpdateCampaignSettingsQuery | undefined } = {},
  ): Promise<{
    /** An event counts for a visit up to this many days old. */
    attributionDays: number;
    /** Whether the source’s parameters go on to the next page. */
    passParameters: boolean;
    /** Where its visitors go for whom there is nothing else; the workspace’s where there is none. */
    fallbackUrl: string | null;
    /** Called instead of the traffic source’s. */
    postbackUrl: string | null;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
      version: number;
      /** Visitors who come again keep their path. */
      sticky?: boolean | undefined;
      /** Visitors who come again keep their landing, where their path has it. */
      stickyLanding?: boolean | undefined;
      /** Visitors who come again keep their offer, where their path has it. */
      stickyOffer?: boolean | undefined;
      /** For how many days after a visit the visitor keeps what they had. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
      version: number;
    },
    options: CallOptions & { query?: PutBackCampaignVersionQuery | undefined } = {},
  ): Promise<{
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
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** Status before the campaign was archived; null unless it is archived. */
    archivedFrom: 'active' | 'paused' | null;
    /** False: it was so already. */
    changed: boolean;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<{
    id: string;
    name: string;
    /** Descriptive only: any number of campaigns may use it. */
    shared: boolean;
    /** ISO 3166-1 alpha-2, in upper case. */
    country: string | null;
    status: RecordStatus;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<{
    id: string;
    name: string;
    url: string;
    /** ISO 3166-1 alpha-2, in upper case. */
    country: string | null;
    status: RecordStatus;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
    /** Whichever is reached first counts. Hours and days are those of the workspace; a total is counted from when it was set. */
    caps: {
      limit: number;
      per: 'hour' | 'day' | 'total';
      counts: 'clicks' | 'conversions';
    }[];
    /** Where visitors go instead once a cap is reached. */
    overflowOfferId: string | null;
    shortName: string | null;
    status: RecordStatus;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** ISO 8601 in UTC, with milliseconds and Z. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
    /** Values can be secrets: shown as ******** to those who may not change them, except for content-type, accept and user-agent. */
    postbackHeaders: {
      name: string;
      value: string;
    }[];
    /** With macros, as the URL has them. */
    postbackBody: string | null;
    status: RecordStatus;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** ISO 8601 in UTC, with milliseconds and Z. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** ISO 8601 in UTC, with milliseconds and Z. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<{
    name: string;
    timezone: string;
    currency: string;
    /** Where visitors go for whom there is nothing else. */
    fallbackUrl: string | null;
    addressPrivacy: 'full' | 'truncated' | 'none';
    /** How visitors who come again are recognized: by a signed cookie of the tracking domain, or without any cookie, within a day, by a hash that only the memory of the edge holds. */
    visitors: 'cookie' | 'cookieless';
    maxCostPerVisit: number;
    retention: {
      visitDays: number;
      eventDays: number;
      postbackDays: number;
    };
    rates: Record<string, string>;
    /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
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
      /** Grows with every change of the record; a write names the one it was made on. */
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
  queryReport(body: PanelReportQuestion, options: CallOptions = {}): Promise<PanelReport> {
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
  ): Promise<EventStory> {
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
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    state: 'active' | 'expired' | 'revoked';
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    expiresAt: string;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    rotatedAt: string | null;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    revokedAt: string | null;
    /** Some seconds behind. */
    lastUsedAt: string | null;
    /** Where it was last used from, as a network: addresses are not kept. */
    lastUsedNetwork: string | null;
    /** Shown in this answer only. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
      version: number;
    },
    options: CallOptions = {},
  ): Promise<{
    id: string;
    label: string;
    scope: 'read' | 'write';
    lifetimeDays: 30 | 90 | 180;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    state: 'active' | 'expired' | 'revoked';
    /** ISO 8601 in UTC, with milliseconds and Z. */
    createdAt: string;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    expiresAt: string;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    rotatedAt: string | null;
    /** ISO 8601 in UTC, with milliseconds and Z. */
    revokedAt: string | null;
    /** Some seconds behind. */
    lastUsedAt: string | null;
    /** Where it was last used from, as a network: addresses are not kept. */
    lastUsedNetwork: string | null;
    /** Shown in this answer only. */
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
    /** Where visitors go for whom there is nothing else. */
    fallbackUrl: string | null;
    addressPrivacy: 'full' | 'truncated' | 'none';
    /** How visitors who come again are recognized: by a signed cookie of the tracking domain, or without any cookie, within a day, by a hash that only the memory of the edge holds. */
    visitors: 'cookie' | 'cookieless';
    maxCostPerVisit: number;
    retention: {
      visitDays: number;
      eventDays: number;
      postbackDays: number;
    };
    rates: Record<string, string>;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
      /** The version that was read. Where the record is of another one by now, the write is refused. */
      version: number;
      name?: string | undefined;
      timezone?: string | undefined;
      currency?: string | undefined;
      /** An absolute http or https URL; macros such as {clickid} may stand after the host. */
      fallbackUrl?: string | null | undefined;
      addressPrivacy?: 'full' | 'truncated' | 'none' | undefined;
      /** How visitors who come again are recognized: by a signed cookie of the tracking domain, or without any cookie, within a day, by a hash that only the memory of the edge holds. */
      visitors?: 'cookie' | 'cookieless' | undefined;
      /** The most that a source can say a visit costs, in the workspace’s currency. What is above it counts as 0, with a reason on the visit. */
      maxCostPerVisit?: number | undefined;
      retention?:
        | {
            /** After this many days such rows are deleted. */
            visitDays?: number | undefined;
            /** After this many days such rows are deleted. */
            eventDays?: number | undefined;
            /** After this many days such rows are deleted. */
            postbackDays?: number | undefined;
          }
        | undefined;
      /** What one unit of each currency is worth in the workspace’s own. */
      rates?: Record<string, string> | undefined;
      /** Confirms another currency for a workspace that has campaigns. No amount is converted: each one keeps its number and is in the new currency from then on. */
      relabelAmounts?: true | undefined;
    },
    options: CallOptions & { query?: UpdateWorkspaceSettingsQuery | undefined } = {},
  ): Promise<{
    name: string;
    timezone: string;
    currency: string;
    /** Where visitors go for whom there is nothing else. */
    fallbackUrl: string | null;
    addressPrivacy: 'full' | 'truncated' | 'none';
    /** How visitors who come again are recognized: by a signed cookie of the tracking domain, or without any cookie, within a day, by a hash that only the memory of the edge holds. */
    visitors: 'cookie' | 'cookieless';
    maxCostPerVisit: number;
    retention: {
      visitDays: number;
      eventDays: number;
      postbackDays: number;
    };
    rates: Record<string, string>;
    /** Grows with every change of the record; a write names the one it was made on. */
    version: number;
    /** What was saved and will probably not do what was meant; empty where all is well. */
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
