import { Button } from '@mantine/core';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { inboxVerdicts } from '@waypost/contract/conversions/inbox-verdicts.ts';
import { useMemo, type ReactNode } from 'react';
import type { InboxEntry, WaypostPanelClient } from '../../lib/api/api.ts';
import { dayIn, readRange } from '../../lib/time/date-range.ts';
import { dayBounds } from '../../lib/time/day-bounds.ts';
import { readLogSearch, type LogSearch } from '../../lib/records/log-search.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { now } from '../../lib/time/now.ts';
import { useStore } from '../../lib/api/store.ts';
import { refreshFirstPage, useLogPages } from '../../lib/records/use-log-pages.ts';
import { IdField } from '../../ui/log/id-field.tsx';
import { LogFilters } from '../../ui/log/log-filters.tsx';
import { clockColumn } from '../../ui/log/clock-column.ts';
import { LogTable } from '../../ui/log/log-table.tsx';
import { Page } from '../../ui/page.tsx';
import { RangePicker } from '../../ui/range-picker.tsx';
import { useNamesIn } from '../../ui/record/use-names-in.ts';
import type { Column } from '../../ui/table/column.ts';
import { RequestDrawer } from './request-drawer.tsx';
import { formatVerdict } from '../../lib/format/format-verdict.ts';

const verdictChoices = Object.entries(inboxVerdicts).map(([value, label]) => ({ value, label }));

export function InboxPage(): ReactNode {
  const search: LogSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const { workspace, may } = useWorkspace();
  const { campaignId, verdict, clickId, range } = search;
  const today = dayIn(workspace.timezone, useStore(now));
  const days = range === undefined ? undefined : readRange(range, today);
  const bounds = days === undefined ? undefined : dayBounds(days, workspace.timezone);
  const pages = useInbox({ campaignId, verdict, clickId, ...bounds });
  const rows = pages.data;
  const names = useNamesIn([campaignId, ...new Set(rows?.map((row) => row.campaignId))], ['campaigns']);
  const columns = useMemo(() => inboxColumns(names, workspace.timezone), [names, workspace.timezone]);
  const go: ChangeSearch = (change) =>
    void navigate({ to: '/inbox', search: (before: object) => readLogSearch({ ...before, ...change }) });
  const opened = search.open === undefined ? undefined : rows?.find(({ id }) => id === search.open);
  return (
    <Page
      title="Incoming postbacks"
      isFull
      actions={
        may('inbox.replay') && campaignId !== undefined ? (
          <Button
            variant="default"
            renderRoot={(root) => (
              <Link {...root} to="/campaigns/$campaignId" params={{ campaignId }} search={{ tab: 'goals' }} />
            )}
          >
            Replay incoming postbacks
          </Button>
        ) : null
      }
    >
      <InboxFilters
        search={search}
        range={days === undefined ? undefined : range}
        today={today}
        change={go}
      />
      <LogTable
        pages={pages}
        newest="receivedAt"
        name="inbox"
        label="Incoming postbacks"
        columns={columns}
        rows={rows}
        pathOf={({ id }) => router.buildLocation({ to: '/inbox', search: { ...search, open: id } }).href}
        empty={
          [verdict, campaignId, clickId, days].some((one) => one !== undefined)
            ? 'No incoming postbacks match these filters.'
            : 'No incoming postbacks yet. Give a campaign’s incoming postback URL to your affiliate network.'
        }
      />
      {opened === undefined ? null : (
        <RequestDrawer
          entry={opened}
          campaignName={names.get(opened.campaignId)}
          close={() => go({ open: undefined })}
        />
      )}
    </Page>
  );
}

type ChangeSearch = (change: { [name in keyof LogSearch]?: LogSearch[name] | undefined }) => void;

function InboxFilters({
  search: { verdict, campaignId, clickId },
  range,
  today,
  change,
}: {
  search: LogSearch;
  range: string | undefined;
  today: string;
  change: ChangeSearch;
}): ReactNode {
  return (
    <LogFilters
      kind={{
        label: 'Verdict',
        placeholder: 'All verdicts',
        choices: verdictChoices,
        value: verdict,
        onChoose: (chosen) => change({ verdict: chosen }),
      }}
      campaignId={campaignId}
      change={change}
      range={
        <RangePicker
          range={range ?? ''}
          today={today}
          onChoose={(chosen) => change({ range: chosen })}
          onAll={() => change({ range: undefined })}
        />
      }
    >
      <IdField
        key={clickId ?? ''}
        label="Click ID"
        value={clickId ?? ''}
        onSearch={(text) => change({ clickId: text })}
      />
    </LogFilters>
  );
}

type InboxQuery = Pick<NonNullable<Parameters<WaypostPanelClient['listInbox']>[0]>, 'query'>['query'];

function useInbox(query: InboxQuery) {
  const { api } = useWorkspace();
  return useLogPages(
    ['listInbox', query],
    (page, signal) => api.listInbox({ query: { ...query, ...page }, signal }),
    { refetchInterval: refreshFirstPage },
  );
}

function inboxColumns(names: ReadonlyMap<string, string>, timezone: string): Column<InboxEntry>[] {
  return [
    clockColumn({ id: 'receivedAt', label: 'Time', timezone }, ({ receivedAt }) => receivedAt),
    {
      id: 'verdict',
      label: 'Verdict',
      value: ({ verdict }) => formatVerdict(verdict),
      widthPx: 150,
      isMain: true,
    },
    { id: 'reason', label: 'Reason', value: ({ reason }) => reason, widthPx: 380 },
    { id: 'campaign', label: 'Campaign', value: (row) => names.get(row.campaignId) ?? null, widthPx: 180 },
    {
      id: 'request',
      label: 'Request',
      value: ({ method, query }) => `${method} ${query ?? ''}`,
      widthPx: 300,
    },
    {
      id: 'attempts',
      label: 'Attempts',
      value: ({ attempts }) => attempts,
      isFigure: true,
      widthPx: 90,
      isExtra: true,
    },
  ];
}
