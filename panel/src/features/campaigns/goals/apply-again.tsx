import { Alert, Button, Group, Progress, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { InboxReplay } from '../../../lib/api.ts';
import { localTime } from '../../../lib/local-time.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Section } from '../../../ui/section.tsx';
import { countRequests, ReplayOutcome, ReplayPreview } from './replay-result.tsx';
import { isOpenReplay, useReplay } from './use-replay.ts';

const weekMs = 7 * 86_400_000;

/** The saved rules on what came in and did not count: first what would change, then for real. */
export function ApplyAgain({
  campaignId,
  version,
  isDirty,
}: {
  campaignId: string;
  /** Of the campaign, as it is saved. */
  version: number;
  isDirty: boolean;
}): ReactNode {
  const [range, setRange] = useState(lastWeek);
  const { replay, start, stop, isStarting, error } = useReplay(campaignId);
  const isUnderWay = replay !== undefined && isOpenReplay(replay);
  return (
    <Section
      title="Apply again"
      lead="The rules as they are saved, on events that came in and did not count then. What counted stays as it is."
    >
      <Group gap="sm" align="flex-end">
        <Time
          label="From, by this clock"
          value={range.from}
          onChange={(from) => setRange({ ...range, from })}
        />
        <Time label="To" value={range.to} onChange={(to) => setRange({ ...range, to })} />
        <Button
          variant="default"
          loading={isStarting}
          disabled={range.from === '' || range.to === '' || isUnderWay}
          onClick={() => start(askOf(campaignId, range))}
        >
          See what would change
        </Button>
      </Group>
      {isDirty ? <Text size="sm">What is not saved above does not count here. Save it first.</Text> : null}
      {error === null ? null : <ErrorNote error={error} />}
      {replay === undefined ? null : (
        <Course
          key={replay.id}
          replay={replay}
          isOutdated={replay.campaignVersion !== version}
          stop={stop}
          apply={(requests) => start({ campaignId, from: replay.from, to: replay.to, apply: { requests } })}
          isStarting={isStarting}
        />
      )}
    </Section>
  );
}

type Range = { from: string; to: string };

function lastWeek(): Range {
  const now = Date.now();
  // The minute that has begun counts too.
  return { from: localTime(new Date(now - weekMs)), to: localTime(new Date(now + 60_000)) };
}

function formatTime(moment: string): string {
  return localTime(new Date(moment)).replace('T', ' ');
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

/** How far the last one is, or what came of it. */
function Course({
  replay,
  isOutdated,
  stop,
  apply,
  isStarting,
}: {
  replay: InboxReplay;
  isOutdated: boolean;
  stop: () => void;
  apply: (requests: number) => void;
  isStarting: boolean;
}): ReactNode {
  const { state, isPreview, result, failure, from, to } = replay;
  if (isOpenReplay(replay)) return <UnderWay replay={replay} stop={stop} />;
  return (
    <div>
      <Text size="xs" c="dimmed" mt="sm">
        {`Events from ${formatTime(from)} to ${formatTime(to)}`}
      </Text>
      {state === 'failed' ? (
        <Alert variant="default" role="alert">{`It failed: ${failure ?? 'nobody knows why'}`}</Alert>
      ) : null}
      {state === 'stopped' && isPreview ? <Text>Stopped. Nothing has changed.</Text> : null}
      {result === null ? null : isPreview ? (
        <ReplayPreview
          preview={{ ...replay, result }}
          isOutdated={isOutdated}
          isStarting={isStarting}
          apply={() => apply(result.requests)}
        />
      ) : (
        <ReplayOutcome replay={{ ...replay, result }} />
      )}
    </div>
  );
}

function UnderWay({ replay, stop }: { replay: InboxReplay; stop: () => void }): ReactNode {
  const { state, isPreview, progress, createdBy } = replay;
  const { done, of } = progress;
  const verb = isPreview ? 'looked at' : 'applied';
  return (
    <div role="status">
      <Progress
        mt="sm"
        value={of === null || of === 0 ? 0 : Math.min(100, (done / of) * 100)}
        aria-label={isPreview ? 'Requests looked at' : 'Requests applied'}
      />
      <Group mt={4} gap="sm">
        <Text size="sm">
          {state === 'waiting' || of === null
            ? 'Waiting for a worker.'
            : `${done.toLocaleString('en')} of ${countRequests(of)} ${verb}.`}
        </Text>
        <Button variant="default" size="compact-sm" onClick={stop}>
          Stop
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {`Begun by ${createdBy.label}. It goes on when you leave this page.${isPreview ? '' : ' What is applied stays so where it is stopped.'}`}
      </Text>
    </div>
  );
}
