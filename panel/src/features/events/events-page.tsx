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
import { eventRange, EventFilters } from './event-filters.tsx';
import { useTail } from './use-tail.ts';

/** What happened, one by one, newest first; live it goes on by itself. A row opens everything that is known about it. */
export function EventsPage(): ReactNode {
  const search: EventSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { workspace, api } = useWorkspace();
  const filters = eventFilters(search);
  const today = dayIn(workspace.timezone, useStore(now));
  const days = readRange(search.range ?? eventRange, today) ?? { from: today, to: today };
  const asked = { ...filters, ...(filters.clickId === undefined ? days : {}) };
  const isLive = search.live === true;
  const pages = useLogPages(
    ['listBriefEvents', asked],
    (page, signal) => api.listBriefEvents({ query: { ...asked, ...page }, signal }),
    // A list that moves under the hand is worse than one that is a minute old; live is for what is new.
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
          Listed by the time each event happened. Reports and the overview count conversions on the day of
          their visit, so their figures for the same days can differ.
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
            ? 'Nothing happened here yet: open a campaign’s link, choose other days, or leave out a filter.'
            : 'Nothing has this id. Ids are compared to the letter.'
        }
      />
    </Page>
  );
}

/** Whether conversions are listed by days, which people compare with reports. */
function isByDay({ live, q, type }: EventSearch): boolean {
  return live !== true && q === undefined && (type === undefined || type === 'event');
}

/** What came in live stands above the list, which may have some of it by now. */
function useRows(
  live: readonly BriefEvent[],
  listed: readonly BriefEvent[] | undefined,
): EventRow[] | undefined {
  return useMemo(() => {
    if (listed === undefined) return undefined;
    const byKey = new Map<string, EventRow>();
    for (const event of [...live, ...listed]) {
      // Each change of a conversion is an event of its own, with the conversion's id.
      const id = `${event.id} ${event.time}`;
      if (!byKey.has(id)) byKey.set(id, { id, event });
    }
    return [...byKey.values()];
  }, [live, listed]);
}
