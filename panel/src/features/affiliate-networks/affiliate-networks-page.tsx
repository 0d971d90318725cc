import type { ReactNode } from 'react';
import type { ListedAffiliateNetwork } from '../../lib/api/api.ts';
import { createdColumn, nameColumn } from '../../ui/record/columns.tsx';
import { MetricRecordsPage } from '../../ui/record/metric-records-page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { affiliateNetworkKind } from './kind.ts';

const columns: Column<ListedAffiliateNetwork>[] = [nameColumn()];
const more: Column<ListedAffiliateNetwork>[] = [
  {
    id: 'clickIdParam',
    label: 'Click ID parameter',
    value: ({ clickIdParam }) => clickIdParam,
    cell: ({ clickIdParam }) => <span className="wp-mono">{clickIdParam}</span>,
    widthPx: 160,
  },
  { id: 'currency', label: 'Currency', value: ({ currency }) => currency, widthPx: 90 },
  {
    id: 'defaultPayout',
    label: 'Default payout',
    value: ({ defaultPayout }) => defaultPayout,
    cell: ({ defaultPayout }) => defaultPayout?.toLocaleString('en'),
    isFigure: true,
    widthPx: 120,
  },
  {
    id: 'duplicatePolicy',
    label: 'Duplicates',
    value: ({ duplicatePolicy }) => duplicatePolicy,
    widthPx: 110,
  },
  {
    id: 'postbackIps',
    label: 'Allowed IPs',
    value: ({ postbackIps }) => postbackIps.length,
    isFigure: true,
    widthPx: 100,
    isExtra: true,
  },
  createdColumn(),
];
const searched = ({ name }: ListedAffiliateNetwork) => [name];

export function AffiliateNetworksPage(): ReactNode {
  return (
    <MetricRecordsPage
      kind={affiliateNetworkKind}
      columns={columns}
      more={more}
      searched={searched}
      lead="Affiliate networks own offers and report conversions. Set the currency, status mapping and duplicate handling for each network."
    />
  );
}
