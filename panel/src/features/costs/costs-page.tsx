import { Button } from '@mantine/core';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import type { CostEntry } from '../../lib/api/api.ts';
import { readCostSearch, type CostSearch } from './cost-search.ts';
import { formatMoney } from '../../lib/format/format-metrics.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { costStates, formatCostPeriod, formatCostStatus } from '../../lib/format/format-cost-entry.ts';
import { useLogPages } from '../../lib/records/use-log-pages.ts';
import { LogFilters } from '../../ui/log/log-filters.tsx';
import { clockColumn } from '../../ui/log/clock-column.ts';
import { LogTable } from '../../ui/log/log-table.tsx';
import { Page } from '../../ui/page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { CostDrawer } from './cost-drawer.tsx';

const busyMs = 3_000;
const stateChoices = Object.entries(costStates).map(([value, label]) => ({ value, label }));

export function CostsPage(): ReactNode {
  const search: CostSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const { workspace, may } = useWorkspace();
  const { campaignId, status } = search;
  const pages = useCosts({ campaignId, status });
  const rows = pages.data;
  const columns = useMemo(() => costColumns(workspace.timezone), [workspace.timezone]);
  const go = (change: { [name in keyof CostSearch]?: CostSearch[name] | undefined }) =>
    void navigate({ to: '/costs', search: (before: object) => readCostSearch({ ...before, ...change }) });
  const opened = search.open === undefined ? undefined : rows?.find(({ id }) => id === search.open);
  return (
    <Page
      title="Costs"
      isFull
      actions={
        may('uploads.write') ? (
          <Button variant="default" component={Link} to="/uploads">
            Import file
          </Button>
        ) : null
      }
    >
      <LogFilters
        kind={{
          label: 'Status',
          placeholder: 'All statuses',
          choices: stateChoices,
          value: status,
          onChoose: (chosen) => go({ status: chosen }),
        }}
        campaignId={campaignId}
        change={go}
      />
      <LogTable
        pages={pages}
        newest="createdAt"
        name="costs"
        label="Cost entries"
        columns={columns}
        rows={rows}
        pathOf={({ id }) => router.buildLocation({ to: '/costs', search: { ...search, open: id } }).href}
        empty={
          status === undefined && campaignId === undefined
            ? 'No cost entries yet. Add a cost on a campaign page or import a file.'
            : 'No cost entries match these filters.'
        }
      />
      {opened === undefined ? null : <CostDrawer entry={opened} close={() => go({ open: undefined })} />}
    </Page>
  );
}

function useCosts(filters: { campaignId: string | undefined; status: CostSearch['status'] | undefined }) {
  const { api } = useWorkspace();
  return useLogPages(
    ['listCosts', 'ledger', filters],
    (page, signal) => api.listCosts({ query: { ...filters, ...page }, signal }),
    {
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ items }) => items.some(isRunning)) === true ? busyMs : false,
    },
  );
}

function isRunning({ status }: CostEntry): boolean {
  return status === 'pending' || status === 'withdrawing';
}

function costColumns(timezone: string): Column<CostEntry>[] {
  return [
    { id: 'period', label: 'Time range', value: (entry) => formatCostPeriod(entry, timezone), widthPx: 240 },
    { id: 'campaign', label: 'Campaign', value: ({ campaignName }) => campaignName, widthPx: 200 },
    {
      id: 'amount',
      label: 'Amount',
      value: ({ original }) => Number(original.amount),
      cell: ({ original }) => formatMoney(Number(original.amount), original.currency),
      isFigure: true,
      isMain: true,
      widthPx: 110,
    },
    { id: 'state', label: 'Status', value: formatCostStatus, widthPx: 280 },
    { id: 'by', label: 'Added by', value: ({ createdBy }) => createdBy.label, widthPx: 180 },
    clockColumn({ id: 'createdAt', label: 'Added', timezone }, ({ createdAt }) => createdAt),
  ];
}
