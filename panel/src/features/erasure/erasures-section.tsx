import { Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Erasure } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { formatClock } from '../../lib/format-clock.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';

const lookEveryMs = 5_000;

const words: Readonly<Record<Erasure['state'], string>> = {
  begun: 'Under way: it is taken out of what is recorded, which takes minutes where there is much traffic.',
  watched: 'Erased. For three days it is looked for again, since rows may still arrive.',
  stuck: 'The traffic store cannot delete it now; it is tried again every minute. The operator sees why.',
  done: 'Erased, and its click id forgotten.',
};

/** What became of what was asked for. */
export function ErasuresSection(): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'erasures'],
    queryFn: ({ signal }) => api.listErasures({ query: { limit: 100 }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'begun' || one.state === 'stuck') === true
        ? lookEveryMs
        : false,
  });
  return (
    <Section title="So far" lead="The last hundred erasures. Who asked for each stands in the audit log.">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton h={48} />
        ) : null
      ) : data.items.length === 0 ? (
        <Text c="dimmed">Nothing was erased yet.</Text>
      ) : (
        <Table aria-label="Erasures" layout="fixed" className="wp-compared">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={180}>Asked for</Table.Th>
              <Table.Th>Click id</Table.Th>
              <Table.Th>State</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map(({ id, clickId, state, requestedAt }) => (
              <Table.Tr key={id}>
                <Table.Td className="wp-value">{formatClock(requestedAt, workspace.timezone)}</Table.Td>
                <Table.Td className="wp-value" data-label="Click id">
                  {clickId === null ? (
                    <Text inherit c="dimmed">
                      forgotten
                    </Text>
                  ) : (
                    <span className="wp-mono">{clickId}</span>
                  )}
                </Table.Td>
                <Table.Td className="wp-value" data-label="State">
                  {words[state]}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}
