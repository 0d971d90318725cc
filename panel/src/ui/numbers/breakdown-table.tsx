import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import type { ReactNode } from 'react';
import type { PanelReportDefinition } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { formatPercent, noNumber } from '../../lib/format/format-metrics.ts';
import { numberOf } from '../../lib/reports/compare-rows.ts';
import { metricLabel } from '../../lib/reports/metric-labels.ts';
import type { RankedRow } from '../../lib/reports/rank-rows.ts';
import { MetricCell } from '../metric-cell.tsx';
import classes from './numbers.module.css';

export const breakdownMetrics = ['visits', 'conversions', 'profit', 'roi'] as const satisfies MetricId[];

const classOf = (id: MetricId) => (id === 'profit' ? undefined : classes['wide']);

// Shows the values of a dimension with their metrics. A row opens its report by day.
export function BreakdownTable({
  label,
  dimension,
  heading,
  rows,
  range,
  filters,
}: {
  label: string;
  dimension: DimensionId;
  heading: string;
  rows: readonly RankedRow[];
  range: string;
  filters: NonNullable<PanelReportDefinition['filters']>;
}): ReactNode {
  const { currency } = useWorkspace().workspace;
  const searchOf = ({ value }: RankedRow) => ({
    range,
    by: 'day',
    chart: 'profit',
    filters: [...filters, { field: dimension, op: 'is' as const, values: [value] }],
  });
  return (
    <div className={classes['frame']}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            <th>{heading}</th>
            <th>Share</th>
            {breakdownMetrics.map((id) => (
              <th key={id} className={classOf(id)}>
                {metricLabel(id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify(row.value)}>
              <td>
                <Anchor
                  renderRoot={(root) => <Link {...root} to="/reports" search={searchOf(row)} />}
                  inherit
                >
                  {row.name}
                </Anchor>
              </td>
              <td>{row.visitShare === undefined ? noNumber : formatPercent(row.visitShare)}</td>
              {breakdownMetrics.map((id) => (
                <td key={id} className={classOf(id)}>
                  <MetricCell
                    id={id}
                    value={numberOf(row.values, id)}
                    before={undefined}
                    currency={currency}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
