import { Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Erasure } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { formatClock } from '../../lib/time/format-clock.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';

const pollMs = 5_000;

const stateTexts: Readonly<Record<Erasure['state'], string>> = {
  begun: 'Deleting. This can take a few minutes.',
  watched: 'Deleted. Late data is also deleted if it arrives within three days.',
  stuck: 'Failed; retrying every minute. Ask your administrator to check the traffic store.',
  done: 'Deleted, including the click ID.',
};

export function ErasuresSection(): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'erasures'],
    queryFn: ({ signal }) => api.listErasures({ query: { limit: 100 }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'begun' || one.state === 'stuck') === true
        ? pollMs
        : false,
  });
  return (
    <Section title="Deletions" lead="The last 100 deletions. The audit log shows who requested them.">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton h={48} />
        ) : null
      ) : data.items.length === 0 ? (
        <Text c="dimmed">No deletions yet.</Text>
      ) : (
        <Table aria-label="Deletions" layout="fixed" className="wp-compared">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={180}>Requested</Table.Th>
              <Table.Th>Click ID</Table.Th>
              <Table.Th>Status</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map(({ id, clickId, state, requestedAt }) => (
              <Table.Tr key={id}>
                <Table.Td className="wp-value">{formatClock(requestedAt, workspace.timezone)}</Table.Td>
                <Table.Td className="wp-value" data-label="Click ID">
                  {clickId === null ? (
                    <Text inherit c="dimmed">
                      Deleted
                    </Text>
                  ) : (
                    <span className="wp-mono">{clickId}</span>
                  )}
                </Table.Td>
                <Table.Td className="wp-value" data-label="Status">
                  {stateTexts[state]}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}
