import { z } from 'zod';
import { eventExportFilter } from './events.ts';
import { panelReportQuery } from './reports.ts';

/** A report as a file has all of its rows, and no pages. */
export const reportExportQuery = panelReportQuery.omit({ limit: true, offset: true, totals: true });

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
export const eventDownload = eventExportFilter.extend({ format });
