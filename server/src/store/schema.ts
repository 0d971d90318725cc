import type { KeyLifetimeDays, KeyScope, MemberRole, SubscriptionStatus } from '@waypost/contract/access.ts';
import type { RecordStatus } from '@waypost/contract/records.ts';
import type { ColumnType, JSONColumnType } from 'kysely';

type Moment = ColumnType<Date, Date, Date>;
type MomentByDefault = ColumnType<Date, Date | undefined, Date>;

/** The tables of PostgreSQL as the queries see them. */
export type Schema = {
  workspaces: {
    id: string;
    name: string;
    timezone: string;
    currency: string;
    created_at: MomentByDefault;
    updated_at: MomentByDefault;
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
    created_at: MomentByDefault;
    updated_at: MomentByDefault;
  };
  memberships: { workspace_id: string; user_id: string; role: MemberRole; created_at: MomentByDefault };
  sessions: {
    id: string;
    user_id: string;
    workspace_id: string;
    token_hash: Buffer;
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
    status: RecordStatus;
    created_at: Moment;
    updated_at: Moment;
  };
  rotators: {
    id: string;
    workspace_id: string;
    name: string;
    shared: boolean;
    country: string | null;
    status: RecordStatus;
    default_path_id: string;
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
