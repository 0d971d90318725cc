import type { HeaderKind } from '@waypost/contract/events/exports.ts';
import { scopeOfFilters } from '@waypost/contract/reports/field-labels.ts';
import { isRecordDimension, type DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { RequestedReport, ReportForm } from '@waypost/contract/reports/report-forms.ts';
import { reportMetrics } from '@waypost/contract/reports/report-metrics.ts';
import type { CsvValue } from '@waypost/contract/values/csv-line.ts';
import { idOf, type ReportMetric } from '../../domain/reports/custom-metric.ts';
import type { ComputedReport } from '../../domain/reports/report-definition.ts';
import type { XlsxFormat } from '../../domain/xlsx/sheet-xml.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { requirePermission } from '../permissions.ts';
import { getFieldLabels } from '../reports/field-names.ts';
import { openReportRows, type ExactRow } from '../reports/open-report-rows.ts';
import { findLabels } from '../reports/present-row.ts';
import { nameExport, type FileExport } from './csv-export.ts';
import { writePieces, type FileFormat } from './write-pieces.ts';

/**
 * Exports all rows of a report in the order of the report, with record names next to IDs. `signal` aborts the export,
 * even before the first piece.
 */
export async function exportReport(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
  {
    form,
    headers,
    format,
    signal,
  }: {
    form: ReportForm;
    headers?: HeaderKind | undefined;
    format?: FileFormat | undefined;
    signal?: AbortSignal;
  },
): Promise<FileExport> {
  requirePermission(context.actor, 'reports.read');
  const { query, report, read } = await openReportRows(context, input, form);
  const { workspaceId } = context;
  await inWorkspace(context, (executor) =>
    recordChange(executor, workspaceId, context.actor, {
      action: 'report.export',
      subjectId: workspaceId,
      details: describeInput(input as Record<string, unknown>, query),
    }),
  );
  const table = {
    workspaceId,
    format,
    formats: listFormats(report),
    signal,
    header: await writeHeader(context, report, headers),
    read: (ended: AbortSignal) => readLines(context, report, read(ended)),
  };
  return { name: nameExport('report', query.from, query.to), pieces: writePieces(table) };
}

// Limits how much of the filters is written to the audit log, because filters may list thousands of IDs.
const shownLength = 200;
const shownValues = 5;

function describeInput(input: Record<string, unknown>, { filter, filters }: RequestedReport) {
  return {
    ...input,
    ...(filter === undefined ? {} : { filter: filter.map((text) => text.slice(0, shownLength)) }),
    ...(filters === undefined ? {} : { filters: filters.map(shortenFilter) }),
  };
}

function shortenFilter({ field, op, values }: NonNullable<RequestedReport['filters']>[number]) {
  const shown = values
    .slice(0, shownValues)
    .map((value) => (typeof value === 'string' ? value.slice(0, shownLength) : value));
  return { field, op, values: shown, count: values.length };
}

async function writeHeader(
  context: WorkspaceContext,
  { definition, columns: metrics }: ComputedReport,
  headers: HeaderKind = 'ids',
): Promise<string[]> {
  const columns = [...definition.dimensions.flatMap(columnsOf), ...metrics.map(idOf)];
  if (headers === 'ids') return columns;
  const customNames = new Map<string, string>(
    metrics.flatMap((metric) => (typeof metric === 'string' ? [] : [[metric.id, metric.name]])),
  );
  const filters = definition.dimensionFilters
    .filter(({ operator, isMissingMeant }) => operator === '=' && !isMissingMeant)
    .map(({ field, keys }) => ({ field, op: 'is', values: keys }));
  const labels = await getFieldLabels(context, columns, scopeOfFilters(filters));
  return columns.map((id) => labels.get(id) ?? customNames.get(id) ?? id);
}

function columnsOf(id: DimensionId): string[] {
  return isRecordDimension(id) ? [id, `${id}Name`] : [id];
}

function listFormats({ definition: { dimensions }, columns }: ComputedReport): XlsxFormat[] {
  return [...dimensions.flatMap(columnsOf).map((): XlsxFormat => 'general'), ...columns.map(formatOf)];
}

function formatOf(metric: ReportMetric): XlsxFormat {
  if (typeof metric !== 'string') {
    const { format, decimals } = metric;
    if (format === 'amount') return decimals > 2 ? 'price' : 'amount';
    if (format === 'percentage') return 'percent';
    return decimals === 0 ? 'count' : 'general';
  }
  const { unit, kind } = reportMetrics[metric];
  if (unit === 'currency') return kind === 'ratio' ? 'price' : 'amount';
  return unit === 'number' ? 'general' : unit;
}

async function* readLines(
  context: WorkspaceContext,
  { definition: { dimensions }, columns }: ComputedReport,
  batches: AsyncGenerator<ExactRow[]>,
): AsyncGenerator<CsvValue[][]> {
  for await (const rows of batches) {
    const labels = await findLabels(context, dimensions, rows);
    yield rows.map((row) => [
      ...dimensions.flatMap((id) => {
        const value = row[id] ?? null;
        return isRecordDimension(id) ? [value, labels[id]?.[String(value)] ?? null] : [value];
      }),
      ...columns.map((metric) => exactNumber(row[idOf(metric)] ?? null)),
    ]);
  }
}

/** Marks the value as a number, so that a leading minus sign is not escaped as a formula. */
function exactNumber(value: string | number | null): CsvValue {
  return typeof value === 'string' ? { digits: value } : value;
}
