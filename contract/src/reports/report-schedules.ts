import { z } from 'zod';
import { emailAddress } from '../accounts/people.ts';
import { bothWays, listPage, listQuery } from '../api/paging.ts';
import { ignoredField, readOnlyFields, recordId, timestamp } from '../api/records.ts';
import { versionNumber } from '../api/versions.ts';
import { listOf, orElse } from '../values/lists.ts';
import { wholeNumber } from '../values/whole-number.ts';

export const reportSchedulesMax = 100;
export const reportRecipientsMax = 20;

const reportFrequencies = ['daily', 'weekly', 'monthly'] as const;
export type ReportFrequency = (typeof reportFrequencies)[number];

const reportChannels = ['mail', 'telegram'] as const;
export type ReportChannel = (typeof reportChannels)[number];

const reportScheduleStates = ['active', 'paused', 'failed'] as const;
export type ReportScheduleState = (typeof reportScheduleStates)[number];

const reportDeliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type ReportDeliveryState = (typeof reportDeliveryStates)[number];

const weekday = wholeNumber(1, 7).meta({
  description: 'Day of a weekly schedule: 1 is Monday, 7 is Sunday.',
});
const monthDay = wholeNumber(1, 31).meta({
  description: 'Day of a monthly schedule. In months without this day, the last day.',
});
const memberIds = listOf(recordId, { least: 0, most: reportRecipientsMax, what: 'members' }).meta({
  description: 'IDs of members who get the email.',
});
const addresses = listOf(emailAddress, { least: 0, most: reportRecipientsMax, what: 'addresses' }).meta({
  description:
    'Email addresses of other people. Adding an address requires the permission reports.send-outside.',
});

const times = {
  frequency: z.enum(reportFrequencies, `must be one of ${reportFrequencies.join(', ')}`),
  weekday: weekday.nullable(),
  monthDay: monthDay.nullable(),
  hour: wholeNumber(0, 23).meta({ description: "Hour in the workspace's time zone." }),
};

const attachesCsv = z
  .boolean('must be true or false')
  .meta({ description: 'True if all rows are attached as a CSV file.' });

const chatId = z
  .string()
  .trim()
  .regex(
    /^(?:-?\d{1,20}|@[A-Za-z]\w{3,31})$/,
    'must be a chat ID such as -1001234567890 or a name such as @channel',
  )
  .meta({ description: 'Telegram chat: its ID, or the name of a public channel.' });

const botToken = z
  .string()
  .trim()
  .regex(/^\d{1,20}:[\w-]{20,80}$/, 'must be a bot token from @BotFather, such as 123456:ABC-DEF1234')
  .meta({ description: 'Token of the Telegram bot. Stored encrypted and never returned.' });

const readOnly = {
  ...readOnlyFields,
  reportName: ignoredField,
  members: ignoredField,
  creator: ignoredField,
  isMine: ignoredField,
  state: ignoredField,
  failure: ignoredField,
  nextAt: ignoredField,
  last: ignoredField,
};

export const newReportSchedule = z
  .strictObject({
    savedReportId: recordId,
    ...times,
    weekday: times.weekday.optional(),
    monthDay: times.monthDay.optional(),
    channel: z.enum(reportChannels, `must be one of ${reportChannels.join(', ')}`),
    memberIds: orElse(memberIds, []),
    addresses: orElse(addresses, []),
    botToken: botToken.optional(),
    chatId: chatId.nullish(),
    attachesCsv: orElse(attachesCsv, false),
    ...readOnly,
  })
  .meta({ id: 'NewReportSchedule' });

export const reportScheduleChange = z
  .strictObject({
    frequency: times.frequency.optional(),
    weekday: times.weekday.optional(),
    monthDay: times.monthDay.optional(),
    hour: times.hour.optional(),
    memberIds: memberIds.optional(),
    addresses: addresses.optional(),
    botToken: botToken.optional(),
    chatId: chatId.nullish(),
    attachesCsv: attachesCsv.optional(),
    isPaused: z
      .boolean('must be true or false')
      .meta({ description: 'False resumes a schedule that is paused or failed.' })
      .optional(),
    ...readOnly,
    savedReportId: ignoredField,
    channel: ignoredField,
  })
  .meta({ id: 'ReportScheduleChange', description: 'Omitted fields keep their values.' });

const person = z.strictObject({ id: z.uuid(), email: z.string() });

const lastDelivery = z.strictObject({
  dueAt: timestamp,
  state: z.enum(reportDeliveryStates),
  attempts: z.int().min(0),
  at: timestamp.nullable().meta({ description: 'Time of the last attempt.' }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Why it failed, in the words of the receiver if it gave any.' }),
});

export const reportSchedule = z
  .strictObject({
    id: z.uuid(),
    savedReportId: z.uuid(),
    reportName: z.string(),
    ...times,
    channel: z.enum(reportChannels),
    members: z.array(person).meta({ description: 'Members who get the email.' }),
    addresses: z.array(z.string()),
    chatId: z.string().nullable(),
    attachesCsv,
    creator: person.meta({ description: 'The report is read with the rights of this person.' }),
    isMine: z.boolean().meta({ description: 'True if the caller created the schedule.' }),
    state: z.enum(reportScheduleStates).meta({
      description: 'failed: stopped after a permanent failure, until it is changed or resumed.',
    }),
    failure: z.string().nullable(),
    nextAt: timestamp.nullable().meta({ description: 'Next time the report is sent. Null unless active.' }),
    last: lastDelivery.nullable(),
    version: versionNumber,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'ReportSchedule' });
export type ReportSchedule = z.infer<typeof reportSchedule>;

export const reportScheduleListQuery = listQuery(['createdAt', ...bothWays('createdAt', 'nextAt')], {
  savedReportId: recordId.meta({ description: 'Only schedules of this report.' }).optional(),
});
export const reportSchedulePage = listPage(reportSchedule).meta({ id: 'ReportSchedulePage' });
