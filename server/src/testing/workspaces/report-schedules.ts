import { newId } from '../../platform/ids.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import { insertReportSchedule } from '../../store/reports/report-schedules.ts';

// Creates a daily schedule that sends the report by email to its creator. It is not due for a day.
export async function makeReportSchedule(
  context: WorkspaceContext,
  { savedReportId, creatorId }: { savedReportId: string; creatorId: string },
): Promise<{ id: string }> {
  const [id, now] = [newId(), context.now()];
  const schedule = {
    id,
    savedReportId,
    creatorId,
    frequency: 'daily',
    weekday: null,
    monthDay: null,
    hour: 8,
    channel: 'mail',
    botToken: undefined,
    chatId: null,
    attachesCsv: false,
    state: 'active',
    failure: null,
    now,
    nextAt: new Date(now.getTime() + 86_400_000),
  } as const;
  await context.database.asSystem((executor) =>
    insertReportSchedule(executor, context.workspaceId, {
      ...schedule,
      memberIds: [creatorId],
      addresses: [],
    }),
  );
  return { id };
}
