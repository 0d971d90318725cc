import { briefColumns, type BriefRow, type FeedRow } from '../../domain/traffic/feed-row.ts';

export function toBriefRow(row: FeedRow): BriefRow {
  return Object.fromEntries(briefColumns.map((name) => [name, row[name]])) as BriefRow;
}
