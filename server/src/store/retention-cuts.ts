import { sql } from 'kysely';
import { newId } from '../platform/ids.ts';
import type { Executor } from './database.ts';

export type KeptKind = 'visits' | 'events' | 'postbacks';

/** Rows of a kind that are kept for fewer days than they were written with. */
export type RetentionCut = {
  id: string;
  workspaceId: string;
  kind: KeptKind;
  fewerDays: number;
  madeAt: Date;
};

/** Written together with the setting. */
export async function insertRetentionCut(executor: Executor, cut: Omit<RetentionCut, 'id'>): Promise<void> {
  await sql`
    INSERT INTO retention_cuts (id, workspace_id, kind, fewer_days, made_at)
    VALUES (${newId()}::uuid, ${cut.workspaceId}::uuid, ${cut.kind}, ${cut.fewerDays}, ${cut.madeAt})`.execute(
    executor,
  );
}

export async function listOpenRetentionCuts(executor: Executor, limit: number): Promise<RetentionCut[]> {
  const { rows } = await sql<RetentionCut>`
    SELECT id, workspace_id AS "workspaceId", kind, fewer_days AS "fewerDays", made_at AS "madeAt"
    FROM retention_cuts WHERE applied_at IS NULL ORDER BY made_at LIMIT ${limit}`.execute(executor);
  return rows;
}

export async function markRetentionCutApplied(executor: Executor, id: string, now: Date): Promise<void> {
  await sql`UPDATE retention_cuts SET applied_at = ${now} WHERE id = ${id}::uuid`.execute(executor);
}
