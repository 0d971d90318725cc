import { fileDefinitionForm } from '@waypost/contract/reports/report-forms.ts';
import { drawChart } from '../../domain/charts/draw-chart.ts';
import type { ClaimedReport } from '../../store/reports/report-deliveries.ts';
import type { ServiceContext, WorkspaceContext } from '../context.ts';
import { exportReport } from '../exports/export-report.ts';
import { presentReportView } from '../reports/present-report-view.ts';
import { readReportView } from '../reports/read-report-view.ts';
import type { WithTraffic } from '../tools.ts';
import type { ReportMessage } from './report-message.ts';

const rowsMax = 10;
const csvBytesMax = 5 * 1_024 * 1_024;

// Reads a report as it was when it was due, so that a retry covers the same time range.
export async function buildReportMessage(
  { database, now, traffic }: ServiceContext & WithTraffic,
  delivery: ClaimedReport,
  panelUrl: string,
  signal: AbortSignal | undefined,
): Promise<ReportMessage> {
  const { id, workspaceId, scheduleId, savedReportId, name, dueAt, creatorEmail } = delivery;
  const actor = { type: 'reader', id: scheduleId, label: `Schedule of “${name}”` } as const;
  const context: WorkspaceContext & WithTraffic = { database, now, traffic, workspaceId, actor };
  const read = await readReportView(context, delivery, {
    at: dueAt,
    isSummary: true,
    limit: rowsMax,
    signal,
  });
  const view = presentReportView(read);
  const file = delivery.attachesCsv ? await readFile(context, read.resolved.definition, signal) : undefined;
  return {
    id,
    view,
    chart: view.chart === undefined ? undefined : drawChart(view.chart.layout),
    csv: file === 'too-large' ? undefined : file,
    isCsvTooLarge: file === 'too-large',
    panelLink: `${panelUrl}/reports?ws=${workspaceId}&saved=${savedReportId}`,
    sender: creatorEmail,
  };
}

async function readFile(
  context: WorkspaceContext & WithTraffic,
  definition: object,
  signal: AbortSignal | undefined,
): Promise<{ name: string; content: Buffer } | 'too-large'> {
  const { name, pieces } = await exportReport(context, definition, {
    form: fileDefinitionForm,
    headers: 'names',
    ...(signal === undefined ? {} : { signal }),
  });
  const content: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop ends the query.
  for await (const piece of pieces) {
    const buffer = Buffer.from(piece);
    bytes += buffer.length;
    if (bytes > csvBytesMax) return 'too-large';
    content.push(buffer);
  }
  return { name: `${name}.csv`, content: Buffer.concat(content) };
}
