import { Box, Select, Text } from '@mantine/core';
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
import { tagsColumn } from './columns.tsx';
import { metricColumns, metricTotals, neededMetrics } from './metric-columns.tsx';
import { RecordsPage, type RecordsPageProps } from './records-page.tsx';
import { useUsedTags } from './use-tags.ts';

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
    () => [
      ...columns,
      ...metricColumns<Row>({ metrics: known, isPartly, currency }),
      tagsColumn<Row>(),
      ...more,
    ],
    [columns, more, known, isPartly, currency],
  );
  const narrowed = useTagFilter(props);
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
      {...narrowed}
      filters={
        <>
          {props.filters}
          <TagFilter thing={kind.thing} />
        </>
      }
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

// Adds the tag in the URL to the filters of the list, and tags to the texts that are searched.
function useTagFilter<Row extends RecordWithMetrics>({
  isShown,
  asked,
  searched,
}: Pick<RecordsPageProps<Row>, 'isShown' | 'asked' | 'searched'>) {
  const { tag } = useListState().search;
  return useMemo(() => {
    const withTags = (row: Row) => [...searched(row), ...(row.tags ?? [])];
    if (tag === undefined) return { searched: withTags };
    const wanted = tag.toLowerCase();
    const hasTag = ({ tags = [] }: Row) => tags.some((one) => one.toLowerCase() === wanted);
    return {
      searched: withTags,
      isShown: (row: Row) => hasTag(row) && (isShown?.(row) ?? true),
      asked: { ...asked, tag },
    };
  }, [tag, isShown, asked, searched]);
}

function TagFilter({ thing }: { thing: string }): ReactNode {
  const { search, change } = useListState();
  const used = useUsedTags(thing);
  const { tag } = search;
  if (used.length === 0 && tag === undefined) return null;
  return (
    <Select
      aria-label="Tag"
      placeholder="All tags"
      w={160}
      data={[...new Set([...used, ...(tag === undefined ? [] : [tag])])]}
      value={tag ?? null}
      onChange={(chosen) => change({ tag: chosen ?? undefined })}
      searchable
      clearable
    />
  );
}
