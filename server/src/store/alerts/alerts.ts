import type { AttentionItem, AttentionKind } from '@waypost/contract/monitoring/attention.ts';
import { sql } from 'kysely';
import type { KnownAlert } from '../../domain/alerts/follow-alerts.ts';
import type { Executor } from '../database/database.ts';
import { readListPage, type RowPage, type PageRequest } from '../lists/list-page.ts';

type AlertContent = AttentionItem & { key: string };

/** Lists unresolved problems, including problems that have not become alerts yet. */
export async function listCurrentAlerts(executor: Executor, workspaceId: string): Promise<KnownAlert[]> {
  const { rows } = await sql<KnownAlert>`
    SELECT id, kind, key, (extract(epoch FROM first_seen_at) * 1000)::float8 AS "firstSeenMs",
      (extract(epoch FROM last_seen_at) * 1000)::float8 AS "lastSeenMs",
      (extract(epoch FROM opened_at) * 1000)::float8 AS "openedMs"
    FROM alerts WHERE workspace_id = ${workspaceId} AND recovered_at IS NULL`.execute(executor);
  return rows;
}

export async function insertAlerts(
  executor: Executor,
  workspaceId: string,
  started: readonly { id: string; item: AlertContent; isOpen: boolean }[],
  now: Date,
): Promise<void> {
  if (started.length === 0) return;
  await sql`
    INSERT INTO alerts (id, workspace_id, kind, key, subject, message, count, first_seen_at, last_seen_at, opened_at)
    SELECT id, ${workspaceId}, kind, key, subject, message, count, ${now}, ${now}, CASE WHEN is_open THEN ${now}::timestamptz END
    FROM unnest(${started.map(({ id }) => id)}::uuid[], ${started.map(({ isOpen }) => isOpen)}::boolean[],
      ${started.map(({ item }) => item.kind)}::text[], ${started.map(({ item }) => item.key)}::text[],
      ${started.map(({ item }) => subjectCell(item))}::jsonb[], ${started.map(({ item }) => item.message)}::text[],
      ${started.map(({ item }) => item.count)}::integer[]
    ) AS given (id, is_open, kind, key, subject, message, count)
    ON CONFLICT (workspace_id, kind, key) WHERE recovered_at IS NULL DO NOTHING`.execute(executor);
}

/** Saves the current message, count and subject, which may differ from those in the notification that was sent. */
export async function updateAlerts(
  executor: Executor,
  workspaceId: string,
  seen: readonly { id: string; item: AlertContent; isOpened: boolean }[],
  now: Date,
): Promise<void> {
  if (seen.length === 0) return;
  await sql`
    UPDATE alerts SET last_seen_at = ${now}, message = given.message, count = given.count, subject = given.subject,
      opened_at = CASE WHEN is_opened THEN ${now} ELSE opened_at END
    FROM unnest(${seen.map(({ id }) => id)}::uuid[], ${seen.map(({ isOpened }) => isOpened)}::boolean[],
      ${seen.map(({ item }) => subjectCell(item))}::jsonb[], ${seen.map(({ item }) => item.message)}::text[],
      ${seen.map(({ item }) => item.count)}::integer[]
    ) AS given (id, is_opened, subject, message, count)
    WHERE alerts.workspace_id = ${workspaceId} AND alerts.id = given.id AND recovered_at IS NULL`.execute(
    executor,
  );
}

/** Marks alerts as resolved. If `isQuiet` is set, no message about the resolution is sent. */
export async function resolveAlerts(
  executor: Executor,
  workspaceId: string,
  ids: readonly string[],
  { now, isQuiet }: { now: Date; isQuiet: boolean },
): Promise<void> {
  await sql`
    UPDATE alerts SET recovered_at = ${now}, is_opening_told = is_opening_told OR ${isQuiet},
      is_recovery_told = ${isQuiet}
    WHERE workspace_id = ${workspaceId} AND id = ANY (${[...ids]}::uuid[]) AND recovered_at IS NULL`.execute(
    executor,
  );
}

export async function deleteAlerts(
  executor: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    DELETE FROM alerts WHERE workspace_id = ${workspaceId} AND id = ANY (${[...ids]}::uuid[]) AND opened_at IS NULL`.execute(
    executor,
  );
}

export type UnsentAlert = AttentionItem & { id: string; openedAt: Date; recoveredAt: Date | null };

/**
 * Lists alerts that need a notification. An alert that was resolved before its notification was sent needs no
 * notification.
 */
export async function listUnsentAlerts(executor: Executor, workspaceId: string): Promise<UnsentAlert[]> {
  const { rows } = await sql<UnsentAlert>`
    SELECT id, kind, subject, message, count, opened_at AS "openedAt", recovered_at AS "recoveredAt"
    FROM alerts
    WHERE workspace_id = ${workspaceId} AND opened_at IS NOT NULL
      AND ((recovered_at IS NULL AND NOT is_opening_told)
        OR (recovered_at IS NOT NULL AND is_opening_told AND NOT is_recovery_told))
    ORDER BY opened_at, id`.execute(executor);
  return rows;
}

export async function markAlertsNotified(
  executor: Executor,
  workspaceId: string,
  {
    openedIds,
    recoveredIds,
    messageId,
  }: Record<'openedIds' | 'recoveredIds', string[]> & { messageId: string },
): Promise<void> {
  await sql`
    UPDATE alerts SET is_opening_told = true, opened_in = ${messageId}
    WHERE workspace_id = ${workspaceId} AND id = ANY (${openedIds}::uuid[])`.execute(executor);
  await sql`
    UPDATE alerts SET is_recovery_told = true
    WHERE workspace_id = ${workspaceId} AND id = ANY (${recoveredIds}::uuid[])`.execute(executor);
}

export type AlertRow = UnsentAlert & { lastSeenAt: Date; told: number; toldWaiting: number };

export async function listAlertPage(
  executor: Executor,
  workspaceId: string,
  { kinds, isOpen }: { kinds: readonly AttentionKind[]; isOpen: boolean },
  page: PageRequest,
): Promise<RowPage<AlertRow>> {
  const source = {
    columns: sql`alert.id, kind, subject, message, count, opened_at AS "openedAt", recovered_at AS "recoveredAt",
      last_seen_at AS "lastSeenAt", delivery.told, delivery.waiting AS "toldWaiting"`,
    from: sql`alerts AS alert CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'delivered')::int AS told,
        count(*) FILTER (WHERE state = 'waiting')::int AS waiting
      FROM alert_deliveries WHERE workspace_id = ${workspaceId} AND message_id = alert.opened_in) AS delivery`,
    where: sql`alert.workspace_id = ${workspaceId} AND opened_at IS NOT NULL
      AND (recovered_at IS NULL) = ${isOpen} AND kind = ANY (${[...kinds]}::text[])`,
    id: sql`alert.id`,
    sorts: { openedAt: { by: sql`opened_at`, type: 'timestamptz' } },
  } as const;
  return await readListPage(executor, source, page);
}

export async function countOpenAlerts(
  executor: Executor,
  workspaceId: string,
  kinds: readonly AttentionKind[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM alerts
    WHERE workspace_id = ${workspaceId} AND opened_at IS NOT NULL AND recovered_at IS NULL
      AND kind = ANY (${[...kinds]}::text[])`.execute(executor);
  return rows[0]?.count ?? 0;
}

export async function listOpenAlertItems(
  executor: Executor,
  workspaceId: string,
  kinds: readonly AttentionKind[],
): Promise<AttentionItem[]> {
  const { rows } = await sql<AttentionItem>`
    SELECT kind, message, subject, count FROM alerts
    WHERE workspace_id = ${workspaceId} AND opened_at IS NOT NULL AND recovered_at IS NULL
      AND kind = ANY (${[...kinds]}::text[]) ORDER BY opened_at, id`.execute(executor);
  return rows;
}

export async function listAllOpenAlerts(
  executor: Executor,
  limit: number,
): Promise<(UnsentAlert & { workspaceId: string; workspace: string })[]> {
  const { rows } = await sql<UnsentAlert & { workspaceId: string; workspace: string }>`
    SELECT alerts.id, kind, subject, message, count, opened_at AS "openedAt", recovered_at AS "recoveredAt",
      workspaces.id AS "workspaceId", workspaces.name AS workspace
    FROM alerts JOIN workspaces ON workspaces.id = workspace_id
    WHERE opened_at IS NOT NULL AND recovered_at IS NULL
    ORDER BY opened_at DESC, alerts.id LIMIT ${limit}`.execute(executor);
  return rows;
}

/**
 * Deletes alerts that were resolved before the given time, and messages from before that time that no alert refers to.
 */
export async function deleteOldAlerts(executor: Executor, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM alerts WHERE recovered_at < ${before}`.execute(executor);
  await sql`
    DELETE FROM alert_messages WHERE created_at < ${before}
      AND NOT EXISTS (SELECT FROM alerts WHERE opened_in = alert_messages.id)`.execute(executor);
  return Number(numAffectedRows ?? 0);
}

function subjectCell({ subject }: AlertContent): string | null {
  return subject === null ? null : JSON.stringify(subject);
}
