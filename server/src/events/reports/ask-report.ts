import type { ClickHouseSettings } from '@clickhouse/client';
import type { ClickHouseClient } from '../../platform/clickhouse-client.ts';
import { askCells, streamCells } from '../ask-cells.ts';
import { questionSettings } from '../ask-events.ts';
import type { Asked } from '../explain-refusal.ts';
import type { ReportSql } from './build-report-query.ts';

/** The cells of one row as ClickHouse writes them: texts, and NULL for what is missing. */
export type ReportCells = readonly (string | number | null)[];

export const groupsMax = 2_000_000;

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

const asked: Asked = {
  what: 'the report',
  narrow: 'ask for a shorter time, fewer dimensions, or add a filter such as campaign',
  parameter: 'dimensions',
  rowsMax: groupsMax,
};

/** All rows of an answer. It ends when the caller goes away. */
export async function askReport(
  client: ClickHouseClient,
  { query, parameters }: ReportSql,
  signal?: AbortSignal,
): Promise<ReportCells[]> {
  const question = { query, params: parameters, settings: reportSettings, signal };
  return await askCells<ReportCells>(client, question, asked);
}

/** The same piece by piece, for answers of any length. */
export function streamReport(
  client: ClickHouseClient,
  { query, parameters }: ReportSql,
  { signal, settings }: { signal?: AbortSignal | undefined; settings?: ClickHouseSettings | undefined } = {},
): AsyncGenerator<ReportCells[]> {
  const question = { query, params: parameters, settings: { ...reportSettings, ...settings }, signal };
  return streamCells<ReportCells>(client, question, asked);
}
