import type { RequestedReport, ReportForm } from '@waypost/contract/report-forms.ts';
import type { ReportDefinition } from '../../domain/reports/report-definition.ts';
import type { ReportGroup } from '../../traffic/traffic-store.ts';
import type { WorkspaceContext } from '../context.ts';
import { requireTraffic } from '../require-traffic.ts';
import { openReport } from './open-report.ts';
import { rowReader, type ExactRow } from './present-row.ts';

export type { ExactRow };

type OpenReport = {
  query: RequestedReport;
  definition: ReportDefinition;
  read: (signal?: AbortSignal) => AsyncGenerator<ExactRow[]>;
};

/** Reads all rows of a report for a file, which has no pages. Record names are read with findLabels, batch by batch. */
export async function openReportRows(
  context: WorkspaceContext,
  input: unknown,
  form: ReportForm,
): Promise<OpenReport> {
  const { definition, query } = await openReport(context, input, form);
  const traffic = requireTraffic(context);
  const { workspaceId } = context;
  return {
    query,
    definition,
    read: (signal) => readBatches(definition, traffic.streamReport({ workspaceId, definition, signal })),
  };
}

async function* readBatches(
  definition: ReportDefinition,
  batches: AsyncGenerator<ReportGroup[]>,
): AsyncGenerator<ExactRow[]> {
  const read = rowReader(definition);
  for await (const groups of batches) yield groups.map(read);
}
