import type { PanelReport } from '../../lib/api/api.ts';
import type { ReportValues, ReportRow } from '../../lib/reports/compare-rows.ts';
import type { Period } from '../../lib/time/period-before.ts';

/** Maximum number of rows on the screen. Filters can narrow a larger report, and the export includes all rows. */
export const rowsMax = 5_000;
export const refreshMs = 60_000;

export type Report = {
  rows: ReportRow[] | undefined;
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
};
