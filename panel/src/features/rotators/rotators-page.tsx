import type { ReactNode } from 'react';
import type { ListedRotator } from '../../lib/api/api.ts';
import { countryColumn, createdColumn, nameColumn } from '../../ui/record/columns.tsx';
import { MetricRecordsPage } from '../../ui/record/metric-records-page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { rotatorKind } from './kind.ts';

const columns: Column<ListedRotator>[] = [
  nameColumn(),
  {
    id: 'shared',
    label: 'Shared',
    value: ({ shared }) => (shared ? 1 : 0),
    cell: ({ shared }) => (shared ? 'Yes' : ''),
    widthPx: 90,
  },
];
const more: Column<ListedRotator>[] = [countryColumn(), createdColumn()];
const searched = ({ name }: ListedRotator) => [name];

export function RotatorsPage(): ReactNode {
  return (
    <MetricRecordsPage
      kind={rotatorKind}
      columns={columns}
      more={more}
      searched={searched}
      lead="A rotator decides which landing page and offer a visitor gets. Every campaign uses one."
    />
  );
}
