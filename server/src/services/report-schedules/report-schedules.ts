import type { ListPage } from '@waypost/contract/api/paging.ts';
import { reportScheduleListQuery, type ReportSchedule } from '@waypost/contract/reports/report-schedules.ts';
import { isId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import { deleteOldReportDeliveries, insertReportDelivery } from '../../store/reports/report-deliveries.ts';
import {
  deleteReportSchedule,
  listReportScheduleRows,
  type ListedScheduleRow,
  type ReportScheduleRow,
} from '../../store/reports/report-schedules.ts';
import { recordChange } from '../audit/record-change.ts';
import {
  asSystem,
  inWorkspace,
  readInWorkspace,
  type Actor,
  type ServiceContext,
  type WorkspaceContext,
} from '../context.ts';
import { listItems } from '../lists/list-items.ts';
import { isAllowed, requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';

export type SchedulerContext = WorkspaceContext & { actor: Extract<Actor, { type: 'user' }> };

const dayMs = 86_400_000;
const keptDays = 90;

const scheduleList = {
  name: 'report-schedules',
  query: reportScheduleListQuery,
  idOf: ({ id }: ReportSchedule) => id,
  sorts: {
    createdAt: ({ createdAt }: ReportSchedule) => createdAt,
    nextAt: ({ nextAt }: ReportSchedule) => nextAt,
  },
};

// Lists the caller's schedules and those of the caller's reports. Admins see all schedules of the workspace.
export async function listReportSchedules(
  context: SchedulerContext,
  input: unknown,
): Promise<ListPage<ReportSchedule>> {
  requirePermission(context.actor, 'reports.schedule');
  return await listItems(context, scheduleList, input, async ({ savedReportId }) => {
    const rows = await readInWorkspace(context, 'list', (executor) => readRows(executor, context));
    return rows
      .filter((row) => savedReportId === undefined || row.savedReportId === savedReportId)
      .map((row) => presentSchedule(row, context));
  });
}

export async function getReportSchedule(context: SchedulerContext, id: string): Promise<ReportSchedule> {
  requirePermission(context.actor, 'reports.schedule');
  const row = await readInWorkspace(context, 'lookup', (executor) => getRow(executor, context, id));
  return presentSchedule(row, context);
}

async function readRows(
  executor: Executor,
  { workspaceId, actor }: SchedulerContext,
  id?: string,
): Promise<ListedScheduleRow[]> {
  const userId = isAllowed(actor, 'reports.manage-shared') ? undefined : actor.id;
  return await listReportScheduleRows(executor, workspaceId, { userId, ...(id === undefined ? {} : { id }) });
}

// Returns a schedule that the caller may see and change.
export async function getRow(
  executor: Executor,
  context: SchedulerContext,
  id: string,
): Promise<ListedScheduleRow> {
  const [row = refuseMissing('schedule')] = isId(id) ? await readRows(executor, context, id) : [];
  return row;
}

function presentSchedule(row: ListedScheduleRow, { actor }: SchedulerContext): ReportSchedule {
  const {
    creatorId,
    creatorEmail,
    memberIds: _,
    lastDueAt,
    lastState,
    lastAttempts,
    lastAt,
    lastError,
    ...rest
  } = row;
  return {
    ...rest,
    creator: { id: creatorId, email: creatorEmail },
    isMine: creatorId === actor.id,
    nextAt: row.state === 'active' ? row.nextAt.toISOString() : null,
    last:
      lastDueAt === null || lastState === null
        ? null
        : {
            dueAt: lastDueAt.toISOString(),
            state: lastState,
            attempts: lastAttempts ?? 0,
            at: lastAt?.toISOString() ?? null,
            error: lastError,
          },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export async function removeReportSchedule(context: SchedulerContext, id: string): Promise<null> {
  const { workspaceId, actor } = context;
  requirePermission(actor, 'reports.schedule');
  return await inWorkspace(context, async (executor) => {
    const row = await getRow(executor, context, id);
    await deleteReportSchedule(executor, workspaceId, row.id);
    await recordChange(executor, workspaceId, actor, {
      action: 'report-schedule.delete',
      subjectId: row.id,
      name: row.reportName,
      before: describeSchedule(row),
    });
    return null;
  });
}

// Returns what the audit log shows of a schedule.
export function describeSchedule(row: Omit<ReportScheduleRow, 'version' | 'createdAt' | 'updatedAt'>) {
  const { savedReportId, frequency, weekday, monthDay, hour, channel, memberIds, addresses } = row;
  const { chatId, attachesCsv, state } = row;
  const receivers = { memberIds, addresses, chatId };
  return { savedReportId, frequency, weekday, monthDay, hour, channel, ...receivers, attachesCsv, state };
}

// Queues the report at once, in addition to its schedule, so that people can try it.
export async function sendReportNow(context: SchedulerContext, id: string): Promise<ReportSchedule> {
  const { workspaceId, actor } = context;
  requirePermission(actor, 'reports.schedule');
  return await inWorkspace(context, async (executor) => {
    const row = await getRow(executor, context, id);
    // A delivery that is waiting is sent anyway.
    if (row.lastState !== 'waiting') {
      const now = context.now();
      await insertReportDelivery(executor, workspaceId, { scheduleId: row.id, dueAt: now, now });
      await recordChange(executor, workspaceId, actor, {
        action: 'report-schedule.send',
        subjectId: row.id,
        name: row.reportName,
      });
    }
    return presentSchedule(await getRow(executor, context, id), context);
  });
}

export async function purgeReportDeliveries(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'reports.deliver');
  const before = new Date(context.now().getTime() - keptDays * dayMs);
  return await asSystem(context, (executor) => deleteOldReportDeliveries(executor, before));
}
