import { listSums, nameSum, readUnits } from '../../../domain/reports/metric-sums.ts';
import type { ReportPage, ReportDefinition } from '../../../domain/reports/report-definition.ts';
import { reportRequest, groupsMax, tooManyGroups } from '../../request-errors.ts';
import type { ReportAnswer, ReportGroup, ReportRequest } from '../../traffic-store.ts';
import type { TrafficConnections } from '../connections.ts';
import { explainQueryError } from '../explain-query-error.ts';
import { buildCountQuery, buildReportQuery, type ReportSql } from './build-report-query.ts';

// Timeout of a report. A report that takes longer needs a narrower definition, or ClickHouse as the traffic store.
const timeoutMs = 20_000;
const exportTimeoutMs = 1_800_000;
const batchSize = 5_000;

type Row = readonly (string | null)[];

export async function readReport(
  connections: TrafficConnections,
  { workspaceId, definition, page, signal }: ReportRequest & { page?: ReportPage },
): Promise<ReportAnswer> {
  const runQuery = async (sql: ReportSql) =>
    await connections.readAs(workspaceId, { timeoutMs, signal }, async (client) => {
      const { rows } = await client.query<(string | null)[]>({ ...sql, rowMode: 'array' });
      return rows;
    });
  try {
    const rows = await runQuery(buildReportQuery(workspaceId, definition, page));
    const groups = rows.map(groupReader(definition));
    if (page === undefined) return { groups: requireGroupLimit(groups), totalRows: groups.length };
    const [first] = rows;
    if (first !== undefined) return { groups, totalRows: readCount(first.at(-1)) };
    if (page.offset === 0) return { groups, totalRows: 0 };
    // A page after the last row contains no rows, so the total has to be counted separately.
    const [counted] = await runQuery(buildCountQuery(workspaceId, definition));
    return { groups, totalRows: readCount(counted?.[0]) };
  } catch (error) {
    throw explainQueryError(error, reportRequest);
  }
}

export async function* streamReport(
  connections: TrafficConnections,
  { workspaceId, definition, signal }: ReportRequest,
): AsyncGenerator<ReportGroup[]> {
  const read = groupReader(definition);
  const { text, values } = buildReportQuery(workspaceId, definition);
  const limits = { timeoutMs: exportTimeoutMs, signal };
  try {
    for await (const rows of connections.stream(workspaceId, limits, { text, values, batchSize }))
      yield rows.map(read);
  } catch (error) {
    throw explainQueryError(error, reportRequest);
  }
}

// Each row contains the dimensions, followed by the sums of the metrics.
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

function requireGroupLimit(groups: ReportGroup[]): ReportGroup[] {
  if (groups.length > groupsMax) throw tooManyGroups(reportRequest);
  return groups;
}

function readCount(cell: string | null | undefined): number {
  const count = Number(cell ?? 0);
  if (count > groupsMax) throw tooManyGroups(reportRequest);
  return count;
}
