import type { ReactNode } from 'react';
import type { ListedTrafficSource } from '../../lib/api/api.ts';
import { createdColumn, nameColumn } from '../../ui/record/columns.tsx';
import { MetricRecordsPage } from '../../ui/record/metric-records-page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { trafficSourceKind } from './kind.ts';

const columns: Column<ListedTrafficSource>[] = [nameColumn()];
const more: Column<ListedTrafficSource>[] = [
  {
    id: 'clickId',
    label: 'Click ID',
    value: ({ clickIdParam }) => clickIdParam,
    cell: ({ clickIdParam, clickIdMacro }) => <Parameter param={clickIdParam} macro={clickIdMacro} />,
    widthPx: 200,
  },
  {
    id: 'cost',
    label: 'Cost',
    value: ({ costParam }) => costParam,
    cell: ({ costParam, costMacro }) => <Parameter param={costParam} macro={costMacro} />,
    widthPx: 160,
  },
  { id: 'tokens', label: 'Tokens', value: ({ tokens }) => tokens.length, isFigure: true, widthPx: 80 },
  {
    id: 'postbackUrl',
    label: 'Postback URL',
    value: ({ postbackUrl }) => postbackUrl,
    cell: ({ postbackUrl }) =>
      postbackUrl === null ? null : (
        <span className="wp-mono" title={postbackUrl}>
          {postbackUrl}
        </span>
      ),
    widthPx: 280,
  },
  {
    id: 'currency',
    label: 'Currency',
    value: ({ currency }) => currency,
    widthPx: 90,
    isExtra: true,
  },
  createdColumn(),
];
const searched = ({ name, postbackUrl }: ListedTrafficSource) => [name, postbackUrl];

export function TrafficSourcesPage(): ReactNode {
  return (
    <MetricRecordsPage
      kind={trafficSourceKind}
      columns={columns}
      more={more}
      searched={searched}
      lead="A traffic source is where you buy visits, such as an ad network. It defines the parameters in campaign links and the postback URL for conversions."
    />
  );
}

function Parameter({ param, macro }: { param: string | null; macro: string | null }): ReactNode {
  if (param === null) return null;
  return <span className="wp-mono">{macro === null ? param : `${param}=${macro}`}</span>;
}
