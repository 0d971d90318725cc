import { Alert, Button, Group, List, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InboxReplay } from '../../../lib/api.ts';
import { Timestamp } from '../../../ui/timestamp.tsx';

type Ended = InboxReplay & { result: NonNullable<InboxReplay['result']> };

/** What would be judged otherwise, and the way to have it so. */
export function ReplayPreview({
  preview,
  isOutdated,
  isStarting,
  apply,
}: {
  preview: Ended;
  /** Whether the campaign is another one by now. */
  isOutdated: boolean;
  isStarting: boolean;
  apply: () => void;
}): ReactNode {
  const { examples } = preview;
  const { requests, changed, verdicts } = preview.result;
  if (changed === 0)
    return (
      <Text role="status">
        {requests === 0
          ? 'Nothing came in then that did not count.'
          : `${countRequests(requests)} did not count then, and would not now.`}
      </Text>
    );
  return (
    <div role="region" aria-label="What would change">
      <Text
        fw={500}
      >{`${changed.toLocaleString('en')} of ${countRequests(requests)} would be judged otherwise.`}</Text>
      <Verdicts verdicts={verdicts} />
      <Examples examples={examples} />
      {changed > examples.length ? (
        <Text size="xs" c="dimmed">{`The first ${examples.length} of ${changed.toLocaleString('en')}.`}</Text>
      ) : null}
      {isOutdated ? (
        <Text size="sm" mt="sm">
          The campaign has been changed since. See again what would change.
        </Text>
      ) : (
        <Group mt="sm" gap="sm">
          <Button loading={isStarting} onClick={apply}>
            {`Apply to ${countRequests(requests)}`}
          </Button>
          <Text size="xs" c="dimmed">
            What counts then is told to traffic sources, and cannot be taken back here.
          </Text>
        </Group>
      )}
    </div>
  );
}

function Examples({ examples }: { examples: InboxReplay['examples'] }): ReactNode {
  return (
    <Table.ScrollContainer minWidth={560} mah={360}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Came in</Table.Th>
            <Table.Th>Was</Table.Th>
            <Table.Th>Would be</Table.Th>
            <Table.Th>Conversions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {examples.map(({ id, receivedAt, before, after, changes }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Timestamp at={receivedAt} />
              </Table.Td>
              <Table.Td>{formatVerdict(before)}</Table.Td>
              <Table.Td>{formatVerdict(after)}</Table.Td>
              <Table.Td className="wp-wrap">{changes.map(formatChange).join('; ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** What was done, also by one that did not come to its end. */
export function ReplayOutcome({ replay }: { replay: Ended }): ReactNode {
  const { state, progress } = replay;
  const { requests, changed, verdicts } = replay.result;
  const title =
    state === 'done'
      ? `${countRequests(requests)} ${requests === 1 ? 'was' : 'were'} applied again`
      : `${requests.toLocaleString('en')} of ${countRequests(progress.of ?? requests)} were applied before it ended`;
  return (
    <Alert variant="default" role="status" title={title}>
      <Text size="sm">{`${changed.toLocaleString('en')} ${changed === 1 ? 'is' : 'are'} judged otherwise now.`}</Text>
      <Verdicts verdicts={verdicts} />
    </Alert>
  );
}

function Verdicts({ verdicts }: { verdicts: Ended['result']['verdicts'] }): ReactNode {
  const changed = verdicts.filter(({ before, after }) => before !== after);
  return (
    <List size="sm" mt={4}>
      {changed.map(({ before, after, requests }) => (
        <List.Item key={`${before} ${after}`}>
          {`${requests.toLocaleString('en')} from ${formatVerdict(before)} to ${formatVerdict(after)}`}
        </List.Item>
      ))}
    </List>
  );
}

function formatVerdict(verdict: string): string {
  return verdict.replaceAll('-', ' ');
}

function formatChange(change: InboxReplay['examples'][number]['changes'][number]): string {
  const { isNew, label, status, payout, currency } = change;
  return `${isNew ? '' : 'changed: '}${label}, ${status}, ${payout} ${currency}`;
}

export function countRequests(requests: number): string {
  return `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`;
}
