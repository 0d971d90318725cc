import { useQuery } from '@tanstack/react-query';
import { Select } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { ListedOffer } from '../../lib/api/api.ts';
import { useListState } from '../../lib/records/list-state.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { addressColumn, countryColumn, createdColumn, nameColumn } from '../../ui/record/columns.tsx';
import { MetricRecordsPage } from '../../ui/record/metric-records-page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { formatCap } from './format-cap.ts';
import { offerKind } from './kind.ts';

const searched = ({ name, url, shortName }: ListedOffer) => [name, url, shortName];

export function OffersPage(): ReactNode {
  const { search, change } = useListState();
  const networks = useNetworkNames();
  const columns = useMemo(() => columnsWith(networks), [networks]);
  const { affiliateNetworkId } = search;
  const isShown = useMemo(
    () =>
      affiliateNetworkId === undefined
        ? undefined
        : (offer: ListedOffer) => offer.affiliateNetworkId === affiliateNetworkId,
    [affiliateNetworkId],
  );
  return (
    <MetricRecordsPage
      kind={offerKind}
      columns={columns}
      more={more}
      searched={searched}
      {...(isShown === undefined ? {} : { isShown, asked: { affiliateNetworkId } })}
      filters={
        networks.size === 0 ? null : (
          <Select
            aria-label="Affiliate network"
            placeholder="All networks"
            w={200}
            data={[...networks].map(([id, name]) => ({ value: id, label: name }))}
            value={affiliateNetworkId ?? null}
            onChange={(id) => change({ affiliateNetworkId: id ?? undefined })}
            searchable
            clearable
          />
        )
      }
      lead="An offer is the advertiser’s page that pays you for conversions, usually through an affiliate network."
    />
  );
}

/**
 * Returns the names of affiliate networks. The list does not wait for the names, so the column is empty until they are
 * loaded.
 */
function useNetworkNames(): ReadonlyMap<string, string> {
  const { api, workspace } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'affiliate-networks', 'names'],
    queryFn: ({ signal }) =>
      api.listAffiliateNetworks({ signal, query: { limit: 500, sort: 'name', archived: 'all' } }),
  });
  return useMemo(() => new Map(data?.items.map(({ id, name }) => [id, name])), [data]);
}

function columnsWith(networks: ReadonlyMap<string, string>): Column<ListedOffer>[] {
  const networkOf = ({ affiliateNetworkId }: ListedOffer) => networks.get(affiliateNetworkId ?? '') ?? null;
  return [nameColumn(), { id: 'network', label: 'Network', value: networkOf, widthPx: 160 }];
}

const more: Column<ListedOffer>[] = [
  {
    id: 'payout',
    label: 'Payout',
    value: ({ payout }) => payout.amount,
    cell: ({ payout: { amount } }) => (amount === null ? 'Auto' : amount.toLocaleString('en')),
    isFigure: true,
    widthPx: 100,
  },
  {
    id: 'caps',
    label: 'Caps',
    value: ({ caps }) => caps.length,
    cell: ({ caps }) => caps.map(formatCap).join(', '),
    widthPx: 140,
  },
  {
    id: 'shortName',
    label: 'Short name',
    value: ({ shortName }) => shortName,
    widthPx: 120,
    isExtra: true,
  },
  addressColumn(),
  countryColumn(),
  createdColumn(),
];
