import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { ReactNode } from 'react';
import type { PanelReportDefinition } from '../../lib/api/api.ts';
import { numberOf } from '../../lib/reports/compare-rows.ts';
import { rankRows, splitRanked } from '../../lib/reports/rank-rows.ts';
import { ErrorNote } from '../error-note.tsx';
import { Section } from '../section.tsx';
import { breakdownMetrics, BreakdownTable } from './breakdown-table.tsx';
import type { ShownRange } from './numbers.tsx';
import { rowsMax, useRows } from './use-numbers.ts';

const countMax = 5;

// Shows the most profitable values of a dimension, and those that lose the most.
export function BreakdownSection({
  title,
  dimension,
  heading,
  filters,
  shown: { days, range },
  chooser,
}: {
  title: string;
  dimension: DimensionId;
  heading: string;
  filters: NonNullable<PanelReportDefinition['filters']>;
  shown: ShownRange;
  chooser?: ReactNode;
}): ReactNode {
  const { data, error, refetch } = useRows({
    ...days,
    dimensions: [dimension],
    metrics: [...breakdownMetrics],
    filters,
    totals: true,
    limit: rowsMax,
  });
  const report = data?.meta.dimensions[0] === dimension ? data : undefined;
  const ranked =
    report === undefined
      ? undefined
      : rankRows(report.rows, {
          dimension,
          labels: report.meta.labels[dimension],
          visits: numberOf(report.meta.totals, 'visits'),
        });
  const { best, worst } = splitRanked(ranked ?? [], countMax);
  const table = { dimension, heading, range, filters };
  return (
    <Section title={title}>
      {chooser}
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {ranked === undefined && error === null ? <Skeleton h={160} /> : null}
      {ranked?.length === 0 ? <Text c="dimmed">No visits in this time range.</Text> : null}
      {best.length === 0 ? null : <BreakdownTable label={title} rows={best} {...table} />}
      {worst.length === 0 ? null : (
        <>
          <Text fw={600}>Largest losses</Text>
          <BreakdownTable label={`${title}: largest losses`} rows={worst} {...table} />
        </>
      )}
      {report?.meta.hasMore === true ? (
        <Text size="xs" c="dimmed">
          Limited to the {rowsMax.toLocaleString('en-GB')} values with the most visits.
        </Text>
      ) : null}
      {best.length === 0 ? null : (
        <Anchor
          size="sm"
          renderRoot={(root) => (
            <Link {...root} to="/reports" search={{ range, by: dimension, sort: '-visits', filters }} />
          )}
        >
          Open report
        </Anchor>
      )}
    </Section>
  );
}
