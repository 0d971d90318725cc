import { Anchor, Button, Skeleton, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Alert } from '../../lib/api/api.ts';
import { attentionLink, attentionTitles } from '../../lib/screens/attention-links.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Section } from '../../ui/section.tsx';
import { formatNotified } from './format-notified.ts';

const refreshMs = 30_000;
const openMax = 500;

export function OpenSection(): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'listAlerts', 'open'],
    queryFn: ({ signal }) => api.listAlerts({ query: { limit: openMax }, signal }),
    refetchInterval: refreshMs,
  });
  return (
    <Section
      title="Open"
      lead="Checked every minute. Receivers are notified when an alert starts and when it is resolved."
    >
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={60} /> : null}
      {data?.items.length === 0 ? <Text c="dimmed">No open alerts.</Text> : null}
      {data === undefined || data.items.length === 0 ? null : (
        <AlertTable label="Open alerts" alerts={data.items} />
      )}
    </Section>
  );
}

export function PastSection(): ReactNode {
  const { workspace, api } = useWorkspace();
  const pages = useInfiniteQuery({
    queryKey: [workspace.id, 'listAlerts', 'past'],
    queryFn: ({ pageParam, signal }) =>
      api.listAlerts({
        query: { state: 'past', ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
  });
  const { data, error, hasNextPage, isFetchingNextPage } = pages;
  const alerts = data?.pages.flatMap(({ items }) => items);
  return (
    <Section title="Resolved" lead="Alerts from the last 90 days.">
      {error === null ? null : <ErrorNote error={error} retry={() => void pages.refetch()} />}
      {alerts === undefined && error === null ? <Skeleton h={60} /> : null}
      {alerts?.length === 0 ? <Text c="dimmed">No resolved alerts.</Text> : null}
      {alerts === undefined || alerts.length === 0 ? null : (
        <AlertTable label="Resolved alerts" alerts={alerts} />
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
    </Section>
  );
}

function AlertTable({ label, alerts }: { label: string; alerts: readonly Alert[] }): ReactNode {
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Alert</Table.Th>
          <Table.Th>Started</Table.Th>
          <Table.Th visibleFrom="sm">Notified</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {alerts.map((alert) => (
          <Table.Tr key={alert.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <AlertName alert={alert} />
              <Text size="sm" c="dimmed">
                {alert.message}
              </Text>
            </Table.Td>
            <Table.Td style={{ verticalAlign: 'top' }}>
              <Timestamp at={alert.openedAt} />
              {alert.recoveredAt === null ? null : (
                <Text size="xs" c="dimmed">
                  resolved <Timestamp at={alert.recoveredAt} />
                </Text>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm" style={{ verticalAlign: 'top' }}>
              {formatNotified(alert)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function AlertName({ alert }: { alert: Alert }): ReactNode {
  const title = attentionTitles[alert.kind];
  const name = alert.subject === null ? title : `${title}: ${alert.subject.name}`;
  const target = attentionLink(alert);
  if (target === undefined) return <Text fw={600}>{name}</Text>;
  return (
    <Anchor fw={600} renderRoot={(root) => <Link {...root} to={target.to} search={target.search ?? {}} />}>
      {name}
    </Anchor>
  );
}
