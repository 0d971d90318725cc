import { pageOf } from '@waypost/contract/api/paging.ts';
import {
  newSavedReport,
  savedReport,
  savedReportChange,
  savedReportPage,
  savedReportListQuery,
} from '@waypost/contract/reports/saved-reports.ts';
import { z } from 'zod';
import {
  changeSavedReport,
  createSavedReport,
  getSavedReport,
  listSavedReports,
  notYours,
  removeSavedReport,
  tooManySaved,
} from '../../../services/saved-reports/saved-reports.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { savedReportExample } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { changesRecord, createsRecord, type ShownRecord } from '../versioned.ts';

const record: ShownRecord = {
  label: 'saved report',
  data: savedReport,
  example: savedReportExample,
  read: getSavedReport,
};
const NOT_FOUND = { savedReport: noSuch('saved report') };
const FORBIDDEN = { notYours: { message: notYours, details: { reason: 'not-yours' } } };
const { question, ...listed } = savedReportExample;
const path = '/saved-reports';

export const savedReportOperations: PanelOperation[] = [
  {
    operationId: 'listSavedReports',
    method: 'GET',
    path,
    access: 'reports.read',
    summary: 'List your saved reports and shared ones, without their definitions',
    query: savedReportListQuery,
    data: savedReportPage,
    example: {
      query: { q: 'profit' },
      data: pageOf(listed),
      issue: { path: 'shared', message: 'must be 0 or 1' },
    },
    run: (context, { query }) => listSavedReports(context, query),
  },
  createsRecord(record, {
    operationId: 'createSavedReport',
    method: 'POST',
    path,
    access: 'reports.save',
    summary: 'Save a report',
    description: 'Sharing it requires the permission reports.share.',
    status: 201,
    body: newSavedReport,
    errors: { CONFLICT: { tooManySaved: { message: tooManySaved, details: { reason: 'too-many' } } } },
    example: { body: { name: savedReportExample.name, question, isShared: true } },
    run: (context, { body }) => createSavedReport(context, body),
  }),
  {
    operationId: 'getSavedReport',
    method: 'GET',
    path: `${path}/{id}`,
    access: 'reports.read',
    summary: 'Get a saved report',
    data: savedReport,
    errors: { NOT_FOUND },
    example: { data: savedReportExample, issue: strayParameter },
    run: (context, input) => getSavedReport(context, inputId(input)),
  },
  changesRecord(record, {
    operationId: 'updateSavedReport',
    method: 'PATCH',
    path: `${path}/{id}`,
    access: 'reports.save',
    summary: 'Update a saved report',
    description:
      'Changing or sharing a shared report requires the permission reports.share; changing someone else’s report requires reports.manage-shared.',
    body: savedReportChange,
    errors: { FORBIDDEN },
    example: { body: { name: savedReportExample.name } },
    run: (context, input) => changeSavedReport(context, inputId(input), input.body),
  }),
  {
    operationId: 'deleteSavedReport',
    method: 'DELETE',
    path: `${path}/{id}`,
    access: 'reports.save',
    summary: 'Delete a saved report permanently',
    description: 'Deleting someone else’s report requires the permission reports.manage-shared.',
    data: z.null(),
    errors: { NOT_FOUND, FORBIDDEN },
    example: { data: null, issue: strayParameter },
    run: (context, input) => removeSavedReport(context, inputId(input)),
  },
];
