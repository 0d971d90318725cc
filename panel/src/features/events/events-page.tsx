import { Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import type { BriefEvent } from '../../lib/api.ts';
import { dayIn, readRange } from '../../lib/date-range.ts';
import { eventFilters, readEventSearch, type EventSearch } from '../../lib/event-search.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { now } from '../../lib/now.ts';
import { useStore } from '../../lib/store.ts';
import { useLogPages } from '../../lib/use-log-pages.ts';
import { LogTable } from '../../ui/log/log-table.tsx';
import { Page } from '../../ui/page.tsx';
import { eventColumns, type EventRow } from './event-columns.tsx';
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
  const columns = useMemo(() => eventColumns(workspace.currency), [workspace.currency]);
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

/** Returns true if the list shows conversions by day, which can be compared with reports. */
function isByDay({ live, q, type }: EventSearch): boolean {
  return live !== true && q === undefined && (type === undefined || type === 'event');
}

/** Returns live events followed by the listed events, without duplicates. */
function useRows(
  live: readonly BriefEvent[],
  listed: readonly BriefEvent[] | undefined,
): EventRow[] | undefined {
  return useMemo(() => {
    if (listed === undefined) return undefined;
    const byKey = new Map<string, EventRow>();
    for (const event of [...live, ...listed]) {
      // Each change to a conversion is a separate event with the same ID, so the key includes the time.
      const id = `${event.id} ${event.time}`;
      if (!byKey.has(id)) byKey.set(id, { id, event });
    }
    return [...byKey.values()];
  }, [live, listed]);
}
