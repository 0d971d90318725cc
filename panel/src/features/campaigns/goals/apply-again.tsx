import { Alert, Button, Group, List, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { InboxReplay, InboxReplayPreview } from '../../../lib/api.ts';
import { localTime } from '../../../lib/local-time.ts';
import { useHere } from '../../../lib/me.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Part } from '../../../ui/part.tsx';

const weekMs = 7 * 86_400_000;

/** The saved rules on what came in and did not count: first what would change, then for real. */
export function ApplyAgain({ campaignId, isDirty }: { campaignId: string; isDirty: boolean }): ReactNode {
  const { workspace, api } = useHere();
  const queries = useQueryClient();
  const [range, setRange] = useState(lastWeek);
  const looking = useMutation({ mutationFn: () => api.previewReplay(askOf(campaignId, range)) });
  const applying = useMutation({
    mutationFn: (selection: InboxReplayPreview['selection']) => api.replayInbox(selection),
    onSuccess: () => {
      looking.reset();
      void queries.invalidateQueries({ queryKey: [workspace.id] });
    },
  });
  const choose = (change: Partial<Range>) => {
    setRange({ ...range, ...change });
    looking.reset();
    applying.reset();
  };
  const failure = looking.error ?? applying.error;
  return (
    <Part
      title="Apply again"
      lead="The rules as they are saved, on events that came in and did not count then. What counted stays as it is."
    >
      <Group gap="sm" align="flex-end">
        <Time label="From, by this clock" value={range.from} onChange={(from) => choose({ from })} />
        <Time label="To" value={range.to} onChange={(to) => choose({ to })} />
        <Button
          variant="default"
          loading={looking.isPending}
          disabled={range.from === '' || range.to === '' || applying.isPending}
          onClick={() => {
            applying.reset();
            looking.mutate();
          }}
        >
          See what would change
        </Button>
      </Group>
      {isDirty ? <Text size="sm">What is not saved above does not count here. Save it first.</Text> : null}
      {failure === null ? null : <ErrorNote error={failure} />}
      {looking.data === undefined ? null : (
        <Preview
          preview={looking.data}
          isPending={applying.isPending}
          apply={(selection) => applying.mutate(selection)}
        />
      )}
      {applying.data === undefined ? null : <Outcome result={applying.data} />}
    </Part>
  );
}

type Range = { from: string; to: string };

function lastWeek(): Range {
  const now = Date.now();
  // The minute that has begun counts too.
  return { from: localTime(new Date(now - weekMs)), to: localTime(new Date(now + 60_000)) };
}

function askOf(campaignId: string, { from, to }: Range) {
  return { campaignId, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function Time({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <TextInput
      label={label}
      type="datetime-local"
      step={1}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function Preview({
  preview,
  isPending,
  apply,
}: {
  preview: InboxReplayPreview;
  isPending: boolean;
  apply: (selection: InboxReplayPreview['selection']) => void;
}): ReactNode {
  const { requests, changed, verdicts, examples, selection } = preview;
  if (changed === 0)
    return (
      <Text role="status">
        {requests === 0
          ? 'Nothing came in then that did not count.'
          : `${count(requests)} did not count then, and would not now.`}
      </Text>
    );
  return (
    <div role="region" aria-label="What would change">
      <Text
        fw={500}
      >{`${changed.toLocaleString('en')} of ${count(requests)} would be judged otherwise.`}</Text>
      <Verdicts verdicts={verdicts} />
      <Examples examples={examples} />
      {changed > examples.length ? (
        <Text size="xs" c="dimmed">{`The first ${examples.length} of ${changed.toLocaleString('en')}.`}</Text>
      ) : null}
      <Group mt="sm" gap="sm">
        <Button loading={isPending} onClick={() => apply(selection)}>
          {`Apply to ${count(requests)}`}
        </Button>
        <Text size="xs" c="dimmed" role="status">
          {isPending
            ? `${count(requests)} are being applied. This can take a minute.`
            : 'What counts then is told to traffic sources, and cannot be taken back here.'}
        </Text>
      </Group>
    </div>
  );
}

function Examples({ examples }: { examples: InboxReplayPreview['examples'] }): ReactNode {
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
                <Moment at={receivedAt} />
              </Table.Td>
              <Table.Td>{sayVerdict(before)}</Table.Td>
              <Table.Td>{sayVerdict(after)}</Table.Td>
              <Table.Td className="wp-wrap">{changes.map(sayChange).join('; ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Outcome({ result: { requests, changed, verdicts } }: { result: InboxReplay }): ReactNode {
  return (
    <Alert variant="default" role="status" title={`${count(requests)} were applied again`}>
      <Text size="sm">{`${changed.toLocaleString('en')} are judged otherwise now.`}</Text>
      <Verdicts verdicts={verdicts} />
    </Alert>
  );
}

function Verdicts({ verdicts }: { verdicts: InboxReplay['verdicts'] }): ReactNode {
  const changed = verdicts.filter(({ before, after }) => before !== after);
  return (
    <List size="sm" mt={4}>
      {changed.map(({ before, after, requests }) => (
        <List.Item key={`${before} ${after}`}>
          {`${requests.toLocaleString('en')} from ${sayVerdict(before)} to ${sayVerdict(after)}`}
        </List.Item>
      ))}
    </List>
  );
}

function sayVerdict(verdict: string): string {
  return verdict.replaceAll('-', ' ');
}

function sayChange(change: InboxReplayPreview['examples'][number]['changes'][number]): string {
  const { isNew, label, status, payout, currency } = change;
  return `${isNew ? '' : 'changed: '}${label}, ${status}, ${payout} ${currency}`;
}

function count(requests: number): string {
  return `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`;
}
