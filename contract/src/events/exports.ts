import { z } from 'zod';
import { eventFileFilter } from './panel-events.ts';
import { reportExportQuery } from '../reports/report-forms.ts';

export const exportFormats = ['csv', 'csv.gz'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const format = z
  .enum(exportFormats)
  .meta({
    description: 'csv.gz is a gzip file. csv is compressed in transit if the client supports compression.',
    default: 'csv',
  })
  .optional();

export const reportDownload = reportExportQuery.extend({ format });
export const definitionDownload = z.strictObject({ format });
export const eventDownload = eventFileFilter.extend({ format });
