import type { CampaignStatus, CostMode, TrackingMethod } from '@waypost/contract/campaigns.ts';
import type { AddressPrivacy, VisitorRecognition } from '@waypost/contract/settings.ts';
import type { DomainVerification } from '@waypost/contract/domains.ts';
import type { KeyLifetimeDays, KeyScope, MemberRole, SubscriptionStatus } from '@waypost/contract/access.ts';
import type { RecordStatus } from '@waypost/contract/records.ts';
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely';

type Moment = ColumnType<Date, Date, Date>;
type MomentByDefault = ColumnType<Date, Date | undefined, Date>;

/** How a session came to be. */
export type SessionOrigin = 'sign-in' | 'invitation';

/** The tables of PostgreSQL as the queries see them. */
export type Schema = {
  workspaces: {
    id: string;
    name: string;
    timezone: string;
    currency: string;
    fallback_url: string | null;
    address_privacy: ColumnType<AddressPrivacy, AddressPrivacy | undefined, AddressPrivacy>;
    visitors: ColumnType<VisitorRecognition, VisitorRecognition | undefined, VisitorRecognition>;
    visit_days: ColumnType<number, number | undefined, number>;
    event_days: ColumnType<number, number | undefined, number>;
    postback_days: ColumnType<number, number | undefined, number>;
    created_at: MomentByDefault;
    updated_at: MomentByDefault;
  };
  currency_rates: { workspace_id: string; currency: string; rate: string };
  record_versions: {
    workspace_id: string;
    record_type: 'campaign' | 'rotator';
    record_id: string;
    version: number;
    content: JSONColumnType<Record<string, unknown>>;
    created_at: Moment;
    actor_type: 'operator' | 'user' | 'key' | 'system';
    actor_id: string | null;
    actor_label: string;
  };
  subscriptions: {
    workspace_id: string;
    status: SubscriptionStatus;
    api_access: boolean;
    updated_at: MomentByDefault;
  };
  users: {
    id: string;
    email: string;
    password_hash: string;
    password_changed_at: MomentByDefault;
    totp_secret: Buffer | null;
    totp_enabled_at: Date | null;
    totp_last_step: ColumnType<string | null, number | null, number | null>;
    created_at: MomentByDefault;
    updated_at: MomentByDefault;
  };
  recovery_codes: { user_id: string; code_hash: Buffer; used_at: Date | null };
  invitations: {
    id: string;
    workspace_id: string;
    email: string;
    role: MemberRole;
    token_hash: Buffer;
    invited_by: string | null;
    created_at: Moment;
    expires_at: Moment;
    accepted_at: Date | null;
    revoked_at: Date | null;
  };
  password_resets: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    created_at: Moment;
    expires_at: Moment;
    used_at: Date | null;
  };
  access_attempts: { id: string; subject: Buffer; at: Moment };
  memberships: { workspace_id: string; user_id: string; role: MemberRole; created_at: MomentByDefault };
  sessions: {
    id: string;
    user_id: string;
    workspace_id: string;
    token_hash: Buffer;
    user_agent: ColumnType<string, string | undefined, string>;
    network: string | null;
    begun_by: ColumnType<SessionOrigin, SessionOrigin | undefined, never>;
    created_at: MomentByDefault;
    last_seen_at: MomentByDefault;
    expires_at: Moment;
  };
  api_keys: {
    id: string;
    workspace_id: string;
    label: string;
    scope: KeyScope;
    lifetime_days: KeyLifetimeDays;
    locator: string;
    secret_hash: Buffer;
    created_at: Moment;
    expires_at: Moment;
    rotated_at: Date | null;
    revoked_at: Date | null;
    last_used_at: Date | null;
  };
  landings: {
    id: string;
    workspace_id: string;
    name: string;
    url: string;
    country: string | null;
    status: RecordStatus;
    created_at: Moment;
    updated_at: Moment;
  };
  traffic_sources: {
    id: string;
    workspace_id: string;
    name: string;
    click_id_param: string | null;
    cost_param: string | null;
    postback_url: string | null;
    click_id_macro: string | null;
    cost_macro: string | null;
    tokens: JSONColumnType<{ index: number; param: string; name: string }[], string | undefined>;
    status: RecordStatus;
    created_at: Moment;
    updated_at: Moment;
  };
  affiliate_networks: {
    id: string;
    workspace_id: string;
    name: string;
    click_id_param: string | null;
    default_payout: string | null;
    currency: string | null;
    postback_ips: string[];
    status_map: JSONColumnType<Record<string, string>>;
    duplicate_policy: 'ignore' | 'update' | 'accumulate' | 'append';
    token_hash: Buffer | null;
    status: RecordStatus;
    created_at: Moment;
    updated_at: Moment;
  };
  offers: {
    id: string;
    workspace_id: string;
    affiliate_network_id: string | null;
    name: string;
    url: string;
    country: string | null;
    payout_mode: 'auto' | 'fixed';
    payout_amount: string | null;
    cap_limit: number | null;
    cap_counts: 'conversions' | 'clicks' | null;
    overflow_offer_id: string | null;
    status: RecordStatus;
    created_at: Moment;
    updated_at: Moment;
  };
  domains: {
    id: string;
    workspace_id: string;
    host: string;
    verification: ColumnType<DomainVerification, DomainVerification | undefined, DomainVerification>;
    checked_at: Date | null;
    check_error: string | null;
    status: RecordStatus;
    created_at: Moment;
    updated_at: Moment;
  };
  campaigns: {
    id: string;
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
    version: ColumnType<number, number | undefined, number>;
    attribution_days: ColumnType<number, number | undefined, number>;
    pass_parameters: ColumnType<boolean, boolean | undefined, boolean>;
    fallback_url: string | null;
    postback_url: string | null;
    created_at: Moment;
    updated_at: Moment;
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
    store_value: boolean;
    is_conversion: boolean;
    affects_cost: boolean;
    affects_revenue: boolean;
  };
  campaign_publications: {
    campaign_id: string;
    workspace_id: string;
    requested: ColumnType<string, undefined, string>;
    compiled: ColumnType<string, undefined, string>;
    requested_at: Moment;
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
    created_at: Moment;
  };
  publication_clock: { is_only: boolean; sequence: string; hosts_version: string };
  host_changes: { id: GeneratedAlways<string> };
  full_offers: { workspace_id: string; offer_id: string; full_until: Moment };
  cap_clock: { is_only: boolean; version: string; counted_at: Moment };
  edges: {
    id: string;
    name: string;
    started_at: Moment;
    lease_until: Moment;
    applied_sequence: ColumnType<string, string | number, string | number>;
  };
  rotators: {
    id: string;
    workspace_id: string;
    name: string;
    shared: boolean;
    country: string | null;
    status: RecordStatus;
    default_path_id: string;
    sticky: ColumnType<boolean, boolean | undefined, boolean>;
    version: ColumnType<number, number | undefined, number>;
    created_at: Moment;
    updated_at: Moment;
  };
  rotator_paths: {
    id: string;
    workspace_id: string;
    rotator_id: string;
    name: string;
    enabled: ColumnType<boolean, boolean | undefined, boolean>;
    position: number;
    deleted_at: Date | null;
    created_at: Moment;
    updated_at: Moment;
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
  audit_log: {
    id: string;
    workspace_id: string;
    at: MomentByDefault;
    actor_type: 'operator' | 'user' | 'key' | 'system';
    actor_id: string | null;
    actor_label: string;
    action: string;
    subject_id: string;
    details: JSONColumnType<Record<string, unknown>>;
  };
};
