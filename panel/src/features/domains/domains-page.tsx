import type { ReactNode } from 'react';
import { createdColumn } from '../../ui/record/columns.tsx';
import { Moment } from '../../ui/moment.tsx';
import { RecordsPage } from '../../ui/record/records-page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { domainKind, type NamedDomain } from './kind.ts';
import { verificationWords } from './say-domain.ts';

const columns: Column<NamedDomain>[] = [
  { id: 'name', label: 'Host', value: ({ host }) => host, widthPx: 280, isServerSort: true },
  {
    id: 'verification',
    label: 'State',
    value: ({ verification }) => verificationWords[verification],
    widthPx: 170,
    isServerSort: true,
  },
  { id: 'checkError', label: 'Why', value: ({ checkError }) => checkError, widthPx: 380 },
  {
    id: 'checkedAt',
    label: 'Checked',
    value: ({ checkedAt }) => (checkedAt === null ? null : Date.parse(checkedAt)),
    cell: ({ checkedAt }) => (checkedAt === null ? 'never' : <Moment at={checkedAt} />),
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
      lead="With a name of your own, such as go.example.com, links of campaigns do not show whose tracker they lead through. Campaigns without one have the usual host of this installation."
    />
  );
}
