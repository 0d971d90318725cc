import type { HeaderKind } from '@waypost/contract/events/exports.ts';
import { scopeOfFilters } from '@waypost/contract/reports/field-labels.ts';
import { isRecordDimension } from '@waypost/contract/reports/report-dimensions.ts';
import type { RequestedReport, ReportForm } from '@waypost/contract/reports/report-forms.ts';
import { reportMetrics, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { CsvValue } from '@waypost/contract/values/csv-line.ts';
import type { ReportDefinition } from '../../domain/reports/report-definition.ts';
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
  const { query, definition, read } = await openReportRows(context, input, form);
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
    formats: listFormats(definition),
    signal,
    header: await writeHeader(context, definition, headers),
    read: (ended: AbortSignal) => readLines(context, definition, read(ended)),
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
  definition: ReportDefinition,
  headers: HeaderKind = 'ids',
): Promise<string[]> {
  const columns = listColumns(definition);
  if (headers === 'ids') return columns;
  const filters = definition.dimensionFilters
    .filter(({ operator, isMissingMeant }) => operator === '=' && !isMissingMeant)
    .map(({ field, keys }) => ({ field, op: 'is', values: keys }));
  const labels = await getFieldLabels(context, columns, scopeOfFilters(filters));
  return columns.map((id) => labels.get(id) ?? id);
}

function listColumns({ dimensions, metrics }: ReportDefinition): string[] {
  return [...dimensions.flatMap((id) => (isRecordDimension(id) ? [id, `${id}Name`] : [id])), ...metrics];
}

function listFormats({ dimensions, metrics }: ReportDefinition): XlsxFormat[] {
  return [
    ...dimensions.flatMap((id): XlsxFormat[] =>
      isRecordDimension(id) ? ['general', 'general'] : ['general'],
    ),
    ...metrics.map(formatOf),
  ];
}

function formatOf(id: MetricId): XlsxFormat {
  const { unit, kind } = reportMetrics[id];
  if (unit === 'currency') return kind === 'ratio' ? 'price' : 'amount';
  return unit === 'number' ? 'general' : unit;
}

async function* readLines(
  context: WorkspaceContext,
  { dimensions, metrics }: ReportDefinition,
  batches: AsyncGenerator<ExactRow[]>,
): AsyncGenerator<CsvValue[][]> {
  for await (const rows of batches) {
    const labels = await findLabels(context, dimensions, rows);
    yield rows.map((row) => [
      ...dimensions.flatMap((id) => {
        const value = row[id] ?? null;
        return isRecordDimension(id) ? [value, labels[id]?.[String(value)] ?? null] : [value];
      }),
      ...metrics.map((id) => exactNumber(row[id] ?? null)),
    ]);
  }
}

/** Marks the value as a number, so that a leading minus sign is not escaped as a formula. */
function exactNumber(value: string | number | null): CsvValue {
  return typeof value === 'string' ? { digits: value } : value;
}
