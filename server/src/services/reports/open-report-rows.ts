import type { ClickHouseSettings } from '@clickhouse/client';
import type { ReportQuestion } from '../../domain/reports/question.ts';
import { streamReport, type ReportCells } from '../../events/reports/ask-report.ts';
import { buildReportQuery } from '../../events/reports/build-report-query.ts';
import type { WorkspaceContext } from '../context.ts';
import { eventsOf } from '../events-of.ts';
import { openQuestion } from './open-question.ts';
import { rowReader, type ExactRow } from './present-row.ts';

export type { ExactRow };

export type OpenReport = {
  question: ReportQuestion;
  /** All rows, in the order of the report, some at a time; ClickHouse is asked with the first. */
  read: (signal?: AbortSignal) => AsyncGenerator<ExactRow[]>;
};

/**
 * The rows of a report without an end, for files. `limit`, `offset` and `totals` are about pages and are refused by
 * whoever reads the input; names of records are found with findLabels, batch by batch.
 */
export async function openReportRows(
  context: WorkspaceContext,
  input: unknown,
  options: { client?: WorkspaceContext['clickhouse']; settings?: ClickHouseSettings } = {},
): Promise<OpenReport> {
  const { question } = await openQuestion(context, input);
  const { client = eventsOf(context), settings } = options;
  const sql = buildReportQuery(context.workspaceId, question);
  return {
    question,
    read: (signal) => readBatches(question, streamReport(client, sql, { signal, settings })),
  };
}

async function* readBatches(
  question: ReportQuestion,
  batches: AsyncGenerator<ReportCells[]>,
): AsyncGenerator<ExactRow[]> {
  const read = rowReader(question);
  for await (const rows of batches) yield rows.map(read);
}
