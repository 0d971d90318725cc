import { Box, Select, Text } from '@mantine/core';
import { isMetricId, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { useCallback, useMemo, type ReactNode } from 'react';
import type { ListedCampaign } from '../../lib/api/api.ts';
import { dayIn, readRange } from '../../lib/time/date-range.ts';
import { useListState } from '../../lib/records/list-state.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { totalOf } from '../../lib/reports/metric-totals.ts';
import { now } from '../../lib/time/now.ts';
import { usePreferences } from '../../lib/api/preferences.ts';
import { useStore } from '../../lib/api/store.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { MetricCell } from '../../ui/metric-cell.tsx';
import { RangePicker } from '../../ui/range-picker.tsx';
import { RecordsPage } from '../../ui/record/records-page.tsx';
import { BulkSwitches } from './bulk-switches.tsx';
import { campaignColumns, neededMetrics } from './campaign-columns.tsx';
import { campaignKind } from './kind.ts';
import { useCampaignMetrics, type MetricsById } from './use-campaign-metrics.ts';
import { useNamedRecords } from './use-record-names.ts';

const searched = ({ name, displayName }: ListedCampaign) => [name, displayName];
const lead = 'A campaign gives you a link for your ads, routes visitors to offers and counts conversions.';

export function CampaignsPage(): ReactNode {
  const { workspace } = useWorkspace();
  const { currency, timezone } = workspace;
  const { search, change } = useListState();
  const { preferences } = usePreferences();
  const today = dayIn(timezone, useStore(now));
  const read = readRange(search.range ?? 'today', today);
  const range = read === undefined ? 'today' : (search.range ?? 'today');
  const wanted = neededMetrics(preferences?.columns[campaignKind.thing], search.sort ?? '');
  const metrics = useCampaignMetrics({
    isArchived: search.archived === true,
    days: read ?? { from: today, to: today },
    metrics: wanted,
  });
  const known = metrics.data?.byId;
  const isPartly = metrics.data?.isPartly === true;
  const sources = useNamedRecords('traffic-sources');
  const columns = useMemo(
    () =>
      campaignColumns({
        metrics: known,
        isPartly,
        names: new Map(sources.map(({ id, name }) => [id, name])),
        currency,
      }),
    [known, isPartly, sources, currency],
  );
  const wantedText = wanted.join();
  const totals = useCallback(
    (rows: readonly ListedCampaign[]) =>
      isPartly
        ? {}
        : totalsOf(rows, { wanted: wantedText.split(',').filter(isMetricId), metrics: known, currency }),
    [wantedText, known, isPartly, currency],
  );
  const { trafficSourceId } = search;
  const status = search.status === 'active' || search.status === 'paused' ? search.status : undefined;
  const isShown = useMemo(
    () =>
      status === undefined && trafficSourceId === undefined
        ? undefined
        : (row: ListedCampaign) =>
            (status === undefined || row.status === status) &&
            (trafficSourceId === undefined || row.trafficSourceId === trafficSourceId),
    [status, trafficSourceId],
  );
  return (
    <RecordsPage
      kind={campaignKind}
      columns={columns}
      searched={searched}
      lead={lead}
      filters={<Filters />}
      {...(isShown === undefined ? {} : { isShown, asked: { trafficSourceId, status } })}
      above={
        <Box mb="sm">
          <RangePicker range={range} today={today} onChoose={(chosen) => change({ range: chosen })} />
          {isPartly ? (
            <Text size="xs" c="dimmed" mt="xs" role="note">
              Metrics are shown for the 5,000 newest campaigns only. Totals are not available.
            </Text>
          ) : null}
          {metrics.error === null ? null : (
            <Box mt="sm">
              <ErrorNote error={metrics.error} retry={() => void metrics.refetch()} />
            </Box>
          )}
        </Box>
      }
      isOld={metrics.isPlaceholderData}
      totals={totals}
      bulk={BulkSwitches}
    />
  );
}

function totalsOf(
  rows: readonly ListedCampaign[],
  { wanted, metrics, currency }: { wanted: MetricId[]; metrics: MetricsById | undefined; currency: string },
): Record<string, ReactNode> {
  const known = rows.map(({ id }) => metrics?.[id]);
  const cells = wanted.map((id) => [
    id,
    <MetricCell
      key={id}
      id={id}
      value={totalOf(
        id,
        known.map((one) => one?.now),
      )}
      before={totalOf(
        id,
        known.map((one) => one?.before),
      )}
      currency={currency}
    />,
  ]);
  return { name: 'Total', ...(Object.fromEntries(cells) as Record<string, ReactNode>) };
}

function Filters(): ReactNode {
  const { search, change } = useListState();
  const sources = useNamedRecords('traffic-sources');
  return (
    <>
      <Select
        aria-label="Status"
        placeholder="All statuses"
        w={130}
        clearable
        data={['active', 'paused']}
        value={search.status ?? null}
        onChange={(status) => change({ status: status ?? undefined })}
      />
      <Select
        aria-label="Traffic source"
        placeholder="All traffic sources"
        w={180}
        clearable
        searchable
        limit={100}
        data={sources.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.trafficSourceId ?? null}
        onChange={(trafficSourceId) => change({ trafficSourceId: trafficSourceId ?? undefined })}
      />
    </>
  );
}
