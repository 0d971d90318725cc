import { Anchor, Button, Skeleton, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Alarm } from '../../lib/api.ts';
import { attentionPlace, attentionTitles } from '../../lib/attention-places.ts';
import { useHere } from '../../lib/me.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Part } from '../../ui/part.tsx';

const refreshMs = 30_000;
const openMax = 500;

export function OpenPart(): ReactNode {
  const { workspace, api } = useHere();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'listAlarms', 'open'],
    queryFn: ({ signal }) => api.listAlarms({ query: { limit: openMax }, signal }),
    refetchInterval: refreshMs,
  });
  return (
    <Part
      title="Open now"
      lead="Looked for every minute. Each is told once when it begins, and once when it is over."
    >
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={60} /> : null}
      {data?.items.length === 0 ? <Text c="dimmed">Nothing is wrong right now.</Text> : null}
      {data === undefined || data.items.length === 0 ? null : (
        <AlarmTable label="Open alarms" alarms={data.items} />
      )}
    </Part>
  );
}

export function PastPart(): ReactNode {
  const { workspace, api } = useHere();
  const pages = useInfiniteQuery({
    queryKey: [workspace.id, 'listAlarms', 'past'],
    queryFn: ({ pageParam, signal }) =>
      api.listAlarms({
        query: { state: 'past', ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
  });
  const { data, error, hasNextPage, isFetchingNextPage } = pages;
  const alarms = data?.pages.flatMap(({ items }) => items);
  return (
    <Part title="Over" lead="Those of the last 90 days.">
      {error === null ? null : <ErrorNote error={error} retry={() => void pages.refetch()} />}
      {alarms === undefined && error === null ? <Skeleton h={60} /> : null}
      {alarms?.length === 0 ? <Text c="dimmed">There was none.</Text> : null}
      {alarms === undefined || alarms.length === 0 ? null : (
        <AlarmTable label="Past alarms" alarms={alarms} />
      )}
      {hasNextPage ? (
        <Button
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
          style={{ alignSelf: 'start' }}
        >
          Show more
        </Button>
      ) : null}
    </Part>
  );
}

function AlarmTable({ label, alarms }: { label: string; alarms: readonly Alarm[] }): ReactNode {
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>What</Table.Th>
          <Table.Th>Began</Table.Th>
          <Table.Th visibleFrom="sm">Told</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {alarms.map((alarm) => (
          <Table.Tr key={alarm.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <AlarmName alarm={alarm} />
              <Text size="sm" c="dimmed">
                {alarm.message}
              </Text>
            </Table.Td>
            <Table.Td style={{ verticalAlign: 'top' }}>
              <Moment at={alarm.openedAt} />
              {alarm.recoveredAt === null ? null : (
                <Text size="xs" c="dimmed">
                  over <Moment at={alarm.recoveredAt} />
                </Text>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm" style={{ verticalAlign: 'top' }}>
              {sayTold(alarm)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function AlarmName({ alarm }: { alarm: Alarm }): ReactNode {
  const title = attentionTitles[alarm.kind];
  const name = alarm.subject === null ? title : `${title}: ${alarm.subject.name}`;
  const place = attentionPlace(alarm);
  if (place === undefined) return <Text fw={600}>{name}</Text>;
  return (
    <Anchor fw={600} renderRoot={(root) => <Link {...root} to={place.to} search={place.search ?? {}} />}>
      {name}
    </Anchor>
  );
}

function sayTold({ told, toldWaiting }: Alarm): string {
  if (told + toldWaiting === 0) return 'nobody';
  const taken = told === 1 ? '1 receiver' : `${told} receivers`;
  return toldWaiting === 0 ? taken : `${taken}, ${toldWaiting} under way`;
}
