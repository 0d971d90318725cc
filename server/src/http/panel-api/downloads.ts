import type { MemberPermission } from '@waypost/contract/access.ts';
import { personalEventFields } from '@waypost/contract/events.ts';
import { eventDownload, questionDownload, reportDownload } from '@waypost/contract/exports.ts';
import { fileForm, fileQuestionForm, questionLimits } from '@waypost/contract/report-forms.ts';
import type { z } from 'zod';
import type { CsvExport } from '../../services/exports/csv-export.ts';
import { exportEvents } from '../../services/exports/export-events.ts';
import { exportReport } from '../../services/exports/export-report.ts';
import { withRawFilter } from '../plugins/query.ts';
import type { PanelContext, PanelInput } from './operation.ts';

/** A file that the panel links to. It is no operation of the description, whose answers are all JSON. */
export type PanelDownload = {
  operationId: string;
  method: 'GET' | 'POST';
  path: string;
  access: MemberPermission;
  summary: string;
  query: z.ZodObject;
  /** How large its body may be, where it has one. */
  bodyBytesMax?: number;
  run: (context: PanelContext, input: DownloadInput) => Promise<CsvExport>;
};

type DownloadInput = Pick<PanelInput, 'query' | 'body' | 'search' | 'signal'>;

export const panelDownloads: PanelDownload[] = [
  {
    operationId: 'exportReport',
    method: 'GET',
    path: '/exports/report',
    access: 'reports.read',
    summary: 'All rows of a report as a CSV file',
    query: reportDownload,
    run: (context, { query, search, signal }) =>
      exportReport(context, withRawFilter(query, search), { form: fileForm, signal }),
  },
  {
    operationId: 'exportQuestion',
    method: 'POST',
    path: '/exports/report',
    access: 'reports.read',
    summary: 'The same of a question that is too long for an address, or looks for texts',
    query: questionDownload,
    bodyBytesMax: questionLimits.bodyBytesMax,
    run: (context, { body, signal }) => exportReport(context, body, { form: fileQuestionForm, signal }),
  },
  {
    operationId: 'exportEvents',
    method: 'GET',
    path: '/exports/events',
    access: 'events.export',
    summary: `The events of a range as a CSV file, newest first; without ${personalEventFields.join(', ')} for whoever may not read personal data`,
    query: eventDownload,
    run: (context, { query, signal }) => exportEvents(context, query, signal),
  },
];
