import { formatClock } from '../../lib/time/format-clock.ts';
import type { Column } from '../table/column.ts';

export function clockColumn<Row>(
  { id, label, timezone }: { id: string; label: string; timezone: string },
  value: (row: Row) => string,
): Column<Row> {
  return { id, label, value, cell: (row) => formatClock(value(row), timezone), widthPx: 196 };
}
