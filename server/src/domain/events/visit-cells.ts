import { columnsOfVisit, eventColumns } from './columns.ts';

export type EventColumnName = (typeof eventColumns)[number];

/** One visit by the names of its columns, as ClickHouse's TabSeparated texts: escaped already. */
export type VisitCells = Readonly<Record<string, string>>;

/** What every row that belongs to a visit has from it; what the visit itself counted, cost and came to is its own. */
const copied: ReadonlySet<EventColumnName> = new Set(columnsOfVisit);

/** A row of `events` that belongs to a visit, with all of `eventColumns`. `own` cells are escaped already. */
export function buildEventRow(visit: VisitCells, own: Partial<Record<EventColumnName, string>>): string {
  return eventColumns
    .map((name) => own[name] ?? (copied.has(name) ? visit[name] : undefined) ?? '')
    .join('\t');
}
