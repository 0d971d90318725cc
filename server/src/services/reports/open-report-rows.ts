import type { RequestedReport, ReportForm } from '@waypost/contract/reports/report-forms.ts';
import type { ComputedReport } from '../../domain/reports/report-definition.ts';
import type { ReportGroup } from '../../traffic/traffic-store.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { openReport } from './open-report.ts';
import { rowReader, type ExactRow } from './present-row.ts';
import { selectRows } from './select-rows.ts';

export type { ExactRow };

type OpenReport = {
  query: RequestedReport;
  report: ComputedReport;
  read: (signal?: AbortSignal) => AsyncGenerator<ExactRow[]>;
};

/** Reads all rows of a report for a file, without paging. `findLabels` reads the record names batch by batch. */
export async function openReportRows(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
  form: ReportForm,
): Promise<OpenReport> {
  const { query, currency: _, ...report } = await openReport(context, input, form);
  const { definition, custom } = report;
  const { traffic, workspaceId } = context;
  return {
    query,
    report,
    read: (signal) => {
      const batches = traffic.streamReport({ workspaceId, definition, signal });
      return readBatches(report, custom === undefined ? batches : selectRows({ ...report, custom }, batches));
    },
  };
}

async function* readBatches(
  report: ComputedReport,
  batches: AsyncGenerator<ReportGroup[]>,
): AsyncGenerator<ExactRow[]> {
  const read = rowReader({ dimensions: report.definition.dimensions, metrics: report.columns });
  for await (const groups of batches) yield groups.map(read);
}
