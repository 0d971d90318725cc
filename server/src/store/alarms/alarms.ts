import type { AttentionItem, AttentionKind } from '@waypost/contract/attention.ts';
import { sql } from 'kysely';
import type { KnownAlarm } from '../../domain/alarms/follow-alarms.ts';
import type { Executor } from '../database/database.ts';
import { readListPart, type FoundPart, type ListPart } from '../lists/list-part.ts';

/** What is kept of something that is wrong. */
type AlarmContent = AttentionItem & { key: string };

/** Those that are not over, whether they are alarms already or not. */
export async function listCurrentAlarms(executor: Executor, workspaceId: string): Promise<KnownAlarm[]> {
  const { rows } = await sql<KnownAlarm>`
    SELECT id, kind, key, (extract(epoch FROM first_seen_at) * 1000)::float8 AS "firstSeenMs",
      (extract(epoch FROM last_seen_at) * 1000)::float8 AS "lastSeenMs",
      (extract(epoch FROM opened_at) * 1000)::float8 AS "openedMs"
    FROM alarms WHERE workspace_id = ${workspaceId} AND recovered_at IS NULL`.execute(executor);
  return rows;
}

export async function insertAlarms(
  executor: Executor,
  workspaceId: string,
  begun: readonly { id: string; item: AlarmContent; isOpen: boolean }[],
  now: Date,
): Promise<void> {
  if (begun.length === 0) return;
  await sql`
    INSERT INTO alarms (id, workspace_id, kind, key, subject, message, count, first_seen_at, last_seen_at, opened_at)
    SELECT id, ${workspaceId}, kind, key, subject, message, count, ${now}, ${now}, CASE WHEN is_open THEN ${now}::timestamptz END
    FROM unnest(${begun.map(({ id }) => id)}::uuid[], ${begun.map(({ isOpen }) => isOpen)}::boolean[],
      ${begun.map(({ item }) => item.kind)}::text[], ${begun.map(({ item }) => item.key)}::text[],
      ${begun.map(({ item }) => subjectCell(item))}::jsonb[], ${begun.map(({ item }) => item.message)}::text[],
      ${begun.map(({ item }) => item.count)}::integer[]
    ) AS given (id, is_open, kind, key, subject, message, count)
    ON CONFLICT (workspace_id, kind, key) WHERE recovered_at IS NULL DO NOTHING`.execute(executor);
}

/** As they are now: a number in the message may be another one. */
export async function touchAlarms(
  executor: Executor,
  workspaceId: string,
  seen: readonly { id: string; item: AlarmContent; isOpened: boolean }[],
  now: Date,
): Promise<void> {
  if (seen.length === 0) return;
  await sql`
    UPDATE alarms SET last_seen_at = ${now}, message = given.message, count = given.count, subject = given.subject,
      opened_at = CASE WHEN is_opened THEN ${now} ELSE opened_at END
    FROM unnest(${seen.map(({ id }) => id)}::uuid[], ${seen.map(({ isOpened }) => isOpened)}::boolean[],
      ${seen.map(({ item }) => subjectCell(item))}::jsonb[], ${seen.map(({ item }) => item.message)}::text[],
      ${seen.map(({ item }) => item.count)}::integer[]
    ) AS given (id, is_opened, subject, message, count)
    WHERE alarms.workspace_id = ${workspaceId} AND alarms.id = given.id AND recovered_at IS NULL`.execute(
    executor,
  );
}

/** Over; where nobody is to be told, that is as good as told. */
export async function endAlarms(
  executor: Executor,
  workspaceId: string,
  ids: readonly string[],
  { now, isQuiet }: { now: Date; isQuiet: boolean },
): Promise<void> {
  await sql`
    UPDATE alarms SET recovered_at = ${now}, is_opening_told = is_opening_told OR ${isQuiet},
      is_recovery_told = ${isQuiet}
    WHERE workspace_id = ${workspaceId} AND id = ANY (${[...ids]}::uuid[]) AND recovered_at IS NULL`.execute(
    executor,
  );
}

export async function deleteAlarms(
  executor: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    DELETE FROM alarms WHERE workspace_id = ${workspaceId} AND id = ANY (${[...ids]}::uuid[]) AND opened_at IS NULL`.execute(
    executor,
  );
}

export type UntoldAlarm = AttentionItem & { id: string; openedAt: Date; recoveredAt: Date | null };

/**
 * What somebody has to be told of. What was over before anybody was told of it is left out: nobody has to know that it
 * is over.
 */
export async function listUntoldAlarms(executor: Executor, workspaceId: string): Promise<UntoldAlarm[]> {
  const { rows } = await sql<UntoldAlarm>`
    SELECT id, kind, subject, message, count, opened_at AS "openedAt", recovered_at AS "recoveredAt"
    FROM alarms
    WHERE workspace_id = ${workspaceId} AND opened_at IS NOT NULL
      AND ((recovered_at IS NULL AND NOT is_opening_told)
        OR (recovered_at IS NOT NULL AND is_opening_told AND NOT is_recovery_told))
    ORDER BY opened_at, id`.execute(executor);
  return rows;
}

export async function markAlarmsTold(
  executor: Executor,
  workspaceId: string,
  {
    openedIds,
    recoveredIds,
    messageId,
  }: Record<'openedIds' | 'recoveredIds', string[]> & { messageId: string },
): Promise<void> {
  await sql`
    UPDATE alarms SET is_opening_told = true, opened_in = ${messageId}
    WHERE workspace_id = ${workspaceId} AND id = ANY (${openedIds}::uuid[])`.execute(executor);
  await sql`
    UPDATE alarms SET is_recovery_told = true
    WHERE workspace_id = ${workspaceId} AND id = ANY (${recoveredIds}::uuid[])`.execute(executor);
}

export type AlarmRow = UntoldAlarm & { lastSeenAt: Date; told: number; toldWaiting: number };

/** A page of those of the named kinds that are open, or over. */
export async function listAlarmPart(
  executor: Executor,
  workspaceId: string,
  { kinds, isOpen }: { kinds: readonly AttentionKind[]; isOpen: boolean },
  part: ListPart,
): Promise<FoundPart<AlarmRow>> {
  const source = {
    columns: sql`alarm.id, kind, subject, message, count, opened_at AS "openedAt", recovered_at AS "recoveredAt",
      last_seen_at AS "lastSeenAt", delivery.told, delivery.waiting AS "toldWaiting"`,
    from: sql`alarms AS alarm CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'delivered')::int AS told,
        count(*) FILTER (WHERE state = 'waiting')::int AS waiting
      FROM alarm_deliveries WHERE workspace_id = ${workspaceId} AND message_id = alarm.opened_in) AS delivery`,
    where: sql`alarm.workspace_id = ${workspaceId} AND opened_at IS NOT NULL
      AND (recovered_at IS NULL) = ${isOpen} AND kind = ANY (${[...kinds]}::text[])`,
    id: sql`alarm.id`,
    sorts: { openedAt: { by: sql`opened_at`, type: 'timestamptz' } },
  } as const;
  return await readListPart(executor, source, part);
}

export async function countOpenAlarms(
  executor: Executor,
  workspaceId: string,
  kinds: readonly AttentionKind[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM alarms
    WHERE workspace_id = ${workspaceId} AND opened_at IS NOT NULL AND recovered_at IS NULL
      AND kind = ANY (${[...kinds]}::text[])`.execute(executor);
  return rows[0]?.count ?? 0;
}

/** Those of the named kinds that are open, as attention tells them. */
export async function listOpenItems(
  executor: Executor,
  workspaceId: string,
  kinds: readonly AttentionKind[],
): Promise<AttentionItem[]> {
  const { rows } = await sql<AttentionItem>`
    SELECT kind, message, subject, count FROM alarms
    WHERE workspace_id = ${workspaceId} AND opened_at IS NOT NULL AND recovered_at IS NULL
      AND kind = ANY (${[...kinds]}::text[]) ORDER BY opened_at, id`.execute(executor);
  return rows;
}

/** Of all workspaces, the newest first. */
export async function listAllOpenAlarms(
  executor: Executor,
  limit: number,
): Promise<(UntoldAlarm & { workspaceId: string; workspace: string })[]> {
  const { rows } = await sql<UntoldAlarm & { workspaceId: string; workspace: string }>`
    SELECT alarms.id, kind, subject, message, count, opened_at AS "openedAt", recovered_at AS "recoveredAt",
      workspaces.id AS "workspaceId", workspaces.name AS workspace
    FROM alarms JOIN workspaces ON workspaces.id = workspace_id
    WHERE opened_at IS NOT NULL AND recovered_at IS NULL
    ORDER BY opened_at DESC, alarms.id LIMIT ${limit}`.execute(executor);
  return rows;
}

/** What is long over, and messages that are as old. */
export async function deletePastAlarms(executor: Executor, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM alarms WHERE recovered_at < ${before}`.execute(executor);
  await sql`
    DELETE FROM alarm_messages WHERE created_at < ${before}
      AND NOT EXISTS (SELECT FROM alarms WHERE opened_in = alarm_messages.id)`.execute(executor);
  return Number(numAffectedRows ?? 0);
}

function subjectCell({ subject }: AlarmContent): string | null {
  return subject === null ? null : JSON.stringify(subject);
}
