import { Alert, Button, Group, List, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InboxReplay } from '../../../lib/api/api.ts';
import { formatVerdict } from '../../../lib/format/format-verdict.ts';
import { Timestamp } from '../../../ui/timestamp.tsx';
import { countPostbacks, formatReplayed, formatReplayTitle, formatVerdictChanges } from './replay.ts';

type FinishedReplay = InboxReplay & { result: NonNullable<InboxReplay['result']> };

export function ReplayPreview({
  preview,
  isOutdated,
  isStarting,
  apply,
}: {
  preview: FinishedReplay;
  /** True if the campaign was changed after the preview. */
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
          ? 'All postbacks in this time range have already been counted.'
          : `No changes: ${countPostbacks(requests)} would still not be counted.`}
      </Text>
    );
  return (
    <div role="region" aria-label="Preview">
      <Text
        fw={600}
      >{`${changed.toLocaleString('en')} of ${countPostbacks(requests)} would get a new verdict.`}</Text>
      <Verdicts verdicts={verdicts} />
      <Examples examples={examples} />
      {changed > examples.length ? (
        <Text
          size="xs"
          c="dimmed"
        >{`Showing the first ${examples.length} of ${changed.toLocaleString('en')}.`}</Text>
      ) : null}
      {isOutdated ? (
        <Text size="sm" mt="sm">
          The campaign has changed since this preview. Preview the changes again.
        </Text>
      ) : (
        <Group mt="sm" gap="sm">
          <Button loading={isStarting} onClick={apply}>
            {`Apply to ${countPostbacks(requests)}`}
          </Button>
          <Text size="xs" c="dimmed">
            Sends postbacks for new conversions. This cannot be undone.
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
            <Table.Th>Received</Table.Th>
            <Table.Th>Verdict</Table.Th>
            <Table.Th>New verdict</Table.Th>
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
              <Table.Td className="wp-wrap">{changes.map(formatReplayed).join('; ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Shows the result of a replay, even if the replay was stopped or failed. */
export function ReplayOutcome({ replay }: { replay: FinishedReplay }): ReactNode {
  const { changed, verdicts } = replay.result;
  return (
    <Alert variant="default" role="status" title={formatReplayTitle(replay)}>
      <Text size="sm">{`${countPostbacks(changed)} got a new verdict.`}</Text>
      <Verdicts verdicts={verdicts} />
    </Alert>
  );
}

function Verdicts({ verdicts }: { verdicts: FinishedReplay['result']['verdicts'] }): ReactNode {
  return (
    <List size="sm" mt={4}>
      {formatVerdictChanges(verdicts).map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
}
