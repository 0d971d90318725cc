import type { ReactNode } from 'react';
import { createdColumn } from '../../ui/record/columns.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { RecordsPage } from '../../ui/record/records-page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { domainKind, type NamedDomain } from './kind.ts';
import { verificationLabels } from './format-domain.ts';

const columns: Column<NamedDomain>[] = [
  { id: 'name', label: 'Host', value: ({ host }) => host, widthPx: 280, isServerSort: true },
  {
    id: 'verification',
    label: 'Status',
    value: ({ verification }) => verificationLabels[verification],
    widthPx: 170,
    isServerSort: true,
  },
  { id: 'checkError', label: 'Problem', value: ({ checkError }) => checkError, widthPx: 380 },
  {
    id: 'checkedAt',
    label: 'Checked',
    value: ({ checkedAt }) => (checkedAt === null ? null : Date.parse(checkedAt)),
    cell: ({ checkedAt }) => (checkedAt === null ? 'Never' : <Timestamp at={checkedAt} />),
    widthPx: 150,
  },
  createdColumn(),
];
const searched = ({ host }: NamedDomain) => [host];

export function DomainsPage(): ReactNode {
  return (
    <RecordsPage
      kind={domainKind}
      columns={columns}
      searched={searched}
      lead="Serve campaign links from your own domain, such as go.example.com. Campaigns without a tracking domain use the default domain."
    />
  );
}
