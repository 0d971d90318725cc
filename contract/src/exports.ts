import { z } from 'zod';
import { eventFileFilter } from './panel-events.ts';
import { reportExportQuery } from './report-forms.ts';

export const exportFormats = ['csv', 'csv.gz'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const format = z
  .enum(exportFormats)
  .meta({
    description: 'csv.gz is a compressed file; csv is compressed on the way where the browser asks for that.',
    default: 'csv',
  })
  .optional();

/** The same as requests have it, with how the file is wanted. */
export const reportDownload = reportExportQuery.extend({ format });
/** Of one that is asked for in a body. */
export const definitionDownload = z.strictObject({ format });
export const eventDownload = eventFileFilter.extend({ format });
