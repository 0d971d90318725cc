import type { ColumnFormat } from '@waypost/contract/reports/column-formats.ts';
import { columnLooks } from '../../lib/reports/column-styles.ts';
import { writeMetricNumber } from '../../lib/reports/read-metric-number.ts';

// Describes a rule of a column: “Below 0: red text”.
export function describeFormat({ metric, op, value, style }: ColumnFormat): string {
  const bound = writeMetricNumber(metric, value);
  return `${op === 'gt' ? 'Above' : 'Below'} ${bound}: ${columnLooks[style].label.toLowerCase()}`;
}
