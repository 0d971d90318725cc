import { listSums, nameSum, readUnits } from '../../../domain/reports/metric-sums.ts';
import type { ReportPage, ReportDefinition } from '../../../domain/reports/report-definition.ts';
import { reportRequest, groupsMax, tooManyGroups } from '../../refusals.ts';
import type { ReportAnswer, ReportGroup, ReportRequest } from '../../traffic-store.ts';
import type { TrafficConnections } from '../connections.ts';
import { explainRefusal } from '../explain-refusal.ts';
import { buildCountQuery, buildReportQuery, type ReportSql } from './build-report-query.ts';

// What takes longer is for a narrower question, or for ClickHouse.
const timeoutMs = 20_000;
const fileTimeoutMs = 1_800_000;
const rowsAtOnce = 5_000;

type Row = readonly (string | null)[];

/** All groups, or a page. It ends when the caller goes away. */
export async function readReport(
  connections: TrafficConnections,
  { workspaceId, question, page, signal }: ReportRequest & { page?: ReportPage },
): Promise<ReportAnswer> {
  const ask = async (sql: ReportSql) =>
    await connections.readAs(workspaceId, { timeoutMs, signal }, async (client) => {
      const { rows } = await client.query<(string | null)[]>({ ...sql, rowMode: 'array' });
      return rows;
    });
  try {
    const rows = await ask(buildReportQuery(workspaceId, question, page));
    const groups = rows.map(groupReader(question));
    if (page === undefined) return { groups: limited(groups), totalRows: groups.length };
    const [first] = rows;
    if (first !== undefined) return { groups, totalRows: limitedCount(first.at(-1)) };
    if (page.offset === 0) return { groups, totalRows: 0 };
    // Behind the end no row is left to say how many there are.
    const [counted] = await ask(buildCountQuery(workspaceId, question));
    return { groups, totalRows: limitedCount(counted?.[0]) };
  } catch (error) {
    throw explainRefusal(error, reportRequest);
  }
}

/** The same piece by piece, for files of any length. */
export async function* streamReport(
  connections: TrafficConnections,
  { workspaceId, question, signal }: ReportRequest,
): AsyncGenerator<ReportGroup[]> {
  const read = groupReader(question);
  const { text, values } = buildReportQuery(workspaceId, question);
  const limits = { timeoutMs: fileTimeoutMs, signal };
  try {
    for await (const rows of connections.stream(workspaceId, limits, { text, values, rowsAtOnce }))
      yield rows.map(read);
  } catch (error) {
    throw explainRefusal(error, reportRequest);
  }
}

/** The cells are the dimensions and then the sums behind the metrics. */
function groupReader({ dimensions, metrics }: ReportDefinition): (row: Row) => ReportGroup {
  const sums = listSums(metrics);
  const names = sums.map(nameSum);
  return (row) => ({
    keys: dimensions.map((_, at) => row[at] ?? null),
    sums: new Map(
      sums.map((sum, at) => [names[at] ?? '', readUnits(sum, row[dimensions.length + at] ?? '0')] as const),
    ),
  });
}

function limited(groups: ReportGroup[]): ReportGroup[] {
  if (groups.length > groupsMax) throw tooManyGroups(reportRequest);
  return groups;
}

function limitedCount(cell: string | null | undefined): number {
  const count = Number(cell ?? 0);
  if (count > groupsMax) throw tooManyGroups(reportRequest);
  return count;
}
