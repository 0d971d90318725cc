import type { MemberPermission } from '@waypost/contract/accounts/access.ts';
import { personalEventFields } from '@waypost/contract/events/events.ts';
import {
  eventDownload,
  definitionDownload,
  reportDownload,
  type HeaderKind,
} from '@waypost/contract/events/exports.ts';
import {
  fileForm,
  fileDefinitionForm,
  definitionLimits,
  reportExportDefinition,
} from '@waypost/contract/reports/report-forms.ts';
import { z } from 'zod';
import type { FileExport } from '../../services/exports/csv-export.ts';
import { exportEvents } from '../../services/exports/export-events.ts';
import { exportReport } from '../../services/exports/export-report.ts';
import type { FileFormat } from '../../services/exports/write-pieces.ts';
import { plain, type OperationExample, type OwnErrors } from '../api-v1/operation.ts';
import { getReportOperation, listEventsOperation } from '../api-v1/operations/reports-and-events.ts';
import { withRawFilter } from '../plugins/query.ts';
import type { PanelContext, PanelInput } from './operation.ts';

export type PanelDownload = {
  operationId: string;
  method: 'GET' | 'POST';
  path: string;
  access: MemberPermission;
  summary: string;
  description?: string;
  query: z.ZodObject;
  body?: z.ZodType;
  file: true;
  errors?: OwnErrors;
  example: OperationExample;
  /** Placeholder, because a download returns a file instead of JSON. */
  data: z.ZodUnknown;
  isReadOnly?: true;
  status?: never;
  once?: never;
  beforePasswordChange?: never;
  bodyBytesMax?: number;
  run: (context: PanelContext, input: DownloadInput) => Promise<FileExport>;
};

type DownloadInput = Pick<PanelInput, 'query' | 'body' | 'search' | 'signal'> & {
  headers: HeaderKind;
  format: FileFormat;
};

const csv = { file: true, data: z.unknown() } as const;
const tooMany: OwnErrors['SERVICE_UNAVAILABLE'] = {
  tooMany: plain('Too many exports are running. Try again when one has finished.'),
};

export const panelDownloads: PanelDownload[] = [
  {
    operationId: 'exportReport',
    method: 'GET',
    path: '/exports/report',
    access: 'reports.read',
    summary: 'Export all rows of a report as a CSV file or Excel workbook',
    ...csv,
    query: reportDownload,
    errors: { SERVICE_UNAVAILABLE: { ...getReportOperation.errors?.SERVICE_UNAVAILABLE, ...tooMany } },
    example: {
      data: undefined,
      query: { from: '2026-11-16', to: '2026-11-16', dimensions: 'campaign,country', metrics: 'visits,cost' },
      issue: { path: 'to', message: 'must not be earlier than the start (from)' },
    },
    run: (context, { query, search, headers, format, signal }) =>
      exportReport(context, withRawFilter(query, search), {
        form: fileForm,
        headers,
        format,
        signal,
      }),
  },
  {
    operationId: 'exportReportDefinition',
    method: 'POST',
    isReadOnly: true,
    path: '/exports/report',
    access: 'reports.read',
    summary:
      'Export a report as a CSV file or Excel workbook, with its definition in the body to allow text filters and long lists of values',
    ...csv,
    query: definitionDownload,
    body: reportExportDefinition,
    errors: { SERVICE_UNAVAILABLE: { ...getReportOperation.errors?.SERVICE_UNAVAILABLE, ...tooMany } },
    example: {
      data: undefined,
      body: {
        from: '2026-11-16',
        to: '2026-11-16',
        dimensions: ['campaign', 'country'],
        metrics: ['visits', 'cost'],
        filters: [{ field: 'token1', op: 'contains', values: ['summer'] }],
      },
      issue: {
        path: 'filters.0',
        message: 'contains needs a text dimension such as token1; country is not one',
      },
    },
    bodyBytesMax: definitionLimits.bodyBytesMax,
    run: (context, { body, headers, format, signal }) =>
      exportReport(context, body, { form: fileDefinitionForm, headers, format, signal }),
  },
  {
    operationId: 'exportEvents',
    method: 'GET',
    path: '/exports/events',
    access: 'events.export',
    summary: `Export the events in a time range as a CSV file or Excel workbook, newest first. Without permission to read personal data, these fields are left out: ${personalEventFields.join(', ')}`,
    ...csv,
    query: eventDownload,
    errors: { SERVICE_UNAVAILABLE: { ...listEventsOperation.errors?.SERVICE_UNAVAILABLE, ...tooMany } },
    example: {
      data: undefined,
      query: { from: '2026-11-16', to: '2026-11-16', type: 'event', format: 'csv.gz' },
      issue: { path: 'idx', message: 'is only allowed with type event, type postback or no type' },
    },
    run: (context, { query, headers, format, signal }) =>
      exportEvents(context, query, { headers, format, signal }),
  },
];
