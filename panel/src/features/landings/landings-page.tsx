import type { ReactNode } from 'react';
import type { ListedLanding } from '../../lib/api/api.ts';
import { addressColumn, countryColumn, createdColumn, nameColumn } from '../../ui/record/columns.tsx';
import { MetricRecordsPage } from '../../ui/record/metric-records-page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { landingKind } from './kind.ts';

const columns: Column<ListedLanding>[] = [nameColumn()];
const more: Column<ListedLanding>[] = [addressColumn(), countryColumn(), createdColumn()];
const searched = ({ name, url }: ListedLanding) => [name, url];

export function LandingsPage(): ReactNode {
  return (
    <MetricRecordsPage
      kind={landingKind}
      columns={columns}
      more={more}
      searched={searched}
      lead="A landing page is your own page that visitors see before the offer. Campaigns can also link straight to an offer."
    />
  );
}
