import type { FieldLabels } from '@waypost/contract/reports/field-labels.ts';
import { reportDimensions, type DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import { reportMetrics, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { ReactNode } from 'react';
import { numberOf, type ReportValues, type ReportRow } from '../../lib/reports/compare-rows.ts';
import { dimensionLabel, formatDimensionValue } from '../../lib/reports/dimension-labels.ts';
import { scaleOf, type Shade } from '../../lib/reports/shade.ts';
import { MetricCell, signedMetrics } from '../../ui/metric-cell.tsx';
import { metricColumn } from '../../ui/metric-column.tsx';
import { ShadedCell } from './shaded-cell.tsx';
import type { Column } from '../../ui/table/column.ts';

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>;
type CellValues = ReportValues | undefined;

type ColumnOptions = {
  labels: Labels;
  names?: FieldLabels;
  currency: string;
  /** Shading of the cells, relative to `rows` and `totals`. */
  shade: Shade | undefined;
  rows: readonly ReportRow[] | undefined;
  totals: CellValues;
};

export function reportColumns(
  dimensions: readonly DimensionId[],
  metrics: readonly MetricId[],
  { labels, names, currency, shade, rows = [], totals }: ColumnOptions,
): Column<ReportRow>[] {
  return [
    ...dimensions.map((id, at): Column<ReportRow> => ({
      id,
      label: dimensionLabel(id, names),
      help: `${reportDimensions[id].sentence}.`,
      value: ({ values }) => formatDimensionValue(id, values[id], labels[id]),
      isKey: at > 0,
      widthPx: at === 0 ? 220 : 150,
      isServerSort: true,
    })),
    ...metrics.map((id) => {
      const column = metricColumn<ReportRow>(
        id,
        currency,
        ({ values, before }) => numbersOf(id, values, before),
        names,
      );
      const shaded = shade === undefined ? {} : shadeColumn(id, column, shade, { rows, totals });
      return { ...column, ...shaded, isServerSort: true };
    }),
  ];
}

/** Adds shading to a column. Ratios do not add up to a total, so they have no share of it. */
function shadeColumn(
  id: MetricId,
  { cell }: Column<ReportRow>,
  shade: Shade,
  { rows, totals }: { rows: readonly ReportRow[]; totals: CellValues },
): Partial<Column<ReportRow>> {
  if (shade === 'share' && reportMetrics[id].formula.type === 'ratio') return {};
  const scale = scaleOf(
    rows.map(({ values }) => numberOf(values, id)),
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

export function reportTotals(
  first: DimensionId,
  metrics: readonly MetricId[],
  { totals, before, currency }: { totals: CellValues; before: CellValues; currency: string },
): Record<string, ReactNode> {
  return {
    [first]: 'Total',
    ...Object.fromEntries(
      metrics.map((id) => [
        id,
        <MetricCell key={id} id={id} currency={currency} {...numbersOf(id, totals, before)} />,
      ]),
    ),
  };
}

function numbersOf(id: MetricId, values: CellValues, before: CellValues) {
  return { value: numberOf(values, id), before: before === undefined ? undefined : numberOf(before, id) };
}
