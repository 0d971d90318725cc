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
  currency: string;
  /** All rows, in the order of the report, some at a time; ClickHouse is asked with the first. */
  batches: AsyncGenerator<ExactRow[]>;
};

/**
 * The rows of a report without an end, for files. `limit`, `offset` and `totals` are about pages and are refused by
 * whoever reads the input; names of records are found with findLabels, batch by batch.
 */
export async function openReportRows(
  context: WorkspaceContext,
  input: unknown,
  options: {
    signal?: AbortSignal;
    client?: WorkspaceContext['clickhouse'];
    settings?: ClickHouseSettings;
  } = {},
): Promise<OpenReport> {
  const { question, currency } = await openQuestion(context, input);
  const client = options.client ?? eventsOf(context);
  const sql = buildReportQuery(context.workspaceId, question);
  const { signal, settings } = options;
  const cells = streamReport(client, sql, {
    ...(signal === undefined ? {} : { signal }),
    ...(settings === undefined ? {} : { settings }),
  });
  return { question, currency, batches: readBatches(question, cells) };
}

async function* readBatches(
  question: ReportQuestion,
  batches: AsyncGenerator<ReportCells[]>,
): AsyncGenerator<ExactRow[]> {
  const read = rowReader(question);
  for await (const rows of batches) yield rows.map(read);
}
