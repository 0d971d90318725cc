import { Box, Text } from '@mantine/core';
import { isMetricId } from '@waypost/contract/reports/report-metrics.ts';
import { useCallback, useMemo, type ReactNode } from 'react';
import { usePreferences } from '../../lib/api/preferences.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useStore } from '../../lib/api/store.ts';
import { useListState } from '../../lib/records/list-state.ts';
import { useRecordMetrics, type RecordWithMetrics } from '../../lib/records/use-record-metrics.ts';
import { dayIn, readRange } from '../../lib/time/date-range.ts';
import { now } from '../../lib/time/now.ts';
import { RangePicker } from '../range-picker.tsx';
import type { Column } from '../table/column.ts';
import { metricColumns, metricTotals, neededMetrics } from './metric-columns.tsx';
import { RecordsPage, type RecordsPageProps } from './records-page.tsx';

// Shows a list with metrics for a time range. `more` are the columns after the metrics.
export function MetricRecordsPage<Row extends RecordWithMetrics>({
  columns,
  more,
  ...props
}: Omit<RecordsPageProps<Row>, 'above' | 'isOld' | 'totals' | 'failure'> & {
  more: readonly Column<Row>[];
}): ReactNode {
  const { kind } = props;
  const { currency, timezone } = useWorkspace().workspace;
  const { search, change } = useListState();
  const { preferences } = usePreferences();
  const today = dayIn(timezone, useStore(now));
  const read = readRange(search.range ?? 'today', today);
  const range = read === undefined ? 'today' : (search.range ?? 'today');
  const wanted = neededMetrics(preferences?.columns[kind.thing], search.sort ?? '');
  const metrics = useRecordMetrics(kind, {
    isArchived: search.archived === true,
    days: read ?? { from: today, to: today },
    metrics: wanted,
  });
  const known = metrics.data?.byId;
  const isPartly = metrics.data?.isPartly === true;
  const all = useMemo(
    () => [...columns, ...metricColumns<Row>({ metrics: known, isPartly, currency }), ...more],
    [columns, more, known, isPartly, currency],
  );
  const wantedText = wanted.join();
  const totals = useCallback(
    (rows: readonly Row[]) =>
      isPartly
        ? {}
        : metricTotals(rows, wantedText.split(',').filter(isMetricId), { metrics: known, currency }),
    [wantedText, known, isPartly, currency],
  );
  return (
    <RecordsPage
      {...props}
      columns={all}
      above={
        <Box mb="sm">
          <RangePicker range={range} today={today} onChoose={(chosen) => change({ range: chosen })} />
          {isPartly ? (
            <Text size="xs" c="dimmed" mt="xs" role="note">
              Metrics are shown for the 5,000 newest {kind.many.toLowerCase()} only. Totals are not available.
            </Text>
          ) : null}
        </Box>
      }
      isOld={metrics.isPlaceholderData}
      failure={{ error: metrics.error, retry: () => void metrics.refetch() }}
      totals={totals}
    />
  );
}
