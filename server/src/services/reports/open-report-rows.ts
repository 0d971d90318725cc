import type { RequestedReport, ReportForm } from '@waypost/contract/reports/report-forms.ts';
import type { ReportDefinition } from '../../domain/reports/report-definition.ts';
import type { ReportGroup } from '../../traffic/traffic-store.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { openReport } from './open-report.ts';
import { rowReader, type ExactRow } from './present-row.ts';

export type { ExactRow };

type OpenReport = {
  query: RequestedReport;
  definition: ReportDefinition;
  read: (signal?: AbortSignal) => AsyncGenerator<ExactRow[]>;
};

/** Reads all rows of a report for a file, without paging. `findLabels` reads the record names batch by batch. */
export async function openReportRows(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
  form: ReportForm,
): Promise<OpenReport> {
  const { definition, query } = await openReport(context, input, form);
  const traffic = context.traffic;
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
