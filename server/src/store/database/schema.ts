import type {
  KeyLifetimeDays,
  KeyScope,
  MemberRole,
  SubscriptionStatus,
} from '@waypost/contract/accounts/access.ts';
import type { AttentionKind } from '@waypost/contract/monitoring/attention.ts';
import type {
  CampaignStatus,
  CostMode,
  ServedStatus,
  TrackingMethod,
} from '@waypost/contract/campaigns/campaigns.ts';
import type { Cap } from '@waypost/contract/campaigns/caps.ts';
import type { CostEntryMode, CostStatus } from '@waypost/contract/conversions/costs.ts';
import type { DomainVerification } from '@waypost/contract/campaigns/domains.ts';
import type { PostbackOccasion } from '@waypost/contract/postbacks/postbacks.ts';
import type { ReceiverKind } from '../../domain/postbacks/receivers/receivers.ts';
import type { RecordStatus } from '@waypost/contract/api/records.ts';
import type {
  ReportChannel,
  ReportDeliveryState,
  ReportFrequency,
  ReportScheduleState,
} from '@waypost/contract/reports/report-schedules.ts';
import type { CustomMetricFormat } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { SavedDefinition } from '@waypost/contract/reports/saved-reports.ts';
import type { AddressPrivacy, VisitorRecognition } from '@waypost/contract/accounts/settings.ts';
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely';
import type { IncomingRequest } from '../../domain/conversions/inbox-row.ts';
import type { StoredHeader } from './header-seals.ts';

type Timestamp = ColumnType<Date, Date, Date>;
type TimestampWithDefault = ColumnType<Date, Date | undefined, Date>;
type VersionWithDefault = ColumnType<number, undefined, number>;
type TagsWithDefault = ColumnType<string[], string[] | undefined, string[]>;

export type SessionOrigin = 'sign-in' | 'invitation';

export type Schema = {
  workspaces: {
    id: string;
    name: string;
    timezone: string;
    currency: string;
    fallback_url: string | null;
    block_url: string | null;
    address_privacy: ColumnType<AddressPrivacy, AddressPrivacy | undefined, AddressPrivacy>;
    visitors: ColumnType<VisitorRecognition, VisitorRecognition | undefined, VisitorRecognition>;
    max_cost_per_visit: ColumnType<string, string | undefined, string>;
    visit_days: ColumnType<number, number | undefined, number>;
    event_days: ColumnType<number, number | undefined, number>;
    postback_days: ColumnType<number, number | undefined, number>;
    version: VersionWithDefault;
    created_at: TimestampWithDefault;
    updated_at: TimestampWithDefault;
  };
  currency_rates: { workspace_id: string; currency: string; rate: string };
  record_versions: {
    workspace_id: string;
    record_type:
      | 'campaign'
      | 'rotator'
      | 'landing'
      | 'offer'
      | 'traffic-source'
      | 'affiliate-network'
      | 'workspace';
    record_id: string;
    version: number;
    content: JSONColumnType<Record<string, unknown>>;
    created_at: Timestamp;
    actor_type: 'operator' | 'user' | 'key' | 'system';
    actor_id: string | null;
    actor_label: string;
  };
  subscriptions: {
    workspace_id: string;
    status: SubscriptionStatus;
    api_access: boolean;
    updated_at: TimestampWithDefault;
  };
  users: {
    id: string;
    email: string;
    password_hash: string;
    password_changed_at: TimestampWithDefault;
    must_change_password: ColumnType<boolean, boolean | undefined, boolean>;
    totp_secret: Buffer | null;
    totp_enabled_at: Date | null;
    totp_last_step: ColumnType<string | null, number | null, number | null>;
    created_at: TimestampWithDefault;
    updated_at: TimestampWithDefault;
  };
  recovery_codes: { user_id: string; code_hash: Buffer; used_at: Date | null };
  invitations: {
    id: string;
    workspace_id: string;
    email: string;
    role: MemberRole;
    token_hash: Buffer;
    invited_by: string | null;
    created_at: Timestamp;
    expires_at: Timestamp;
    accepted_at: Date | null;
    revoked_at: Date | null;
  };
  password_resets: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    created_at: Timestamp;
    expires_at: Timestamp;
    used_at: Date | null;
  };
  access_attempts: { id: string; subject: Buffer; account: Buffer | null; at: Timestamp };
  preferences: { user_id: string; version: number; value: ColumnType<unknown, string, string> };
  known_browsers: { token_hash: Buffer; user_id: string; known_until: Timestamp };
  memberships: {
    workspace_id: string;
    user_id: string;
    role: MemberRole;
    version: VersionWithDefault;
    created_at: TimestampWithDefault;
  };
  sessions: {
    id: string;
    user_id: string;
    /** The workspace in which the session was last used. Null if the user has since left that workspace. */
    workspace_id: string | null;
    token_hash: Buffer;
    user_agent: ColumnType<string, string | undefined, string>;
    network: string | null;
    begun_by: ColumnType<SessionOrigin, SessionOrigin | undefined, never>;
    created_at: TimestampWithDefault;
    last_seen_at: TimestampWithDefault;
    expires_at: Timestamp;
  };
  api_keys: {
    id: string;
    workspace_id: string;
    label: string;
    scope: KeyScope;
    lifetime_days: KeyLifetimeDays;
    locator: string;
    secret_hash: Buffer;
    version: VersionWithDefault;
    created_at: Timestamp;
    expires_at: Timestamp;
    rotated_at: Date | null;
    revoked_at: Date | null;
    last_used_at: Date | null;
    last_used_network: string | null;
  };
  landings: {
    id: string;
    tags: TagsWithDefault;
    workspace_id: string;
    name: string;
    url: string;
    country: string | null;
    status: RecordStatus;
    version: VersionWithDefault;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  traffic_sources: {
    id: string;
    tags: TagsWithDefault;
    workspace_id: string;
    name: string;
    click_id_param: string | null;
    cost_param: string | null;
    postback_url: string | null;
    click_id_macro: string | null;
    cost_macro: string | null;
    currency: string | null;
    /** `macro` is missing from tokens saved by versions of Waypost that had no macros. */
    tokens: JSONColumnType<
      { index: number; param: string; name: string; macro?: string | null }[],
      string | undefined
    >;
    postback_method: ColumnType<'GET' | 'POST', 'GET' | 'POST' | undefined>;
    postback_headers: JSONColumnType<StoredHeader[], string | undefined>;
    postback_body: string | null;
    postback_success_text: string | null;
    status: RecordStatus;
    version: VersionWithDefault;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  affiliate_networks: {
    id: string;
    tags: TagsWithDefault;
    workspace_id: string;
    name: string;
    click_id_param: string | null;
    default_payout: string | null;
    currency: string | null;
    postback_ips: string[];
    status_map: JSONColumnType<Record<string, string>>;
    duplicate_policy: 'ignore' | 'update' | 'accumulate' | 'append';
    decimal_mark: 'point' | 'comma' | null;
    token_hash: Buffer | null;
    status: RecordStatus;
    version: VersionWithDefault;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  offers: {
    id: string;
    tags: TagsWithDefault;
    workspace_id: string;
    affiliate_network_id: string | null;
    name: string;
    url: string;
    country: string | null;
    payout_mode: 'auto' | 'fixed';
    payout_amount: string | null;
    caps: JSONColumnType<Cap<'clicks'>[]>;
    overflow_offer_id: string | null;
    short_name: string | null;
    status: RecordStatus;
    version: VersionWithDefault;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  domains: {
    id: string;
    workspace_id: string;
    host: string;
    verification: ColumnType<DomainVerification, DomainVerification | undefined, DomainVerification>;
    checked_at: Date | null;
    check_error: string | null;
    status: RecordStatus;
    version: VersionWithDefault;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  campaigns: {
    id: string;
    tags: TagsWithDefault;
    workspace_id: string;
    number: GeneratedAlways<number>;
    name: string;
    status: CampaignStatus;
    traffic_source_id: string;
    rotator_id: string;
    domain_id: string | null;
    country: string | null;
    cost_mode: CostMode;
    cost_amount: ColumnType<string, number | string, number | string>;
    tracking_method: TrackingMethod;
    include_prefetch: boolean;
    version: VersionWithDefault;
    archived_from: ColumnType<ServedStatus | null, undefined, never>;
    attribution_days: ColumnType<number, number | undefined, number>;
    pass_parameters: ColumnType<boolean, boolean | undefined, boolean>;
    fallback_url: string | null;
    postback_url: string | null;
    incoming_key: ColumnType<string, undefined, never>;
    previous_incoming_key: ColumnType<string | null, undefined, never>;
    previous_key_until: ColumnType<Date | null, undefined, never>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  goal_rules: {
    id: string;
    workspace_id: string;
    campaign_id: string;
    priority: number;
    enabled: boolean;
    label: string;
    conditions: JSONColumnType<Record<string, unknown>> | null;
  };
  goal_actions: {
    workspace_id: string;
    rule_id: string;
    idx: number;
    label: string;
    enabled: boolean;
    payout_type: 'auto' | 'fixed' | 'none';
    payout_fixed: string | null;
    cost_type: 'none' | 'fixed' | 'share';
    cost_fixed: string | null;
    cost_share: string | null;
    postback_url: string | null;
    postback_enabled: boolean;
    postback_on: PostbackOccasion[];
    postback_method: 'GET' | 'POST';
    postback_headers: JSONColumnType<StoredHeader[]>;
    postback_body: string | null;
    postback_success_text: string | null;
    store_value: boolean;
    is_conversion: boolean;
    affects_cost: boolean;
    affects_revenue: boolean;
    taken_from: 'network' | 'page' | 'both';
  };
  campaign_publications: {
    campaign_id: string;
    workspace_id: string;
    requested: ColumnType<string, undefined, string>;
    compiled: ColumnType<string, undefined, string>;
    requested_at: Timestamp;
    failure: string | null;
    version: number | null;
    sequence: string | null;
    is_numbered: ColumnType<boolean, undefined, boolean>;
  };
  campaign_versions: {
    campaign_id: string;
    version: number;
    workspace_id: string;
    document: JSONColumnType<Record<string, unknown>>;
    created_at: Timestamp;
  };
  publication_clock: { is_only: boolean; sequence: string; hosts_version: string };
  host_changes: { id: GeneratedAlways<string> };
  full_records: { workspace_id: string; record_id: string; full_until: Timestamp };
  cap_counts: {
    workspace_id: string;
    record_id: string;
    version: string;
    before_ms: string;
    caps: JSONColumnType<object[]>;
  };
  cap_totals: {
    workspace_id: string;
    record_id: string;
    settled_until: Timestamp;
    arrivals: string;
    conversions: string;
  };
  cap_clock: { is_only: boolean; version: string; counted_at: Timestamp };
  job_timetable: { name: string; due_at: Timestamp };
  inbox: {
    id: string;
    workspace_id: string;
    campaign_id: string;
    received_at: Timestamp;
    batch: string;
    batch_index: number;
    method: IncomingRequest['method'];
    query: string;
    content_type: string;
    body: Buffer;
    address: string;
    user_agent: string;
    verdict: string | null;
    reason: string | null;
    visit_id: string | null;
    handled_at: Date | null;
    attempts: ColumnType<number, number | undefined, number>;
    next_at: Timestamp;
  };
  cost_entries: {
    id: string;
    workspace_id: string;
    campaign_id: string;
    from_at: Timestamp;
    until_at: Timestamp;
    tokens: JSONColumnType<Record<string, string>>;
    mode: CostEntryMode;
    amount: string;
    currency: string;
    original_amount: string;
    original_currency: string;
    status: ColumnType<CostStatus, CostStatus | undefined, CostStatus>;
    reason: string | null;
    visits: ColumnType<string | null, number | null | undefined, number | null>;
    parts: JSONColumnType<Record<string, unknown>[]> | null;
    parts_done: ColumnType<number, number | undefined, number>;
    replaced_by: string | null;
    actor_type: 'operator' | 'user' | 'key' | 'system';
    actor_id: string | null;
    actor_label: string;
    created_at: Timestamp;
    withdrawn_at: Date | null;
    leased_until: TimestampWithDefault;
    inserting_until: TimestampWithDefault;
    attempts: ColumnType<number, number | undefined, number>;
    place: GeneratedAlways<string>;
  };
  postback_jobs: {
    id: string;
    workspace_id: string;
    campaign_id: string;
    conversion_id: string;
    event_id: string;
    idx: number;
    occasion: PostbackOccasion;
    place: GeneratedAlways<string>;
    method: 'GET' | 'POST';
    url: string;
    headers: JSONColumnType<StoredHeader[]>;
    body: string | null;
    success_text: string | null;
    receiver: ReceiverKind;
    origin: string;
    visit: JSONColumnType<Record<string, string>>;
    state: ColumnType<'waiting' | 'delivered' | 'failed', never, never>;
    attempts: ColumnType<number, number | undefined, number>;
    step: ColumnType<number, number | undefined, number>;
    next_at: Timestamp;
    claim: string | null;
    last_attempt_at: Date | null;
    last_status: number | null;
    last_error: string | null;
    created_at: Timestamp;
    finished_at: Date | null;
    give_up_at: Timestamp;
  };
  postback_hosts: {
    workspace_id: string;
    origin: string;
    failures: number;
    failing_since: Timestamp;
    last_error: string;
    pauses: number;
    paused_at: Date | null;
    paused_until: Date | null;
  };
  edges: {
    id: string;
    name: string;
    started_at: Timestamp;
    lease_until: Timestamp;
    applied_sequence: ColumnType<string, string | number, string | number>;
    spool: string | null;
    shipped_until: Timestamp | null;
  };
  rotators: {
    id: string;
    tags: TagsWithDefault;
    workspace_id: string;
    name: string;
    shared: boolean;
    country: string | null;
    status: RecordStatus;
    default_path_id: string;
    sticky: ColumnType<boolean, boolean | undefined, boolean>;
    sticky_landing: ColumnType<boolean, boolean | undefined, boolean>;
    sticky_offer: ColumnType<boolean, boolean | undefined, boolean>;
    sticky_days: ColumnType<number, number | undefined, number>;
    version: VersionWithDefault;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  rotator_paths: {
    id: string;
    workspace_id: string;
    rotator_id: string;
    name: string;
    enabled: ColumnType<boolean, boolean | undefined, boolean>;
    blocks: ColumnType<boolean, boolean | undefined, boolean>;
    caps: JSONColumnType<Cap<'visits'>[], string | undefined>;
    position: number;
    deleted_at: Date | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  rotator_path_landings: {
    workspace_id: string;
    path_id: string;
    landing_id: string;
    position: number;
    weight: number;
    enabled: boolean;
  };
  rotator_path_offers: {
    workspace_id: string;
    path_id: string;
    offer_id: string;
    position: number;
    weight: number;
    enabled: boolean;
  };
  rotator_rules: {
    id: string;
    workspace_id: string;
    rotator_id: string;
    priority: number;
    name: string;
    enabled: boolean;
    conditions: JSONColumnType<Record<string, unknown>> | null;
  };
  rotator_rule_paths: {
    workspace_id: string;
    rotator_id: string;
    rule_id: string;
    path_id: string;
    position: number;
    weight: number;
  };
  uploads: {
    id: string;
    workspace_id: string;
    kind: string;
    file_name: string;
    options: object;
    state: string;
    created_at: Timestamp;
    touched_at: Timestamp;
  };
  upload_lines: { workspace_id: string; upload_id: string; line: number; fate: string; verdict: string };
  kept_answers: {
    workspace_id: string;
    user_id: string;
    key: string;
    request_hash: Buffer;
    answer: string | null;
    kept_at: Timestamp;
  };
  saved_reports: {
    id: string;
    workspace_id: string;
    owner_id: string;
    name: string;
    question: JSONColumnType<SavedDefinition>;
    is_shared: boolean;
    version: VersionWithDefault;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  report_links: {
    id: string;
    workspace_id: string;
    saved_report_id: string;
    creator_id: string;
    label: string;
    token_hash: Buffer;
    allows_download: boolean;
    created_at: Timestamp;
    expires_at: Timestamp;
    revoked_at: ColumnType<Date | null, undefined, Date>;
    last_used_at: ColumnType<Date | null, undefined, Date>;
    uses: ColumnType<string, undefined, string>;
  };
  report_schedules: {
    id: string;
    workspace_id: string;
    saved_report_id: string;
    creator_id: string;
    frequency: ReportFrequency;
    weekday: number | null;
    month_day: number | null;
    hour: number;
    channel: ReportChannel;
    member_ids: string[];
    addresses: string[];
    bot_token: string | null;
    chat_id: string | null;
    attaches_csv: boolean;
    state: ReportScheduleState;
    failure: string | null;
    version: VersionWithDefault;
    created_at: Timestamp;
    updated_at: Timestamp;
    next_at: Timestamp;
  };
  report_deliveries: {
    id: string;
    workspace_id: string;
    schedule_id: string;
    due_at: Timestamp;
    state: ReportDeliveryState;
    attempts: number;
    next_at: Timestamp;
    done: string[];
    last_attempt_at: Timestamp | null;
    last_error: string | null;
  };
  custom_metrics: {
    id: string;
    workspace_id: string;
    number: number;
    name: string;
    formula: string;
    format: CustomMetricFormat;
    decimals: number;
    version: VersionWithDefault;
    created_at: Timestamp;
    updated_at: Timestamp;
    deleted_at: ColumnType<Date | null, undefined, Date>;
  };
  oauth_records: {
    model: string;
    id_hash: Buffer;
    payload: JSONColumnType<Record<string, unknown>>;
    grant_id: string | null;
    consumed_at: Date | null;
    created_at: Timestamp;
    expires_at: Date | null;
    rotated_from: Buffer | null;
    used_successor: Buffer | null;
  };
  agent_connections: {
    id: string;
    workspace_id: string;
    user_id: string;
    grant_id: string;
    client_id: string;
    client_name: string;
    redirect_host: string;
    created_at: Timestamp;
    last_used_at: Date | null;
    expires_at: Timestamp;
  };
  alert_rules: { workspace_id: string; kind: AttentionKind; is_on: boolean; threshold: number | null };
  alert_receivers: {
    id: string;
    workspace_id: string;
    user_id: string | null;
    url: string | null;
    secret: string | null;
    created_at: Timestamp;
    member_id: string | null;
    device_name: string | null;
  };
  audit_log: {
    id: string;
    workspace_id: string;
    at: TimestampWithDefault;
    actor_type: 'operator' | 'user' | 'key' | 'agent' | 'system';
    actor_id: string | null;
    actor_label: string;
    action: string;
    subject_id: string;
    subject_name: string | null;
    changes: JSONColumnType<{ field: string; before?: unknown; after?: unknown }[], string | undefined>;
    version: number | null;
    address: string | null;
    details: JSONColumnType<Record<string, unknown>>;
  };
};
