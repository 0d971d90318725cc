import type { FieldLabels } from '@waypost/contract/reports/field-labels.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { metricLabel } from '../../lib/reports/metric-labels.ts';
import { formatDays } from '../../lib/time/date-range.ts';
import { comparisons, isComparisonName, type Period } from '../../lib/time/period-before.ts';
import { rowsMax, type Report } from './report.ts';

function count(amount: number): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? 'row' : 'rows'}`;
}

export function formatRows(
  { rows = [], meta, period, isPartly }: Pick<Report, 'rows' | 'meta' | 'period' | 'isPartly'>,
  first: AnyMetricId | undefined,
  names?: FieldLabels,
): string {
  const most = rowsMax.toLocaleString('en');
  if (period !== undefined && isPartly)
    return `${count(rows.length)}. Compares the top ${most} rows from each period${first === undefined ? '' : ` by ${metricLabel(first, names)}`}. No change is shown for rows that are not among the top rows of the other period.`;
  const all = Math.max(meta?.totalRows ?? 0, rows.length);
  return all > rowsMax
    ? `${count(all)}. The first ${most} are shown; export to get all of them.`
    : `${count(all)}.`;
}

export function formatComparison(compare: string): string {
  return isComparisonName(compare)
    ? comparisons[compare].replace(/^./, (first) => first.toLowerCase())
    : 'custom dates';
}

export function dayOf(moment: string): string {
  return moment.slice(0, 10);
}

/** Formats a comparison period. Includes the time of day if the last day is not complete. */
export function formatPeriod({ from, to }: Period): string {
  const until = to.slice(11, 16);
  return `Compared with ${formatDays({ from, to: dayOf(to) })}${until === '' ? '' : `, up to ${until}`}.`;
}
