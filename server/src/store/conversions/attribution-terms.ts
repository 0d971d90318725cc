import type { AffiliateNetwork } from '@waypost/contract/campaigns/affiliate-networks.ts';
import type { CostMode } from '@waypost/contract/campaigns/campaigns.ts';
import type { AddressPrivacy } from '@waypost/contract/accounts/settings.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database/database.ts';

/**
 * ID of a record with its workspace. Events from many workspaces are processed together, and each event may match only
 * records in its own workspace.
 */
export type OwnedId = { workspaceId: string; id: string };

export type CampaignTerms = OwnedId & {
  number: number;
  name: string;
  version: number;
  attributionDays: number;
  costMode: CostMode;
  costAmount: string;
  postbackUrl: string | null;
};

const campaignColumns = sql`id, campaigns.workspace_id AS "workspaceId", campaigns.number, name, version,
  attribution_days AS "attributionDays", cost_mode AS "costMode", cost_amount AS "costAmount",
  postback_url AS "postbackUrl"`;

export async function listCampaignTerms(
  executor: Executor,
  wanted: readonly { workspaceId: string; number: number }[],
): Promise<CampaignTerms[]> {
  const { rows } = await sql<CampaignTerms>`
    SELECT ${campaignColumns}
    FROM unnest(
      ${wanted.map(({ workspaceId }) => workspaceId)}::uuid[], ${wanted.map(({ number }) => number)}::int[]
    ) AS wanted (workspace_id, number)
    JOIN campaigns ON campaigns.number = wanted.number AND campaigns.workspace_id = wanted.workspace_id`.execute(
    executor,
  );
  return rows;
}

export async function findCampaignTerms(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<(CampaignTerms & { trafficSourceId: string }) | undefined> {
  const { rows } = await sql<CampaignTerms & { trafficSourceId: string }>`
    SELECT ${campaignColumns}, traffic_source_id AS "trafficSourceId"
    FROM campaigns WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid`.execute(executor);
  return rows[0];
}

export type WorkspaceTerms = {
  id: string;
  timezone: string;
  currency: string;
  addressPrivacy: AddressPrivacy;
  eventDays: number;
  rates: Record<string, string>;
};

export async function listWorkspaceTerms(
  executor: Executor,
  ids: readonly string[],
): Promise<WorkspaceTerms[]> {
  const { rows } = await sql<WorkspaceTerms>`
    SELECT id, timezone, currency, address_privacy AS "addressPrivacy", event_days AS "eventDays", coalesce((
      SELECT json_object_agg(rates.currency, trim_scale(rate)::text)
      FROM currency_rates AS rates WHERE rates.workspace_id = workspaces.id), '{}') AS rates
    FROM workspaces WHERE id IN (SELECT unnest(${[...ids]}::uuid[]))`.execute(executor);
  return rows;
}

export type NetworkTerms = OwnedId &
  Pick<
    AffiliateNetwork,
    'name' | 'currency' | 'postbackIps' | 'statusMap' | 'duplicatePolicy' | 'decimalMark'
  > & {
    defaultPayout: string | null;
    /** Hash in hexadecimal. */
    tokenHash: string | null;
  };

export async function listNetworkTerms(
  executor: Executor,
  wanted: readonly OwnedId[],
): Promise<NetworkTerms[]> {
  const { rows } = await sql<NetworkTerms>`
    SELECT networks.id, networks.workspace_id AS "workspaceId", name, trim_scale(default_payout)::text AS "defaultPayout",
      currency, postback_ips AS "postbackIps", status_map AS "statusMap", duplicate_policy AS "duplicatePolicy",
      decimal_mark AS "decimalMark",
      encode(token_hash, 'hex') AS "tokenHash"
    FROM ${unnestIds(wanted)} JOIN affiliate_networks AS networks
      ON networks.id = wanted.id AND networks.workspace_id = wanted.workspace_id`.execute(executor);
  return rows;
}

/** Terms of an offer. `payout` is null if each conversion states its own payout. */
export type OfferTerms = OwnedId & { name: string; payout: string | null };

export async function listOfferTerms(executor: Executor, wanted: readonly OwnedId[]): Promise<OfferTerms[]> {
  const { rows } = await sql<OfferTerms>`
    SELECT offers.id, offers.workspace_id AS "workspaceId", name,
      CASE WHEN payout_mode = 'fixed' THEN trim_scale(payout_amount)::text END AS payout
    FROM ${unnestIds(wanted)} JOIN offers
      ON offers.id = wanted.id AND offers.workspace_id = wanted.workspace_id`.execute(executor);
  return rows;
}

/** Looks up names by ID. Each ID may belong to a rotator, a path or a landing page. */
export async function listRecordNames(
  executor: Executor,
  wanted: readonly OwnedId[],
): Promise<(OwnedId & { name: string })[]> {
  const { rows } = await sql<OwnedId & { name: string }>`
    WITH wanted AS (SELECT * FROM ${unnestIds(wanted)})
    ${selectNames('rotators')} UNION ALL ${selectNames('rotator_paths')} UNION ALL ${selectNames('landings')}`.execute(
    executor,
  );
  return rows;
}

function selectNames(table: 'rotators' | 'rotator_paths' | 'landings'): RawBuilder<unknown> {
  return sql`
    SELECT records.id, records.workspace_id AS "workspaceId", records.name
    FROM wanted JOIN ${sql.table(table)} AS records
      ON records.id = wanted.id AND records.workspace_id = wanted.workspace_id`;
}

export function unnestIds(wanted: readonly OwnedId[]): RawBuilder<unknown> {
  return sql`unnest(
    ${wanted.map(({ workspaceId }) => workspaceId)}::uuid[], ${wanted.map(({ id }) => id)}::uuid[]
  ) AS wanted (workspace_id, id)`;
}
