import { nextDueTime } from '../../domain/reports/schedule-times.ts';
import type { Executor } from '../../store/database/database.ts';
import { listReportScheduleRows, setScheduleTime } from '../../store/reports/report-schedules.ts';

// Moves all schedules of a workspace whose time zone has changed.
export async function moveReportSchedules(
  executor: Executor,
  workspaceId: string,
  { timezone, now }: { timezone: string; now: Date },
): Promise<void> {
  for (const row of await listReportScheduleRows(executor, workspaceId, {}))
    await setScheduleTime(executor, workspaceId, { id: row.id, nextAt: nextDueTime(row, timezone, now) });
}
