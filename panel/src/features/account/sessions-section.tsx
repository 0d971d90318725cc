import { Badge, Box, Button, Skeleton, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personApi } from '../../lib/api/api.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Section } from '../../ui/section.tsx';
import { formatAgent } from '@waypost/contract/accounts/format-agent.ts';
import { danger } from '../../ui/danger.ts';
import { ActionsHead } from '../../ui/actions-head.tsx';

const key = ['sessions'];

export function SessionsSection(): ReactNode {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: () => personApi.listSessions({}) });
  const refresh = () => void queries.invalidateQueries({ queryKey: key });
  const end = useMutation({ mutationFn: (id: string) => personApi.endSession(id), onSuccess: refresh });
  const endOthers = useMutation({ mutationFn: () => personApi.endOtherSessions(), onSuccess: refresh });
  const failure = error ?? end.error ?? endOthers.error;
  return (
    <Box mt="md" maw={1080}>
      <Section
        title="Sessions"
        lead="Devices where you are signed in. If you don’t recognize one, sign it out and change your password."
      >
        {failure === null ? null : <ErrorNote error={failure} retry={() => void refetch()} />}
        {data === undefined ? (
          <Skeleton h={80} />
        ) : (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Browser</Table.Th>
                <Table.Th visibleFrom="sm">Network</Table.Th>
                <Table.Th>Last seen</Table.Th>
                <ActionsHead />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.items.map(({ id, isCurrent, userAgent, network, lastSeenAt }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    {formatAgent(userAgent)} {isCurrent ? <Badge>This device</Badge> : null}
                    <Text hiddenFrom="sm" c="dimmed" className="wp-mono">
                      {network ?? 'unknown'}
                    </Text>
                  </Table.Td>
                  <Table.Td visibleFrom="sm" className="wp-mono">
                    {network ?? 'unknown'}
                  </Table.Td>
                  <Table.Td>
                    <Timestamp at={lastSeenAt} />
                  </Table.Td>
                  <Table.Td ta="right">
                    {isCurrent ? null : (
                      <Button size="compact-sm" {...danger} onClick={() => end.mutate(id)}>
                        Sign out
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {data !== undefined && data.items.length > 1 ? (
          <Box>
            <Button {...danger} loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
              Sign out all other sessions
            </Button>
          </Box>
        ) : (
          <Text size="xs" c="dimmed">
            You have no other sessions.
          </Text>
        )}
      </Section>
    </Box>
  );
}
