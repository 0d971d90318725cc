import type { CustomMetricFormat } from '@waypost/contract/reports/custom-metric-ids.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type CustomMetricRow = {
  id: string;
  number: number;
  name: string;
  formula: string;
  format: CustomMetricFormat;
  decimals: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
};

const columns = [
  'id',
  'number',
  'name',
  'formula',
  'format',
  'decimals',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

// Blocks other new custom metrics of the workspace until the transaction ends, so that numbers are unique.
export async function lockCustomMetrics(executor: Executor, workspaceId: string): Promise<void> {
  const name = `custom metrics ${workspaceId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(executor);
}

// Returns the number of custom metrics, and the number of the next one. Numbers of deleted metrics are not reused.
export async function countCustomMetrics(
  executor: Executor,
  workspaceId: string,
): Promise<{ count: number; next: number }> {
  const { count, last } = await executor
    .selectFrom('custom_metrics')
    .select((row) => [
      row.fn.countAll<string>().filterWhere('deleted_at', 'is', null).as('count'),
      row.fn.max('number').as('last'),
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return { count: Number(count), next: (last ?? 0) + 1 };
}

export async function insertCustomMetric(
  executor: Executor,
  workspaceId: string,
  { createdAt, ...metric }: Omit<CustomMetricRow, 'version' | 'updatedAt'>,
): Promise<void> {
  await executor
    .insertInto('custom_metrics')
    .values({ ...metric, workspace_id: workspaceId, created_at: createdAt, updated_at: createdAt })
    .execute();
}

function selectExisting(executor: Executor, workspaceId: string) {
  return executor
    .selectFrom('custom_metrics')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null);
}

export async function listCustomMetricRows(
  executor: Executor,
  workspaceId: string,
): Promise<CustomMetricRow[]> {
  return await selectExisting(executor, workspaceId).orderBy('number').execute();
}

export async function findCustomMetric(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<CustomMetricRow | undefined> {
  return await selectExisting(executor, workspaceId).where('id', '=', id).executeTakeFirst();
}

export async function findCustomMetricForUpdate(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<CustomMetricRow | undefined> {
  return await selectExisting(executor, workspaceId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function updateCustomMetricRow(
  executor: Executor,
  workspaceId: string,
  {
    id,
    name,
    formula,
    format,
    decimals,
    updatedAt,
  }: Omit<CustomMetricRow, 'number' | 'version' | 'createdAt'>,
): Promise<void> {
  await executor
    .updateTable('custom_metrics')
    .set((row) => ({
      name,
      formula,
      format,
      decimals,
      version: row('version', '+', 1),
      updated_at: updatedAt,
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteCustomMetricRow(
  executor: Executor,
  workspaceId: string,
  { id, deletedAt }: { id: string; deletedAt: Date },
): Promise<void> {
  await executor
    .updateTable('custom_metrics')
    .set({ deleted_at: deletedAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
