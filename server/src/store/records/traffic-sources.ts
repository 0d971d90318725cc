import type { TrafficSource } from '@waypost/contract/campaigns/traffic-sources.ts';
import type { Executor } from '../database/database.ts';
import type { StoredHeader } from '../database/header-seals.ts';
import { matchesFilter, type Page, type RecordFilter } from './record-filter.ts';
import { paginate } from './records.ts';

export type TrafficSourceRow = Omit<TrafficSource, 'createdAt'> & { createdAt: Date };

const columns = [
  'id',
  'name',
  'click_id_param as clickIdParam',
  'cost_param as costParam',
  'postback_url as postbackUrl',
  'click_id_macro as clickIdMacro',
  'cost_macro as costMacro',
  'currency',
  'tokens',
  'postback_method as postbackMethod',
  'postback_headers as postbackHeaders',
  'postback_body as postbackBody',
  'postback_success_text as postbackSuccessText',
  'status',
  'version',
  'created_at as createdAt',
] as const;

type NewTrafficSource = {
  id: string;
  name: string;
  clickIdParam: string | null;
  costParam: string | null;
  postbackUrl: string | null;
  clickIdMacro: string | null;
  costMacro: string | null;
  createdAt: Date;
};

export async function insertTrafficSource(
  executor: Executor,
  workspaceId: string,
  source: NewTrafficSource,
): Promise<void> {
  await executor
    .insertInto('traffic_sources')
    .values({
      id: source.id,
      workspace_id: workspaceId,
      name: source.name,
      click_id_param: source.clickIdParam,
      cost_param: source.costParam,
      postback_url: source.postbackUrl,
      click_id_macro: source.clickIdMacro,
      cost_macro: source.costMacro,
      status: 'active',
      created_at: source.createdAt,
      updated_at: source.createdAt,
    })
    .execute();
}

export async function findTrafficSource(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<TrafficSourceRow | undefined> {
  const row = await executor
    .selectFrom('traffic_sources')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : present(executor, workspaceId, row);
}

type Token = TrafficSourceRow['tokens'][number];

type StoredSource = Omit<TrafficSourceRow, 'tokens' | 'postbackHeaders'> & {
  tokens: (Omit<Token, 'macro'> & { macro?: string | null })[];
  postbackHeaders: StoredHeader[];
};

// Adds the missing `macro` to tokens saved by earlier versions.
function present({ seals }: Executor, workspaceId: string, row: StoredSource): TrafficSourceRow {
  const tokens = row.tokens.map(({ macro = null, ...token }) => ({ ...token, macro }));
  return { ...row, tokens, postbackHeaders: seals.open(row.postbackHeaders, workspaceId) };
}

export async function listTrafficSourceRows(
  executor: Executor,
  workspaceId: string,
  filter: RecordFilter,
  page: Page,
): Promise<TrafficSourceRow[]> {
  const query = executor.selectFrom('traffic_sources').select(columns).where(matchesFilter(filter));
  const rows = await paginate(query, workspaceId, filter, page).execute();
  return rows.map((row) => present(executor, workspaceId, row));
}

export async function updateTrafficSourceRow(
  executor: Executor,
  workspaceId: string,
  source: TrafficSourceRow,
  updatedAt: Date,
): Promise<void> {
  await executor
    .updateTable('traffic_sources')
    .set({
      name: source.name,
      click_id_param: source.clickIdParam,
      cost_param: source.costParam,
      postback_url: source.postbackUrl,
      click_id_macro: source.clickIdMacro,
      cost_macro: source.costMacro,
      currency: source.currency,
      tokens: JSON.stringify(source.tokens),
      postback_method: source.postbackMethod,
      postback_headers: JSON.stringify(executor.seals.seal(source.postbackHeaders, workspaceId)),
      postback_body: source.postbackBody,
      postback_success_text: source.postbackSuccessText,
      updated_at: updatedAt,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', source.id)
    .execute();
}
