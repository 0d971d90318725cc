import { Select } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { ListedCampaign } from '../../lib/api/api.ts';
import { useListState } from '../../lib/records/list-state.ts';
import { MetricRecordsPage } from '../../ui/record/metric-records-page.tsx';
import { BulkSwitches } from './bulk-switches.tsx';
import { campaignColumns, createdCampaignColumn } from './campaign-columns.tsx';
import { campaignKind } from './kind.ts';
import { useNamedRecords } from './use-record-names.ts';

const searched = ({ name, displayName }: ListedCampaign) => [name, displayName];
const lead = 'A campaign gives you a link for your ads, routes visitors to offers and counts conversions.';

export function CampaignsPage(): ReactNode {
  const { search } = useListState();
  const sources = useNamedRecords('traffic-sources');
  const columns = useMemo(
    () => campaignColumns(new Map(sources.map(({ id, name }) => [id, name]))),
    [sources],
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
    <MetricRecordsPage
      kind={campaignKind}
      columns={columns}
      more={createdCampaignColumn}
      searched={searched}
      lead={lead}
      filters={<Filters />}
      {...(isShown === undefined ? {} : { isShown, asked: { trafficSourceId, status } })}
      bulk={BulkSwitches}
    />
  );
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
