import { Badge } from '@mantine/core';
import type { ColumnFormat } from '@waypost/contract/reports/column-formats.ts';
import type { FieldLabels } from '@waypost/contract/reports/field-labels.ts';
import { reportDimensions, type DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { ReactNode } from 'react';
import { columnDecimals } from '@waypost/contract/reports/column-decimals.ts';
import { formatMetric } from '../../lib/format/format-metrics.ts';
import { numberOf, type ReportValues } from '../../lib/reports/compare-rows.ts';
import { findFormat } from '../../lib/reports/column-styles.ts';
import { describeMetric } from '../../lib/format/describe-metric.ts';
import { dimensionLabel, formatDimensionValue } from '../../lib/reports/dimension-labels.ts';
import { scaleOf, type Shade } from '../../lib/reports/shade.ts';
import { MetricCell, signedMetrics } from '../../ui/metric-cell.tsx';
import { metricColumn } from '../../ui/metric-column.tsx';
import type { Column } from '../../ui/table/column.ts';
import { describeFormat } from './describe-format.ts';
import { FormattedCell } from './formatted-cell.tsx';
import { ShadedCell } from './shaded-cell.tsx';
import type { TableReportRow } from './tree-rows.ts';

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>;
type CellValues = ReportValues | undefined;

type ColumnOptions = {
  labels: Labels;
  names?: FieldLabels;
  currency: string;
  isTree: boolean;
  /** Shading of the cells, relative to `rows` and `totals`. */
  shade: Shade | undefined;
  formats?: readonly ColumnFormat[];
  rows: readonly TableReportRow[] | undefined;
  totals: CellValues;
  // Returns true for a value of a time dimension that is not over yet.
  isRunning: (id: DimensionId, value: unknown) => boolean;
};

export function reportColumns(
  dimensions: readonly DimensionId[],
  metrics: readonly AnyMetricId[],
  options: ColumnOptions,
): Column<TableReportRow>[] {
  return [
    ...(options.isTree ? [treeColumn(dimensions, options)] : flatColumns(dimensions, options)),
    ...metrics.map((id) => figureColumn(id, options)),
  ];
}

// The first column of a tree has the values of all levels.
function treeColumn(dimensions: readonly DimensionId[], options: ColumnOptions): Column<TableReportRow> {
  const { names, labels } = options;
  const [first = 'campaign'] = dimensions;
  const dimensionOf = ({ level }: TableReportRow) => dimensions[level] ?? first;
  const nameOf = (row: TableReportRow) =>
    row.note ??
    formatDimensionValue(dimensionOf(row), row.values[dimensionOf(row)], labels[dimensionOf(row)]);
  return {
    id: first,
    label: dimensions.map((id) => dimensionLabel(id, names)).join(' › '),
    help: `${dimensions.map((id) => reportDimensions[id].sentence).join('. Then: ')}.`,
    value: nameOf,
    cell: (row) => cellOf(dimensionOf(row), row, nameOf(row), options),
    widthPx: nameWidth(options, (row) => nameOf(row).length + (row.level + 1) * 3, firstLeast),
    isServerSort: true,
  };
}

function flatColumns(dimensions: readonly DimensionId[], options: ColumnOptions): Column<TableReportRow>[] {
  const { names, labels } = options;
  return dimensions.map((id, at): Column<TableReportRow> => {
    const nameOf = ({ values }: TableReportRow) => formatDimensionValue(id, values[id], labels[id]);
    return {
      id,
      label: dimensionLabel(id, names),
      help: `${reportDimensions[id].sentence}.`,
      value: nameOf,
      cell: (row) => cellOf(id, row, nameOf(row), options),
      isKey: at > 0,
      widthPx: nameWidth(options, (row) => nameOf(row).length, at === 0 ? firstLeast : otherLeast(id, names)),
      isServerSort: true,
    };
  });
}

function cellOf(
  id: DimensionId,
  { values, note }: TableReportRow,
  name: string,
  { isRunning }: ColumnOptions,
): ReactNode {
  if (note !== undefined) return <span style={{ fontWeight: 400 }}>{note}</span>;
  if (!isRunning(id, values[id])) return name;
  return (
    <>
      {name}{' '}
      <Badge size="xs" color="gray" title="This period is not over yet.">
        so far
      </Badge>
    </>
  );
}

// Widths and decimals follow the first rows, so that they do not change while more rows are loaded.
const sampleRows = 200;
const [firstLeast, firstMost, characterPx, paddingPx] = [160, 340, 7.5, 24];

// The label and the sort arrow of a column fit into its least width.
function otherLeast(id: DimensionId, names: FieldLabels | undefined): number {
  return Math.round(dimensionLabel(id, names).length * 8 + 36);
}

function nameWidth(
  { rows = [] }: ColumnOptions,
  lengthOf: (row: TableReportRow) => number,
  least: number,
): number {
  const longest = rows.slice(0, sampleRows).reduce((most, row) => Math.max(most, lengthOf(row)), 0);
  return Math.round(Math.max(least, Math.min(firstMost, longest * characterPx + paddingPx)));
}

function figureColumn(id: AnyMetricId, options: ColumnOptions): Column<TableReportRow> {
  const { currency, names, shade, formats = [], rows = [], totals } = options;
  const values = valuesOf(id, rows, totals);
  const decimals = columnDecimals(describeMetric(id), values, currency);
  const read = ({ values: shown, before }: TableReportRow) => numbersOf(id, shown, before);
  const show = (row: TableReportRow, color?: string) => (
    <MetricCell id={id} currency={currency} decimals={decimals} color={color} {...read(row)} />
  );
  const column: Column<TableReportRow> = {
    ...metricColumn<TableReportRow>(id, currency, read, names),
    cell: (row) => {
      const format = findFormat(formats, id, numberOf(row.values, id));
      if (format === undefined) return show(row);
      return <FormattedCell format={format}>{(color) => show(row, color)}</FormattedCell>;
    },
  };
  const own = formats.filter(({ metric }) => metric === id).map(describeFormat);
  const { cell } = shade === undefined ? column : { ...column, ...shadeColumn(id, column, shade, options) };
  return {
    ...column,
    ...(own.length === 0 ? {} : { help: [column.help, ...own.map((rule) => `${rule}.`)].join(' ') }),
    cell: (row) => (row.note === undefined ? cell?.(row) : null),
    widthPx: Math.max(column.widthPx, figureWidth(id, values, { currency, decimals })),
    isServerSort: true,
  };
}

// The widest value is the largest or the smallest, because all have the same number of decimals.
function figureWidth(
  id: AnyMetricId,
  values: readonly (number | null)[],
  { currency, decimals }: { currency: string; decimals: number },
): number {
  const known = values.filter((value) => value !== null);
  const ends = known.length === 0 ? [] : [known.reduce(larger), known.reduce(smaller)];
  const lengths = ends.map((value) => formatMetric(id, value, currency, decimals).length + 1);
  return Math.round(Math.max(0, ...lengths) * characterPx + paddingPx);
}

function larger(one: number, other: number): number {
  return Math.max(one, other);
}

function smaller(one: number, other: number): number {
  return Math.min(one, other);
}

/** Adds shading to a column. Ratios do not add up to a total, so they have no share of it. */
function shadeColumn(
  id: AnyMetricId,
  { cell }: Column<TableReportRow>,
  shade: Shade,
  { rows = [], totals }: Pick<ColumnOptions, 'rows' | 'totals'>,
): Partial<Column<TableReportRow>> {
  if (shade === 'share' && !describeMetric(id).isSummed) return {};
  const scale = scaleOf(
    rows.filter(({ level }) => level === 0).map(({ values }) => numberOf(values, id)),
    numberOf(totals, id),
  );
  return {
    cell: (row) => (
      <ShadedCell shade={shade} value={numberOf(row.values, id)} scale={scale} isGain={signedMetrics.has(id)}>
        {cell?.(row)}
      </ShadedCell>
    ),
  };
}

type TotalOptions = {
  totals: CellValues;
  before: CellValues;
  // Totals without filters. Undefined if the report has no filters.
  all?: CellValues;
  currency: string;
  rows?: readonly TableReportRow[] | undefined;
};

export function reportTotals(
  first: DimensionId,
  metrics: readonly AnyMetricId[],
  { totals, before, all, currency, rows = [] }: TotalOptions,
): Record<string, ReactNode> {
  return {
    [first]: 'Total',
    ...Object.fromEntries(
      metrics.map((id) => [
        id,
        <MetricCell
          key={id}
          id={id}
          currency={currency}
          decimals={columnDecimals(describeMetric(id), valuesOf(id, rows, totals), currency)}
          {...numbersOf(id, totals, before)}
          all={all === undefined ? undefined : numberOf(all, id)}
        />,
      ]),
    ),
  };
}

// Rows below the first level do not count, so that opening a row does not change how other rows look.
function valuesOf(id: AnyMetricId, rows: readonly TableReportRow[], totals: CellValues): (number | null)[] {
  const top = rows.filter(({ level }) => level === 0).slice(0, sampleRows);
  return [...top.map(({ values }) => numberOf(values, id)), numberOf(totals, id)];
}

function numbersOf(id: AnyMetricId, values: CellValues, before: CellValues) {
  return { value: numberOf(values, id), before: before === undefined ? undefined : numberOf(before, id) };
}
