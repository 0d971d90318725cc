import {
  newReportSchedule,
  reportRecipientsMax,
  reportScheduleChange,
  reportSchedulesMax,
  type ReportFrequency,
} from '@waypost/contract/reports/report-schedules.ts';
import { nextDueTime } from '../../domain/reports/schedule-times.ts';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { listMemberships } from '../../store/accounts/memberships.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import type { Executor } from '../../store/database/database.ts';
import { findSavedReport } from '../../store/records/saved-reports.ts';
import {
  countReportSchedules,
  findReportScheduleForUpdate,
  insertReportSchedule,
  updateReportSchedule,
  type ReportScheduleRow,
} from '../../store/reports/report-schedules.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { beforeAndAfter, changedFields } from '../records/update-record.ts';
import { requireVersions } from '../records/require-version.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { describeSchedule, getRow, type SchedulerContext } from './report-schedules.ts';

export const tooManySchedules = `A workspace can have at most ${reportSchedulesMax} schedules. Delete one first.`;

type Draft = Omit<ReportScheduleRow, 'version' | 'createdAt' | 'updatedAt' | 'nextAt'>;

export async function createReportSchedule(
  context: SchedulerContext,
  input: unknown,
): Promise<{ id: string }> {
  const { workspaceId, actor } = context;
  requirePermission(actor, 'reports.schedule');
  const { botToken, ...given } = parseInput(newReportSchedule, input);
  const { savedReportId, hour, channel, memberIds, addresses, attachesCsv } = given;
  const id = newId();
  await inWorkspace(context, async (executor) => {
    const report = await findSavedReport(executor, workspaceId, { id: savedReportId, userId: actor.id });
    if (report === undefined) refuseMissing('saved report');
    if ((await countReportSchedules(executor, workspaceId)) >= reportSchedulesMax)
      throw new WaypostError('CONFLICT', tooManySchedules, { reason: 'too-many' });
    const draft: Draft = {
      id,
      savedReportId,
      creatorId: actor.id,
      hour,
      channel,
      attachesCsv,
      addresses,
      ...readDays(given.frequency, given),
      memberIds: [...new Set(memberIds)],
      chatId: given.chatId ?? null,
      state: 'active',
      failure: null,
    };
    requireReceivers(draft, botToken !== undefined);
    await checkRecipients(executor, context, draft, { memberIds: [], addresses: [] });
    const nextAt = await findNextTime(executor, context, draft);
    await insertReportSchedule(executor, workspaceId, { ...draft, nextAt, botToken, now: context.now() });
    await recordChange(executor, workspaceId, actor, {
      action: 'report-schedule.create',
      subjectId: id,
      name: report.name,
      version: 1,
      after: describeSchedule({ ...draft, nextAt }),
    });
  });
  return { id };
}

// Changes a schedule. A failed schedule is active again after a change of its receivers, or when it is resumed.
export async function changeReportSchedule(
  context: SchedulerContext,
  id: string,
  input: unknown,
): Promise<void> {
  const { workspaceId, actor } = context;
  requirePermission(actor, 'reports.schedule');
  const { botToken, isPaused, ...given } = parseInput(reportScheduleChange, input);
  await inWorkspace(context, async (executor) => {
    const { reportName } = await getRow(executor, context, id);
    const before =
      (await findReportScheduleForUpdate(executor, workspaceId, id)) ?? refuseMissing('schedule');
    requireVersions(context, { name: 'report-schedule' }, [{ ...before, name: reportName }]);
    const { frequency = before.frequency, hour, memberIds, addresses, attachesCsv } = given;
    const { weekday = before.weekday, monthDay = before.monthDay } = given;
    const chatId = given.chatId ?? undefined;
    const isRepaired = [botToken, memberIds, addresses, chatId].some((one) => one !== undefined);
    const changed = changedFields<ReportScheduleRow>(before, {
      ...readDays(frequency, { weekday, monthDay }),
      hour,
      addresses,
      chatId,
      attachesCsv,
      memberIds: memberIds === undefined ? undefined : [...new Set(memberIds)],
      state: stateAfter(before.state, isPaused, isRepaired),
    });
    if (Object.keys(changed).length === 0 && botToken === undefined) return;
    const after = { ...before, ...changed };
    requireReceivers(after, after.channel === 'telegram');
    await checkRecipients(executor, context, after, before);
    const failure = after.state === 'failed' ? before.failure : null;
    const nextAt = await findNextTime(executor, context, after);
    await updateReportSchedule(executor, workspaceId, {
      ...after,
      failure,
      nextAt,
      botToken,
      now: context.now(),
    });
    await recordChange(executor, workspaceId, actor, {
      action: 'report-schedule.update',
      subjectId: id,
      name: reportName,
      version: before.version + 1,
      ...beforeAndAfter(before, changed),
      ...(botToken === undefined ? {} : { details: { botToken: 'replaced' } }),
    });
  });
}

function stateAfter(state: ReportScheduleRow['state'], isPaused: boolean | undefined, isRepaired: boolean) {
  if (isPaused === true) return 'paused';
  return isPaused === false || (isRepaired && state === 'failed') ? 'active' : state;
}

// Returns the day that belongs to the frequency. The other is null.
function readDays(
  frequency: ReportFrequency,
  { weekday, monthDay }: { weekday?: number | null | undefined; monthDay?: number | null | undefined },
): Pick<Draft, 'frequency' | 'weekday' | 'monthDay'> {
  const needed = `is required for a ${frequency} schedule`;
  if (frequency === 'weekly' && typeof weekday !== 'number') refuseField('weekday', needed);
  if (frequency === 'monthly' && typeof monthDay !== 'number') refuseField('monthDay', needed);
  return {
    frequency,
    weekday: frequency === 'weekly' ? (weekday ?? null) : null,
    monthDay: frequency === 'monthly' ? (monthDay ?? null) : null,
  };
}

function requireReceivers({ channel, memberIds, addresses, chatId }: Draft, hasToken: boolean): void {
  const recipients = memberIds.length + addresses.length;
  if (channel === 'telegram') {
    if (!hasToken) refuseField('botToken', 'is required for Telegram');
    if (chatId === null) refuseField('chatId', 'is required for Telegram');
    if (recipients > 0) refuseField('memberIds', 'must be empty for Telegram');
    return;
  }
  if (hasToken) refuseField('botToken', 'is only allowed for Telegram');
  if (chatId !== null) refuseField('chatId', 'is only allowed for Telegram');
  if (recipients === 0) refuseField('memberIds', 'must have a member, or else addresses an address');
  if (recipients > reportRecipientsMax)
    refuseField('addresses', `must have at most ${reportRecipientsMax} recipients together with the members`);
}

function refuseField(path: string, message: string): never {
  throw invalidInput([{ path, message }]);
}

// Checks that added members belong to the workspace, and that only admins add other addresses.
async function checkRecipients(
  executor: Executor,
  { workspaceId, actor }: SchedulerContext,
  { memberIds, addresses }: Draft,
  known: Pick<Draft, 'memberIds' | 'addresses'>,
): Promise<void> {
  const members = await listMemberships(executor, workspaceId);
  const accepted = new Set([...known.memberIds, ...members.map(({ userId }) => userId)]);
  const stranger = memberIds.findIndex((id) => !accepted.has(id));
  if (stranger >= 0) refuseField(`memberIds.${stranger}`, 'is not a member of this workspace');
  const added = addresses.filter((address) => !known.addresses.includes(address));
  if (added.length > 0) requirePermission(actor, 'reports.send-outside');
}

async function findNextTime(executor: Executor, context: SchedulerContext, draft: Draft): Promise<Date> {
  const settings = await findWorkspaceSettings(executor, context.workspaceId);
  return nextDueTime(draft, (settings ?? refuseMissing('workspace')).timezone, context.now());
}
