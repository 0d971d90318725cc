import type {
  ReportChannel,
  ReportDeliveryState,
  ReportFrequency,
  ReportScheduleState,
} from '@waypost/contract/reports/report-schedules.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type Person = { id: string; email: string };

export type ReportScheduleRow = {
  id: string;
  savedReportId: string;
  creatorId: string;
  frequency: ReportFrequency;
  weekday: number | null;
  monthDay: number | null;
  hour: number;
  channel: ReportChannel;
  memberIds: string[];
  addresses: string[];
  chatId: string | null;
  attachesCsv: boolean;
  state: ReportScheduleState;
  failure: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  nextAt: Date;
};

export type ListedScheduleRow = ReportScheduleRow & {
  reportName: string;
  creatorEmail: string;
  members: Person[];
  lastDueAt: Date | null;
  lastState: ReportDeliveryState | null;
  lastAttempts: number | null;
  lastAt: Date | null;
  lastError: string | null;
};

const columns = sql`schedule.id, schedule.saved_report_id AS "savedReportId", schedule.creator_id AS "creatorId",
  schedule.frequency, schedule.weekday, schedule.month_day AS "monthDay", schedule.hour, schedule.channel,
  schedule.member_ids AS "memberIds", schedule.addresses, schedule.chat_id AS "chatId",
  schedule.attaches_csv AS "attachesCsv", schedule.state, schedule.failure, schedule.version,
  schedule.created_at AS "createdAt", schedule.updated_at AS "updatedAt", schedule.next_at AS "nextAt"`;

// Lists the schedules of the workspace. `userId` limits them to those of the person and of the person's reports.
export async function listReportScheduleRows(
  executor: Executor,
  workspaceId: string,
  { userId, id }: { userId?: string | undefined; id?: string },
): Promise<ListedScheduleRow[]> {
  const { rows } = await sql<ListedScheduleRow>`
    SELECT ${columns}, report.name AS "reportName", coalesce(creator.email, '') AS "creatorEmail", members.members,
      last.due_at AS "lastDueAt", last.state AS "lastState", last.attempts AS "lastAttempts",
      last.last_attempt_at AS "lastAt", last.last_error AS "lastError"
    FROM report_schedules AS schedule
    JOIN saved_reports AS report ON report.id = schedule.saved_report_id AND report.workspace_id = ${workspaceId}
    LEFT JOIN users AS creator ON creator.id = schedule.creator_id
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('id', users.id, 'email', users.email) ORDER BY users.email), '[]') AS members
      FROM memberships AS member JOIN users ON users.id = member.user_id
      WHERE member.workspace_id = ${workspaceId} AND member.user_id = ANY(schedule.member_ids)) AS members
    LEFT JOIN LATERAL (
      SELECT due_at, state, attempts, last_attempt_at, last_error FROM report_deliveries AS delivery
      WHERE delivery.workspace_id = ${workspaceId} AND delivery.schedule_id = schedule.id
      ORDER BY due_at DESC LIMIT 1) AS last ON true
    WHERE schedule.workspace_id = ${workspaceId}
      AND (${userId ?? null}::uuid IS NULL OR schedule.creator_id = ${userId ?? null}::uuid
        OR report.owner_id = ${userId ?? null}::uuid)
      AND (${id ?? null}::uuid IS NULL OR schedule.id = ${id ?? null}::uuid)`.execute(executor);
  return rows;
}

export async function findReportScheduleForUpdate(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<ReportScheduleRow | undefined> {
  const { rows } = await sql<ReportScheduleRow>`
    SELECT ${columns} FROM report_schedules AS schedule
    WHERE schedule.workspace_id = ${workspaceId} AND schedule.id = ${id} FOR NO KEY UPDATE`.execute(executor);
  return rows[0];
}

export async function countReportSchedules(executor: Executor, workspaceId: string): Promise<number> {
  const { count } = await executor
    .selectFrom('report_schedules')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Written = Omit<ReportScheduleRow, 'version' | 'createdAt' | 'updatedAt'> & {
  // Plain text, which is encrypted before it is stored. Undefined to keep the stored token.
  botToken: string | undefined;
  now: Date;
};

function valuesOf(executor: Executor, workspaceId: string, schedule: Written) {
  const { botToken } = schedule;
  return {
    frequency: schedule.frequency,
    weekday: schedule.weekday,
    month_day: schedule.monthDay,
    hour: schedule.hour,
    member_ids: schedule.memberIds,
    addresses: schedule.addresses,
    chat_id: schedule.chatId,
    attaches_csv: schedule.attachesCsv,
    state: schedule.state,
    failure: schedule.failure,
    next_at: schedule.nextAt,
    updated_at: schedule.now,
    ...(botToken === undefined ? {} : { bot_token: executor.seals.sealText(botToken, workspaceId) }),
  };
}

export async function insertReportSchedule(
  executor: Executor,
  workspaceId: string,
  schedule: Written,
): Promise<void> {
  await executor
    .insertInto('report_schedules')
    .values({
      id: schedule.id,
      workspace_id: workspaceId,
      saved_report_id: schedule.savedReportId,
      creator_id: schedule.creatorId,
      channel: schedule.channel,
      created_at: schedule.now,
      bot_token: null,
      ...valuesOf(executor, workspaceId, schedule),
    })
    .execute();
}

export async function updateReportSchedule(
  executor: Executor,
  workspaceId: string,
  schedule: Written,
): Promise<void> {
  await executor
    .updateTable('report_schedules')
    .set((row) => ({ ...valuesOf(executor, workspaceId, schedule), version: row('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', schedule.id)
    .execute();
}

export async function deleteReportSchedule(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<void> {
  await executor
    .deleteFrom('report_schedules')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function setScheduleTime(
  executor: Executor,
  workspaceId: string,
  { id, nextAt }: Pick<ReportScheduleRow, 'id' | 'nextAt'>,
): Promise<void> {
  await executor
    .updateTable('report_schedules')
    .set({ next_at: nextAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export const dueSchedules = (now: Date) => sql`report_schedules WHERE state = 'active' AND next_at <= ${now}`;

// Locks schedules that are due. Other workers skip them.
export async function lockDueSchedules(
  executor: Executor,
  { now, limit }: { now: Date; limit: number },
): Promise<(ReportScheduleRow & { workspaceId: string; timezone: string })[]> {
  const { rows } = await sql<ReportScheduleRow & { workspaceId: string; timezone: string }>`
    SELECT ${columns}, schedule.workspace_id AS "workspaceId", workspaces.timezone
    FROM report_schedules AS schedule JOIN workspaces ON workspaces.id = schedule.workspace_id
    WHERE schedule.state = 'active' AND schedule.next_at <= ${now}
    ORDER BY schedule.next_at LIMIT ${limit} FOR UPDATE OF schedule SKIP LOCKED`.execute(executor);
  return rows;
}

// Stops a schedule after a permanent failure, unless it was changed in the meantime.
export async function markScheduleFailed(
  executor: Executor,
  { id, failure, now }: { id: string; failure: string; now: Date },
): Promise<void> {
  await executor
    .updateTable('report_schedules')
    .set((row) => ({ state: 'failed', failure, updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute();
}

export async function setScheduleChat(
  executor: Executor,
  { id, chatId }: { id: string; chatId: string },
): Promise<void> {
  await executor.updateTable('report_schedules').set({ chat_id: chatId }).where('id', '=', id).execute();
}
