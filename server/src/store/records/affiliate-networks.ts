import type { AffiliateNetwork } from '@waypost/contract/campaigns/affiliate-networks.ts';
import type { Selectable } from 'kysely';
import type { Executor } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { matchesFilter, type Page, type RecordFilter } from './record-filter.ts';
import { paginate } from './records.ts';

export type AffiliateNetworkRow = Omit<AffiliateNetwork, 'createdAt'> & { createdAt: Date };

export async function insertAffiliateNetwork(
  executor: Executor,
  workspaceId: string,
  network: Omit<AffiliateNetworkRow, 'version'>,
): Promise<void> {
  const { id, status, createdAt } = network;
  const times = { created_at: createdAt, updated_at: createdAt };
  await executor
    .insertInto('affiliate_networks')
    .values({ id, workspace_id: workspaceId, status, ...toColumns(network), ...times })
    .execute();
}

export async function updateAffiliateNetworkRow(
  executor: Executor,
  workspaceId: string,
  network: AffiliateNetworkRow,
  updatedAt: Date,
): Promise<void> {
  await executor
    .updateTable('affiliate_networks')
    .set({ ...toColumns(network), updated_at: updatedAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', network.id)
    .execute();
}

export async function findAffiliateNetwork(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<AffiliateNetworkRow | undefined> {
  const row = await executor
    .selectFrom('affiliate_networks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : fromColumns(row);
}

export async function listAffiliateNetworkRows(
  executor: Executor,
  workspaceId: string,
  filter: RecordFilter,
  page: Page,
): Promise<AffiliateNetworkRow[]> {
  const query = executor.selectFrom('affiliate_networks').selectAll().where(matchesFilter(filter));
  return (await paginate(query, workspaceId, filter, page).execute()).map(fromColumns);
}

function toColumns(network: Omit<AffiliateNetworkRow, 'version'>) {
  return {
    name: network.name,
    click_id_param: network.clickIdParam,
    default_payout: network.defaultPayout === null ? null : String(network.defaultPayout),
    currency: network.currency,
    postback_ips: network.postbackIps,
    status_map: JSON.stringify(network.statusMap),
    duplicate_policy: network.duplicatePolicy,
    decimal_mark: network.decimalMark,
  };
}

function fromColumns(row: Selectable<Schema['affiliate_networks']>): AffiliateNetworkRow {
  return {
    id: row.id,
    name: row.name,
    clickIdParam: row.click_id_param,
    defaultPayout: row.default_payout === null ? null : Number(row.default_payout),
    currency: row.currency,
    postbackIps: row.postback_ips,
    statusMap: row.status_map as AffiliateNetworkRow['statusMap'],
    duplicatePolicy: row.duplicate_policy,
    decimalMark: row.decimal_mark,
    status: row.status,
    version: row.version,
    createdAt: row.created_at,
  };
}

export type TokenState = { isSet: boolean; version: number };

export async function findNetworkToken(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<TokenState | undefined> {
  const row = await executor
    .selectFrom('affiliate_networks')
    .select(['version', 'token_hash as tokenHash'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : { isSet: row.tokenHash !== null, version: row.version };
}

export async function listNetworkTokenHashes(executor: Executor, workspaceId: string): Promise<Buffer[]> {
  const rows = await executor
    .selectFrom('affiliate_networks')
    .select('token_hash as tokenHash')
    .where('workspace_id', '=', workspaceId)
    .where('token_hash', 'is not', null)
    .execute();
  return rows.flatMap(({ tokenHash }) => tokenHash ?? []);
}

export async function saveNetworkTokenHash(
  executor: Executor,
  workspaceId: string,
  id: string,
  token: { hash: Buffer | null; now: Date },
): Promise<void> {
  await executor
    .updateTable('affiliate_networks')
    .set((row) => ({ token_hash: token.hash, updated_at: token.now, version: row('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
