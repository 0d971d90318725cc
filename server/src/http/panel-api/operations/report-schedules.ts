import { pageOf } from '@waypost/contract/api/paging.ts';
import {
  newReportSchedule,
  reportSchedule,
  reportScheduleChange,
  reportScheduleListQuery,
  reportSchedulePage,
} from '@waypost/contract/reports/report-schedules.ts';
import { z } from 'zod';
import {
  getReportSchedule,
  listReportSchedules,
  removeReportSchedule,
  sendReportNow,
} from '../../../services/report-schedules/report-schedules.ts';
import {
  changeReportSchedule,
  createReportSchedule,
  tooManySchedules,
} from '../../../services/report-schedules/save-report-schedule.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { reportScheduleExample } from '../examples/reports.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { changesRecord, createsRecord, type ShownRecord } from '../versioned.ts';

const record: ShownRecord = {
  label: 'schedule',
  data: reportSchedule,
  example: reportScheduleExample,
  read: getReportSchedule,
};
const NOT_FOUND = { schedule: noSuch('schedule') };
const path = '/report-schedules';
const memberIds = reportScheduleExample.members.map(({ id }) => id);

export const reportScheduleOperations: PanelOperation[] = [
  {
    operationId: 'listReportSchedules',
    method: 'GET',
    path,
    access: 'reports.schedule',
    summary: 'List schedules that send saved reports by email or to Telegram',
    description:
      'Returns your schedules and those of your reports, and with the permission reports.manage-shared all schedules.',
    query: reportScheduleListQuery,
    data: reportSchedulePage,
    example: {
      data: pageOf(reportScheduleExample),
      issue: { path: 'savedReportId', message: 'must be a UUID' },
    },
    run: (context, { query }) => listReportSchedules(context, query),
  },
  createsRecord(record, {
    operationId: 'createReportSchedule',
    method: 'POST',
    path,
    access: 'reports.schedule',
    summary: 'Send a saved report daily, weekly or monthly',
    description:
      'Sending it to addresses of people who are not members requires the permission reports.send-outside.',
    status: 201,
    body: newReportSchedule,
    errors: {
      NOT_FOUND: { savedReport: noSuch('saved report') },
      CONFLICT: { tooMany: { message: tooManySchedules, details: { reason: 'too-many' } } },
    },
    example: {
      body: {
        savedReportId: reportScheduleExample.savedReportId,
        frequency: 'weekly',
        weekday: 1,
        hour: 8,
        channel: 'mail',
        memberIds,
        attachesCsv: true,
      },
      issue: { path: 'weekday', message: 'is required for a weekly schedule' },
    },
    run: (context, { body }) => createReportSchedule(context, body),
  }),
  {
    operationId: 'getReportSchedule',
    method: 'GET',
    path: `${path}/{id}`,
    access: 'reports.schedule',
    summary: 'Get a schedule',
    data: reportSchedule,
    errors: { NOT_FOUND },
    example: { data: reportScheduleExample, issue: strayParameter },
    run: (context, input) => getReportSchedule(context, inputId(input)),
  },
  changesRecord(record, {
    operationId: 'updateReportSchedule',
    method: 'PATCH',
    path: `${path}/{id}`,
    access: 'reports.schedule',
    summary: 'Change, pause or resume a schedule',
    description: 'New receivers also resume a schedule that has failed.',
    body: reportScheduleChange,
    example: { body: { hour: reportScheduleExample.hour } },
    run: (context, input) => changeReportSchedule(context, inputId(input), input.body),
  }),
  {
    operationId: 'deleteReportSchedule',
    method: 'DELETE',
    path: `${path}/{id}`,
    access: 'reports.schedule',
    summary: 'Delete a schedule permanently',
    data: z.null(),
    errors: { NOT_FOUND },
    example: { data: null, issue: strayParameter },
    run: (context, input) => removeReportSchedule(context, inputId(input)),
  },
  {
    operationId: 'sendReportNow',
    method: 'POST',
    path: `${path}/{id}/send`,
    access: 'reports.schedule',
    summary: 'Send a scheduled report now, in addition to its schedule',
    description: 'A worker sends it within seconds. `last` of the schedule then has the result.',
    data: reportSchedule,
    errors: { NOT_FOUND },
    example: { data: reportScheduleExample, issue: strayParameter },
    run: (context, input) => sendReportNow(context, inputId(input)),
  },
];
