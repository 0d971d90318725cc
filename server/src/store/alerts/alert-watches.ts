import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type AlertWatch = { workspaceId: string; numbersAt: Date | null; certificatesAt: Date | null };

export async function listWorkspacesToWatch(executor: Executor, before: Date): Promise<AlertWatch[]> {
  const { rows } = await sql<AlertWatch>`
    SELECT id AS "workspaceId", nullif(numbers_at, '-infinity') AS "numbersAt",
      nullif(certificates_at, '-infinity') AS "certificatesAt"
    FROM workspaces LEFT JOIN alert_watches ON workspace_id = id
    WHERE looked_at IS NULL OR looked_at <= ${before}
    ORDER BY looked_at NULLS FIRST, id`.execute(executor);
  return rows;
}

/** Locks the workspace's alerts until the transaction ends. Returns the time of the last notification. */
export async function lockAlertWatch(executor: Executor, workspaceId: string): Promise<Date | null> {
  await sql`INSERT INTO alert_watches (workspace_id) VALUES (${workspaceId}) ON CONFLICT DO NOTHING`.execute(
    executor,
  );
  const { rows } = await sql<{ toldAt: Date | null }>`
    SELECT nullif(told_at, '-infinity') AS "toldAt" FROM alert_watches WHERE workspace_id = ${workspaceId} FOR UPDATE`.execute(
    executor,
  );
  return rows[0]?.toldAt ?? null;
}

type AlertCheck = { now: Date; numbers: boolean; certificates: boolean; isTold: boolean };

export async function recordAlertCheck(
  executor: Executor,
  workspaceId: string,
  check: AlertCheck,
): Promise<void> {
  const { now, numbers, certificates, isTold } = check;
  await sql`
    UPDATE alert_watches SET looked_at = ${now},
      numbers_at = CASE WHEN ${numbers} THEN ${now} ELSE numbers_at END,
      certificates_at = CASE WHEN ${certificates} THEN ${now} ELSE certificates_at END,
      told_at = CASE WHEN ${isTold} THEN ${now} ELSE told_at END
    WHERE workspace_id = ${workspaceId}`.execute(executor);
}
