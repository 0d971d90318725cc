import type { Domain } from '@waypost/contract/campaigns/domains.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { isOneOf, type Page, type RecordFilter } from './record-filter.ts';
import { paginate } from './records.ts';

export type DomainRow = Omit<Domain, 'createdAt' | 'checkedAt'> & { createdAt: Date; checkedAt: Date | null };

const columns = [
  'id',
  'host',
  'verification',
  'checked_at as checkedAt',
  'check_error as checkError',
  'status',
  'version',
  'created_at as createdAt',
] as const;

/** Returns false if the workspace already has a domain with this host, whether archived or not. */
export async function insertDomain(
  executor: Executor,
  workspaceId: string,
  domain: { id: string; host: string; createdAt: Date },
): Promise<boolean> {
  const { id, host, createdAt } = domain;
  const times = { created_at: createdAt, updated_at: createdAt };
  const inserted = await executor
    .insertInto('domains')
    .values({ id, workspace_id: workspaceId, host, status: 'active', ...times })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'host']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findDomain(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<DomainRow | undefined> {
  return await selectDomain(executor, workspaceId).where('id', '=', id).executeTakeFirst();
}

export async function findDomainByHost(
  executor: Executor,
  workspaceId: string,
  host: string,
): Promise<DomainRow | undefined> {
  return await selectDomain(executor, workspaceId).where('host', '=', host).executeTakeFirst();
}

function selectDomain(executor: Executor, workspaceId: string) {
  return executor.selectFrom('domains').select(columns).where('workspace_id', '=', workspaceId);
}

export async function listDomainRows(
  executor: Executor,
  workspaceId: string,
  filter: Omit<RecordFilter, 'country'>,
  page: Page,
): Promise<DomainRow[]> {
  const { ids, text = '' } = filter;
  const query = executor
    .selectFrom('domains')
    .select(columns)
    .where(isOneOf(ids))
    .where(sql<boolean>`position(${text.toLowerCase()} IN host) > 0`);
  return await paginate(query, workspaceId, filter, page).execute();
}

export type DomainCheckResult = { verification: 'verified' | 'failed'; checkError: string | null };

/** Throws a duplicate error (`isDuplicate`) if another workspace has verified the host. */
export async function saveDomainCheck(
  executor: Executor,
  workspaceId: string,
  id: string,
  check: DomainCheckResult & { now: Date },
): Promise<void> {
  await executor
    .updateTable('domains')
    .set({
      verification: check.verification,
      checked_at: check.now,
      check_error: check.checkError,
      updated_at: check.now,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function isHostVerified(executor: Executor, host: string): Promise<boolean> {
  const found = await executor
    .selectFrom('domains')
    .select('id')
    .where('host', '=', host)
    // The values are literals, so that a generic plan can use the partial index on these rows.
    .where(sql<boolean>`verification = 'verified' AND status = 'active'`)
    .executeTakeFirst();
  return found !== undefined;
}

export async function resetDomainChecks(
  executor: Executor,
  workspaceId: string,
  ids: string[],
): Promise<void> {
  await executor
    .updateTable('domains')
    .set({ verification: 'pending', checked_at: null, check_error: null })
    .where('workspace_id', '=', workspaceId)
    .where(isOneOf(ids))
    .execute();
}

export async function listVerifiedHosts(
  executor: Executor,
  workspaceId: string,
): Promise<{ id: string; host: string }[]> {
  return await executor
    .selectFrom('domains')
    .select(['id', 'host'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`verification = 'verified' AND status = 'active'`)
    .orderBy('host')
    .execute();
}
