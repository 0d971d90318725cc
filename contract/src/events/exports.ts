import { z } from 'zod';
import { eventFileFilter } from './panel-events.ts';
import { reportExportQuery } from '../reports/report-forms.ts';

export const exportFormats = ['csv', 'csv.gz', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const format = z
  .enum(exportFormats)
  .meta({
    description:
      'csv.gz is a gzip file, and xlsx an Excel workbook. csv is compressed in transit if the client supports compression.',
    default: 'csv',
  })
  .optional();

export const headerKinds = ['ids', 'names'] as const;
export type HeaderKind = (typeof headerKinds)[number];

const headers = z
  .enum(headerKinds)
  .meta({
    description:
      'names: the columns of tokens and goal actions have their names, such as Zone, instead of IDs, such as token1.',
    default: 'ids',
  })
  .optional();

export const reportDownload = reportExportQuery.extend({ format, headers });
export const definitionDownload = z.strictObject({ format, headers });
export const eventDownload = eventFileFilter.extend({ format, headers });
