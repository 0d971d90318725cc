import type { ListedCampaign } from '../../lib/api/api.ts';
import { countryColumn, createdColumn, nameColumn } from '../../ui/record/columns.tsx';
import type { Column } from '../../ui/table/column.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

export function campaignColumns(names: ReadonlyMap<string, string>): Column<ListedCampaign>[] {
  return [
    { ...nameColumn<ListedCampaign>(), widthPx: 200 },
    {
      id: 'status',
      label: 'Status',
      value: ({ status }) => status,
      cell: ({ status }) => <StatusBadge status={status} />,
      widthPx: 104,
      isServerSort: true,
    },
    {
      id: 'source',
      label: 'Traffic source',
      value: ({ trafficSourceId }) => names.get(trafficSourceId) ?? '',
      widthPx: 140,
      isExtra: true,
    },
    { ...countryColumn(), isExtra: true },
  ];
}

export const createdCampaignColumn: Column<ListedCampaign>[] = [{ ...createdColumn(), isExtra: true }];
