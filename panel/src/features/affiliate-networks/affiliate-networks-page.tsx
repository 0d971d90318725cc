import type { ReactNode } from 'react';
import type { ListedAffiliateNetwork } from '../../lib/api.ts';
import { createdColumn, nameColumn } from '../../ui/record/columns.tsx';
import { RecordsPage } from '../../ui/record/records-page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { affiliateNetworkKind } from './kind.ts';

const columns: Column<ListedAffiliateNetwork>[] = [
  nameColumn(),
  {
    id: 'clickIdParam',
    label: 'Click id in',
    value: ({ clickIdParam }) => clickIdParam,
    cell: ({ clickIdParam }) => <span className="wp-mono">{clickIdParam}</span>,
    widthPx: 130,
  },
  { id: 'currency', label: 'Currency', value: ({ currency }) => currency, widthPx: 90 },
  {
    id: 'defaultPayout',
    label: 'Usual payout',
    value: ({ defaultPayout }) => defaultPayout,
    cell: ({ defaultPayout }) => defaultPayout?.toLocaleString('en'),
    isFigure: true,
    widthPx: 120,
  },
  { id: 'duplicatePolicy', label: 'Repeats', value: ({ duplicatePolicy }) => duplicatePolicy, widthPx: 110 },
  {
    id: 'postbackIps',
    label: 'Addresses',
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
    <RecordsPage
      kind={affiliateNetworkKind}
      columns={columns}
      searched={searched}
      lead="An affiliate network brings you offers and reports conversions. It says how its reports are read: currency, words for a status, what a repeat means."
    />
  );
}
