import type { ClickHouseSettings } from '@clickhouse/client';
import { listSums, nameSum, readUnits, type Sum } from '../../../domain/reports/metric-sums.ts';
import type { ReportPage, ReportDefinition } from '../../../domain/reports/report-definition.ts';
import { reportRequest, groupsMax } from '../../request-errors.ts';
import type { ReportAnswer, ReportGroup, ReportRequest } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { fileSettings } from '../file-settings.ts';
import { querySettings } from '../read-events.ts';
import { runQuery, streamQuery } from '../run-query.ts';
import { buildCountQuery, buildReportQuery, type ReportSql } from './build-report-query.ts';

type ReportCells = readonly (string | number | null)[];

export const reportSettings = {
  ...querySettings,
  max_rows_to_group_by: String(groupsMax),
  group_by_overflow_mode: 'throw',
  // Reports have a lower priority than the queries of edges and workers, which cannot wait.
  priority: '2',
  // Many metrics produce a long query.
  max_query_size: String(4 * 1_024 * 1_024),
  max_ast_elements: '500000',
} as const satisfies ClickHouseSettings;

export async function readReport(
  client: ClickHouseClient,
  { workspaceId, definition, page, signal }: ReportRequest & { page?: ReportPage },
): Promise<ReportAnswer> {
  const run = ({ query, parameters }: ReportSql) =>
    runQuery<ReportCells>(
      client,
      { query, params: parameters, settings: reportSettings, signal },
      reportRequest,
    );
  const cells = await run(buildReportQuery(workspaceId, definition, page));
  const groups = cells.map(groupReader(definition));
  if (page === undefined) return { groups, totalRows: groups.length };
  const [first] = cells;
  if (first !== undefined) return { groups, totalRows: Number(first.at(-1)) };
  if (page.offset === 0) return { groups, totalRows: 0 };
  // A page after the last row contains no rows, so the total has to be counted separately.
  const [counted] = await run(buildCountQuery(workspaceId, definition));
  return { groups, totalRows: Number(counted?.[0] ?? 0) };
}

export async function* streamReport(
  client: ClickHouseClient,
  { workspaceId, definition, signal }: ReportRequest,
  settings: ClickHouseSettings = fileSettings(),
): AsyncGenerator<ReportGroup[]> {
  const { query, parameters } = buildReportQuery(workspaceId, definition);
  const read = groupReader(definition);
  const request = { query, params: parameters, settings: { ...reportSettings, ...settings }, signal };
  for await (const cells of streamQuery<ReportCells>(client, request, reportRequest)) yield cells.map(read);
}

// Each row contains the dimensions, followed by the sums of the metrics.
function groupReader({ dimensions, metrics }: ReportDefinition): (cells: ReportCells) => ReportGroup {
  const sums = listSums(metrics);
  const names = sums.map(nameSum);
  return (cells) => ({
    keys: dimensions.map((_, at) => readText(cells[at])),
    sums: new Map(
      sums.map((sum, at) => [names[at] ?? '', readSum(sum, cells[dimensions.length + at])] as const),
    ),
  });
}

function readSum(sum: Sum, cell: ReportCells[number] | undefined): bigint {
  return readUnits(sum, readText(cell) ?? '0');
}

function readText(cell: ReportCells[number] | undefined): string | null {
  return cell === undefined || cell === null ? null : String(cell);
}
