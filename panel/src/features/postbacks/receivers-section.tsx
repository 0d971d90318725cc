import { Button, Group, Skeleton, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Receiver } from '../../lib/api/api.ts';
import { formatCallError } from '../../lib/format/error-messages.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Section } from '../../ui/section.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { ActionsHead } from '../../ui/actions-head.tsx';

const refreshMs = 15_000;
const pauseMinutes = 60;

export function ReceiversSection(): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const queries = useQueryClient();
  const key = [workspace.id, 'listReceivers'];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.listReceivers({ query: { sort: '-waiting', limit: 100 }, signal }),
    refetchInterval: refreshMs,
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: [workspace.id] });
  const resume = useMutation({
    mutationFn: (origin: string) => api.resumeHost({ origin }),
    onSuccess: (_, origin) => showDone(`Postbacks to ${origin} resumed.`, undefined),
    onSettled: refresh,
  });
  const pause = useMutation({
    mutationFn: (origin: string) => api.pauseHost({ origin, minutes: pauseMinutes }),
    onSuccess: ({ origin }) =>
      showDone(`Postbacks to ${origin} paused for 1 hour.`, () => resume.mutateAsync(origin)),
    onSettled: refresh,
  });
  const failed = pause.error ?? resume.error;
  const canAct = may('postbacks.retry');
  return (
    <Section title="Receivers" lead="Postbacks in the last 7 days, by receiver.">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {failed === null ? null : (
        <ErrorNote error={failed} close={pause.error === null ? resume.reset : pause.reset} />
      )}
      {data === undefined ? error === null ? <Skeleton h={80} /> : null : null}
      {data?.items.length === 0 ? (
        <Text c="dimmed">
          No postbacks sent. Set a postback URL on a traffic source to send conversions to it.
        </Text>
      ) : null}
      {data === undefined || data.items.length === 0 ? null : (
        <Table aria-label="Receivers">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Receiver</Table.Th>
              <Table.Th ta="right">Pending</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                Delivered
              </Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                Failed
              </Table.Th>
              <ActionsHead />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map((receiver) => (
              <ReceiverRow
                key={receiver.origin}
                receiver={receiver}
                act={
                  canAct
                    ? receiver.pausedUntil === null
                      ? () => pause.mutate(receiver.origin)
                      : () => resume.mutate(receiver.origin)
                    : undefined
                }
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

function ReceiverRow({
  receiver: { origin, waiting, delivered, failed, pausedUntil, reason },
  act,
}: {
  receiver: Receiver;
  /** Pauses or resumes the receiver; undefined without permission. */
  act: (() => void) | undefined;
}): ReactNode {
  const isPaused = pausedUntil !== null;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <span className="wp-mono">{origin}</span>
        {isPaused ? (
          <Text size="xs" className="wp-warning">
            Paused, resumes <Timestamp at={pausedUntil} />. {formatCallError(reason)}
          </Text>
        ) : null}
        {failed === 0 ? null : (
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {failed.toLocaleString('en-GB')} failed
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{waiting.toLocaleString('en-GB')}</Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {delivered.toLocaleString('en-GB')}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {failed.toLocaleString('en-GB')}
      </Table.Td>
      <Table.Td>
        {act === undefined ? null : (
          <Group justify="flex-end">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${isPaused ? 'Resume' : 'Pause'} ${origin}`}
              onClick={act}
            >
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
