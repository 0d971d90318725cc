import type { PanelReport } from '../../lib/api/api.ts';
import type { ReportRow, ReportValues } from '../../lib/reports/compare-rows.ts';
import type { Period } from '../../lib/time/period-before.ts';
import type { TableReportRow } from './tree-rows.ts';

/** Maximum number of rows on the screen. Filters can narrow a larger report, and the export includes all rows. */
export const rowsMax = 5_000;
export const refreshMs = 60_000;

// Report without the rows below those of the first level.
export type ReadReport = Omit<Report, 'rows' | 'toggle' | 'isOpen'> & { rows: ReportRow[] | undefined };

export type Report = {
  rows: TableReportRow[] | undefined;
  meta: PanelReport['meta'] | undefined;
  /** Names of the records in the rows, by dimension and record ID. */
  labels: PanelReport['meta']['labels'];
  totals: ReportValues | undefined;
  totalsBefore: ReportValues | undefined;
  period: Period | undefined;
  /** True if the comparison is incomplete, because one of the two periods has too many rows. */
  isPartly: boolean;
  error: Error | null;
  retry: () => void;
  /** True while the rows of the previous definition are still shown. */
  isOld: boolean;
  readOn: () => void;
  // Opens or closes a row of a tree. Undefined for a flat table.
  toggle: ((id: string) => void) | undefined;
  isOpen: (id: string) => boolean;
};
