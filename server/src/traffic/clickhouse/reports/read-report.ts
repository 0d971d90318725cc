import type { ClickHouseSettings } from '@clickhouse/client';
import { listSums, nameSum, readUnits, type Sum } from '../../../domain/reports/metric-sums.ts';
import type { ReportPage, ReportDefinition } from '../../../domain/reports/report-definition.ts';
import { reportRequest, groupsMax } from '../../refusals.ts';
import type { ReportAnswer, ReportGroup, ReportRequest } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { fileSettings } from '../file-settings.ts';
import { questionSettings } from '../read-events.ts';
import { runQuery, streamQuery } from '../run-query.ts';
import { buildCountQuery, buildReportQuery, type ReportSql } from './build-report-query.ts';

/** The cells of one row as ClickHouse writes them: texts, and NULL for what is missing. */
type ReportCells = readonly (string | number | null)[];

/** What one report may take. The limits are in this one place; ClickHouse itself keeps them. */
export const reportSettings = {
  ...questionSettings,
  max_rows_to_group_by: String(groupsMax),
  group_by_overflow_mode: 'throw',
  // Behind what edges and workers ask for: they cannot wait.
  priority: '2',
  // Many metrics make a long text.
  max_query_size: String(4 * 1_024 * 1_024),
  max_ast_elements: '500000',
} as const satisfies ClickHouseSettings;

/** All groups, or a page. It ends when the caller goes away. */
export async function readReport(
  client: ClickHouseClient,
  { workspaceId, question, page, signal }: ReportRequest & { page?: ReportPage },
): Promise<ReportAnswer> {
  const ask = ({ query, parameters }: ReportSql) =>
    runQuery<ReportCells>(
      client,
      { query, params: parameters, settings: reportSettings, signal },
      reportRequest,
    );
  const cells = await ask(buildReportQuery(workspaceId, question, page));
  const groups = cells.map(groupReader(question));
  if (page === undefined) return { groups, totalRows: groups.length };
  const [first] = cells;
  if (first !== undefined) return { groups, totalRows: Number(first.at(-1)) };
  if (page.offset === 0) return { groups, totalRows: 0 };
  // Behind the end no row is left to say how many there are.
  const [counted] = await ask(buildCountQuery(workspaceId, question));
  return { groups, totalRows: Number(counted?.[0] ?? 0) };
}

/** The same piece by piece, for files of any length. */
export async function* streamReport(
  client: ClickHouseClient,
  { workspaceId, question, signal }: ReportRequest,
  settings: ClickHouseSettings = fileSettings(),
): AsyncGenerator<ReportGroup[]> {
  const { query, parameters } = buildReportQuery(workspaceId, question);
  const read = groupReader(question);
  const asking = { query, params: parameters, settings: { ...reportSettings, ...settings }, signal };
  for await (const cells of streamQuery<ReportCells>(client, asking, reportRequest)) yield cells.map(read);
}

/** The cells are the dimensions and then the sums behind the metrics. */
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
