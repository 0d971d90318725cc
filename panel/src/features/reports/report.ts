import type { PanelReport } from '../../lib/api.ts';
import type { ReportValues, ShownRow } from '../../lib/compare-rows.ts';
import type { Period } from '../../lib/period-before.ts';

/** Maximum number of rows on the screen. Filters can narrow a larger report, and the export has all rows. */
export const rowsMax = 5_000;
export const refreshMs = 60_000;

export type Report = {
  rows: ShownRow[] | undefined;
  meta: PanelReport['meta'] | undefined;
  /** Names of the ids in the rows, by dimension. */
  labels: PanelReport['meta']['labels'];
  totals: ReportValues | undefined;
  totalsBefore: ReportValues | undefined;
  period: Period | undefined;
  /** Set if one of the two periods has more rows than are compared. */
  isPartly: boolean;
  error: Error | null;
  retry: () => void;
  /** Set while the rows of the previous definition are still shown. */
  isOld: boolean;
  readOn: () => void;
};
