import { Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import type { BriefEvent } from '../../lib/api/api.ts';
import { dayIn, readRange } from '../../lib/time/date-range.ts';
import { eventFilters, isByDay, readEventSearch, type EventSearch } from './event-search.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { now } from '../../lib/time/now.ts';
import { useStore } from '../../lib/api/store.ts';
import { useLogPages } from '../../lib/records/use-log-pages.ts';
import { LogTable } from '../../ui/log/log-table.tsx';
import { Page } from '../../ui/page.tsx';
import { eventColumns, mergeEvents, type EventRow } from './event-columns.tsx';
import { defaultEventRange, EventFilters } from './event-filters.tsx';
import { useTail } from './use-tail.ts';

export function EventsPage(): ReactNode {
  const search: EventSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { workspace, api } = useWorkspace();
  const filters = eventFilters(search);
  const today = dayIn(workspace.timezone, useStore(now));
  const days = readRange(search.range ?? defaultEventRange, today) ?? { from: today, to: today };
  const query = { ...filters, ...(filters.clickId === undefined ? days : {}) };
  const isLive = search.live === true;
  const pages = useLogPages(
    ['listBriefEvents', query],
    (page, signal) => api.listBriefEvents({ query: { ...query, ...page }, signal }),
    // The list is rarely refetched, because rows must not move while someone is reading them. Live mode shows new
    // events.
    { staleTime: 60_000 },
  );
  const tail = useTail(filters, isLive);
  const rows = useRows(tail.events, pages.data);
  const { currency, timezone } = workspace;
  const columns = useMemo(() => eventColumns(currency, timezone), [currency, timezone]);
  return (
    <Page title="Events" isFull>
      <EventFilters
        search={search}
        tail={tail}
        today={today}
        change={(change) =>
          void navigate({
            to: '/events',
            search: (before: object) => readEventSearch({ ...before, ...change }),
            replace: true,
          })
        }
      />
      {isByDay(search) ? (
        <Text size="xs" c="dimmed" mb="xs">
          Events are listed by the time they happened. Reports count conversions on the day of the visit, so
          daily figures can differ.
        </Text>
      ) : null}
      <LogTable
        pages={pages}
        newest="time"
        name="events"
        label="Events"
        columns={columns}
        rows={rows}
        pathOf={({ event }) => `/visits/${event.visitId ?? event.id}`}
        empty={
          search.q === undefined
            ? 'No events found. Open a campaign link, choose a different time range or remove a filter.'
            : 'No events with this ID. IDs are case-sensitive and must match exactly.'
        }
      />
    </Page>
  );
}

function useRows(
  live: readonly BriefEvent[],
  listed: readonly BriefEvent[] | undefined,
): EventRow[] | undefined {
  return useMemo(() => (listed === undefined ? undefined : mergeEvents(live, listed)), [live, listed]);
}
