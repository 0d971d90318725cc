import { judgeAttempt } from '../../domain/postbacks/judge-attempt.ts';
import { skipMissed } from '../../domain/reports/schedule-times.ts';
import { describeError, WaypostError } from '../../platform/errors.ts';
import {
  claimReportDeliveries,
  insertReportDelivery,
  recordReportProgress,
  recordReportResult,
  type ClaimedReport,
} from '../../store/reports/report-deliveries.ts';
import {
  lockDueSchedules,
  markScheduleFailed,
  setScheduleChat,
  setScheduleTime,
} from '../../store/reports/report-schedules.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { isAllowed, requirePermission } from '../permissions.ts';
import type { WithTraffic } from '../tools.ts';
import { buildReportMessage } from './build-report-message.ts';
import type { SendOutcome } from './report-message.ts';
import { refusedPartOf, sendReport, type ReportTools, type SentParts } from './send-report.ts';

type DeliveryContext = ServiceContext & WithTraffic;

// Long enough to read a report and send it to all recipients.
const leaseMs = 10 * 60_000;
const atATime = 4;
const schedulesAtATime = 100;
// The delays between the attempts add up to about four hours.
const attemptsMax = 8;

// Sends the reports that are due and returns their number. Any number of workers can run at the same time.
export async function deliverReports(
  context: DeliveryContext,
  tools: ReportTools,
  signal?: AbortSignal,
): Promise<number> {
  requirePermission(context.actor, 'reports.deliver');
  await queueDueReports(context);
  const now = context.now();
  const claimed = await asSystem(context, (executor) =>
    claimReportDeliveries(executor, { now, leaseMs, limit: atATime }),
  );
  await Promise.all(claimed.map((delivery) => deliver(context, tools, delivery, signal)));
  return claimed.length;
}

// Queues one report for each schedule that is due. After downtime, only the latest one is queued.
async function queueDueReports(context: DeliveryContext): Promise<void> {
  const now = context.now();
  await asSystem(context, async (executor) => {
    for (const row of await lockDueSchedules(executor, { now, limit: schedulesAtATime })) {
      const { workspaceId, timezone, id: scheduleId } = row;
      const { dueAt, nextAt } = skipMissed(row, timezone, { dueAt: row.nextAt, now });
      await insertReportDelivery(executor, workspaceId, { scheduleId, dueAt, now });
      await setScheduleTime(executor, workspaceId, { id: scheduleId, nextAt });
    }
  });
}

async function deliver(
  context: DeliveryContext,
  tools: ReportTools,
  delivery: ClaimedReport,
  signal: AbortSignal | undefined,
): Promise<void> {
  const done = [...delivery.done];
  const onDone = async (part: string) => {
    done.push(part);
    return await asSystem(context, (executor) => recordReportProgress(executor, { ...delivery, done }));
  };
  const { outcomes, movedTo } = await attempt(context, tools, delivery, { onDone, signal });
  const verdict = judgeOutcomes(outcomes, { ...delivery, nowMs: context.now().getTime() });
  await asSystem(context, async (executor) => {
    const now = context.now();
    const { scheduleId } = delivery;
    if (movedTo !== undefined) await setScheduleChat(executor, { id: scheduleId, chatId: movedTo });
    const nextAt = new Date(now.getTime() + verdict.delayMs);
    await recordReportResult(executor, { ...delivery, ...verdict, nextAt });
    if (verdict.isPermanent)
      await markScheduleFailed(executor, { id: scheduleId, failure: verdict.error ?? '', now });
  });
}

async function attempt(
  context: DeliveryContext,
  tools: ReportTools,
  delivery: ClaimedReport,
  options: { onDone: (part: string) => Promise<boolean>; signal: AbortSignal | undefined },
): Promise<SentParts> {
  const { creatorRole: role, isVisible, creatorEmail: label } = delivery;
  const mayRead = role !== null && isAllowed({ type: 'user', id: '', label, role }, 'reports.schedule');
  if (!mayRead || !isVisible) {
    const error = `${label}, who created this schedule, may no longer send this report.`;
    return { outcomes: [{ kind: 'refused', error }] };
  }
  try {
    const message = await buildReportMessage(context, delivery, tools.panelUrl, options.signal);
    return await sendReport(tools, delivery, message, options);
  } catch (error) {
    const isPermanent = error instanceof WaypostError && error.code === 'VALIDATION_FAILED';
    const words = `The report could not be read: ${describeError(error)}`.slice(0, 300);
    return { outcomes: [{ kind: isPermanent ? 'refused' : 'later', error: words }] };
  }
}

type Verdict = {
  state: 'delivered' | 'failed' | 'waiting';
  delayMs: number;
  error: string | null;
  // True if the schedule must not be tried again before somebody changes it.
  isPermanent: boolean;
};

// A report counts as delivered if at least one recipient got it.
function judgeOutcomes(
  outcomes: readonly SendOutcome[],
  { attempt: number, done, nowMs }: Pick<ClaimedReport, 'attempt' | 'done'> & { nowMs: number },
): Verdict {
  const failed = outcomes.filter((outcome) => outcome.kind !== 'sent');
  const refused = done.flatMap((part) => refusedPartOf(part) ?? []);
  const words = [
    ...failed.map((outcome) => outcome.error),
    ...refused.map((part) => `${part} was refused in an earlier attempt.`),
  ];
  const error = words.length === 0 ? null : words.join('\n').slice(0, 1_000);
  const later = outcomes.find((outcome) => outcome.kind === 'later');
  const isAnySent = outcomes.length > failed.length || done.length > refused.length;
  if (later === undefined) {
    const isPermanent = failed.length > 0 && !isAnySent;
    return { state: isPermanent ? 'failed' : 'delivered', delayMs: 0, error, isPermanent };
  }
  const retry = judgeAttempt(
    { status: null, error: 'later', retryAfter: later.retryAfter },
    { step: number - 1, nowMs, random: Math.random() },
  );
  if (retry.state !== 'waiting' || number >= attemptsMax)
    return { state: 'failed', delayMs: 0, error, isPermanent: false };
  return { state: 'waiting', delayMs: retry.delayMs, error, isPermanent: false };
}
