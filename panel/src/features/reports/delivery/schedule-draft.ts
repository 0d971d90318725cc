import type { NewReportSchedule, ReportSchedule, ReportScheduleChange } from '../../../lib/api/api.ts';

// Values of the form. Only those that belong to the frequency and channel are sent.
export type ScheduleDraft = {
  savedReportId: string;
  frequency: ReportSchedule['frequency'];
  weekday: number;
  monthDay: number;
  hour: number;
  channel: ReportSchedule['channel'];
  memberIds: string[];
  addresses: string[];
  botToken: string;
  chatId: string;
  attachesCsv: boolean;
};

// Returns the values of a schedule, or those of a new one, which is sent to the person who creates it.
export function draftOf(
  schedule: ReportSchedule | undefined,
  { reportId, userId }: { reportId: string | undefined; userId: string },
): ScheduleDraft {
  return {
    savedReportId: schedule?.savedReportId ?? reportId ?? '',
    frequency: schedule?.frequency ?? 'daily',
    weekday: schedule?.weekday ?? 1,
    monthDay: schedule?.monthDay ?? 1,
    hour: schedule?.hour ?? 8,
    channel: schedule?.channel ?? 'mail',
    memberIds: schedule?.members.map(({ id }) => id) ?? [userId],
    addresses: schedule?.addresses ?? [],
    botToken: '',
    chatId: schedule?.chatId ?? '',
    attachesCsv: schedule?.attachesCsv ?? false,
  };
}

export function writeNew(draft: ScheduleDraft): NewReportSchedule {
  const { savedReportId, channel } = draft;
  return { ...writeChange(draft), savedReportId, channel };
}

export function writeChange(draft: ScheduleDraft) {
  const { frequency, weekday, monthDay, hour, channel, memberIds, addresses, attachesCsv } = draft;
  const [botToken, chatId] = [draft.botToken.trim(), draft.chatId.trim()];
  return {
    frequency,
    hour,
    attachesCsv,
    ...(frequency === 'weekly' ? { weekday } : {}),
    ...(frequency === 'monthly' ? { monthDay } : {}),
    ...(channel === 'mail' ? { memberIds, addresses } : { chatId, ...(botToken === '' ? {} : { botToken }) }),
  } satisfies Omit<ReportScheduleChange, 'version'>;
}
