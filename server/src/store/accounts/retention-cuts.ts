import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type { Executor } from '../database/database.ts';

export type RetentionKind = 'visits' | 'events' | 'postbacks';

/** A shortened retention, which also applies to rows that were written under a longer retention. */
type RetentionCut = {
  id: string;
  workspaceId: string;
  kind: RetentionKind;
  keptDays: number;
  madeAt: Date;
};

export async function insertRetentionCut(executor: Executor, cut: Omit<RetentionCut, 'id'>): Promise<void> {
  await sql`
    INSERT INTO retention_cuts (id, workspace_id, kind, kept_days, made_at)
    VALUES (${newId()}::uuid, ${cut.workspaceId}::uuid, ${cut.kind}, ${cut.keptDays}, ${cut.madeAt})`.execute(
    executor,
  );
}

export async function listOpenRetentionCuts(executor: Executor, limit: number): Promise<RetentionCut[]> {
  const { rows } = await sql<RetentionCut>`
    SELECT id, workspace_id AS "workspaceId", kind, kept_days AS "keptDays", made_at AS "madeAt"
    FROM retention_cuts WHERE applied_at IS NULL ORDER BY made_at LIMIT ${limit}`.execute(executor);
  return rows;
}

export async function markRetentionCutApplied(executor: Executor, id: string, now: Date): Promise<void> {
  await sql`UPDATE retention_cuts SET applied_at = ${now} WHERE id = ${id}::uuid`.execute(executor);
}

/** Shortens the expiry of conversions, so that future rows of a conversion expire together with its existing rows. */
export async function shortenConversions(
  executor: Executor,
  { workspaceId, keptDays, madeAt }: Pick<RetentionCut, 'workspaceId' | 'keptDays' | 'madeAt'>,
): Promise<void> {
  await sql`
    UPDATE conversions SET expires = (${madeAt}::timestamptz AT TIME ZONE 'UTC')::date + ${keptDays}::int
    WHERE workspace_id = ${workspaceId}::uuid
      AND expires > (${madeAt}::timestamptz AT TIME ZONE 'UTC')::date + ${keptDays}::int`.execute(executor);
}
