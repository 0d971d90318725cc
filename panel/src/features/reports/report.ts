import type { PanelReport } from '../../lib/api.ts';
import type { ReportValues, ShownRow } from '../../lib/compare-rows.ts';
import type { Period } from '../../lib/period-before.ts';

/** Whoever wants more than this looks for something: a filter finds it, and a file has all of it. */
export const rowsMax = 5_000;
export const refreshMs = 60_000;

/** A report as it is shown, compared or not. */
export type Report = {
  /** Undefined where nothing is known yet. */
  rows: ShownRow[] | undefined;
  meta: PanelReport['meta'] | undefined;
  /** Names of the ids in the rows, by dimension. */
  labels: PanelReport['meta']['labels'];
  totals: ReportValues | undefined;
  totalsBefore: ReportValues | undefined;
  /** What it stands beside. */
  period: Period | undefined;
  /** One of the two times has more rows than are compared. */
  isPartly: boolean;
  error: Error | null;
  retry: () => void;
  /** What is shown answers the question before. */
  isOld: boolean;
  /** Asks for further rows, where there are any. */
  readOn: () => void;
};
