import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import type { ReportChannel, ReportDeliveryState } from '@waypost/contract/reports/report-schedules.ts';
import type { SavedDefinition } from '@waypost/contract/reports/saved-reports.ts';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type { Executor } from '../database/database.ts';
import { isSame } from '../database/lookup.ts';

// Queues a report. Returns undefined if it is already queued for this time.
export async function insertReportDelivery(
  executor: Executor,
  workspaceId: string,
  { scheduleId, dueAt, now }: { scheduleId: string; dueAt: Date; now: Date },
): Promise<string | undefined> {
  const row = await executor
    .insertInto('report_deliveries')
    .values({
      id: newId(),
      workspace_id: workspaceId,
      schedule_id: scheduleId,
      due_at: dueAt,
      state: 'waiting',
      attempts: 0,
      next_at: now,
      done: [],
      last_attempt_at: null,
      last_error: null,
    })
    .onConflict((conflict) => conflict.columns(['schedule_id', 'due_at']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export type ClaimedReport = {
  id: string;
  workspaceId: string;
  scheduleId: string;
  savedReportId: string;
  dueAt: Date;
  // Number of this attempt, from 1.
  attempt: number;
  done: string[];
  channel: ReportChannel;
  // Addresses of members and others.
  recipients: string[];
  // Undefined if it cannot be decrypted.
  botToken: string | undefined;
  chatId: string | null;
  attachesCsv: boolean;
  name: string;
  question: SavedDefinition;
  isVisible: boolean;
  // Null if the creator has left the workspace.
  creatorRole: MemberRole | null;
  creatorEmail: string;
};

export const dueReports = (now: Date) => sql`report_deliveries WHERE state = 'waiting' AND next_at <= ${now}`;

export async function claimReportDeliveries(
  executor: Executor,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<ClaimedReport[]> {
  const { rows } = await sql<ClaimedReport & { sealedToken: string | null }>`
    WITH due AS MATERIALIZED (
      SELECT id FROM ${dueReports(now)} ORDER BY next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE report_deliveries AS delivery
      SET next_at = ${new Date(now.getTime() + leaseMs)}, attempts = delivery.attempts + 1, last_attempt_at = ${now}
      FROM due WHERE ${isSame('delivery.id', 'due.id')}
      RETURNING delivery.*
    )
    SELECT delivery.id, delivery.workspace_id AS "workspaceId", delivery.schedule_id AS "scheduleId",
      schedule.saved_report_id AS "savedReportId", delivery.due_at AS "dueAt", delivery.attempts AS attempt,
      delivery.done, schedule.channel, schedule.bot_token AS "sealedToken", schedule.chat_id AS "chatId",
      schedule.attaches_csv AS "attachesCsv", report.name, report.question,
      (report.is_shared OR report.owner_id = schedule.creator_id) AS "isVisible",
      creator.role AS "creatorRole", users.email AS "creatorEmail",
      ARRAY(
        SELECT person.email FROM memberships AS member JOIN users AS person ON person.id = member.user_id
        WHERE member.workspace_id = delivery.workspace_id AND member.user_id = ANY(schedule.member_ids)
        ORDER BY person.email) || schedule.addresses AS recipients
    FROM claimed AS delivery
    CROSS JOIN LATERAL (
      SELECT * FROM report_schedules WHERE report_schedules.id = delivery.schedule_id OFFSET 0) AS schedule
    JOIN saved_reports AS report
      ON report.id = schedule.saved_report_id AND report.workspace_id = schedule.workspace_id
    JOIN users ON users.id = schedule.creator_id
    LEFT JOIN memberships AS creator
      ON creator.workspace_id = schedule.workspace_id AND creator.user_id = schedule.creator_id`.execute(
    executor,
  );
  return rows.map(({ sealedToken, ...row }) => ({
    ...row,
    botToken: sealedToken === null ? undefined : executor.seals.openText(sealedToken, row.workspaceId),
  }));
}

// Records what was sent. Returns false if another worker has taken over the delivery.
export async function recordReportProgress(
  executor: Executor,
  { id, attempt, done }: Pick<ClaimedReport, 'id' | 'attempt' | 'done'>,
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('report_deliveries')
    .set({ done })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function recordReportResult(
  executor: Executor,
  result: Pick<ClaimedReport, 'id' | 'attempt'> & {
    state: ReportDeliveryState;
    nextAt: Date;
    error: string | null;
  },
): Promise<void> {
  const { id, attempt, state, nextAt, error } = result;
  await executor
    .updateTable('report_deliveries')
    .set({ state, next_at: nextAt, last_error: error })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'waiting')
    .execute();
}

// Schedules whose last report was not delivered, with the error.
export async function listFailingSchedules(
  executor: Executor,
  workspaceId: string,
): Promise<{ id: string; name: string; error: string; isStopped: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; error: string; isStopped: boolean }>`
    SELECT schedule.id, report.name, coalesce(schedule.failure, last.last_error, '') AS error,
      schedule.state = 'failed' AS "isStopped"
    FROM report_schedules AS schedule
    JOIN saved_reports AS report ON report.id = schedule.saved_report_id AND report.workspace_id = ${workspaceId}
    LEFT JOIN LATERAL (
      SELECT state, last_error FROM report_deliveries AS delivery
      WHERE delivery.workspace_id = ${workspaceId} AND delivery.schedule_id = schedule.id
      ORDER BY due_at DESC LIMIT 1) AS last ON true
    WHERE schedule.workspace_id = ${workspaceId}
      AND (schedule.state = 'failed' OR (schedule.state = 'active' AND last.state = 'failed'))
    ORDER BY schedule.created_at, schedule.id`.execute(executor);
  return rows;
}

export async function deleteOldReportDeliveries(executor: Executor, before: Date): Promise<number> {
  const { numDeletedRows } = await executor
    .deleteFrom('report_deliveries')
    .where('due_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
