import { formatClock } from '../../lib/format-clock.ts';
import type { Column } from '../table/column.ts';

/** When something was, to the second, in the timezone of the workspace. */
export function clockColumn<Row>(
  { id, label, timezone }: { id: string; label: string; timezone: string },
  value: (row: Row) => string,
): Column<Row> {
  return { id, label, value, cell: (row) => formatClock(value(row), timezone), widthPx: 176 };
}
