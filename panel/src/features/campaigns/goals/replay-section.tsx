import { Alert, Button, Group, Progress, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { InboxReplay } from '../../../lib/api/api.ts';
import { localTime } from '../../../lib/time/local-time.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Section } from '../../../ui/section.tsx';
import { buildReplayOrder, formatReplayProgress, isOpenReplay, lastWeek, replayPercent } from './replay.ts';
import { ReplayOutcome, ReplayPreview } from './replay-result.tsx';
import { useReplay } from './use-replay.ts';

export function ReplaySection({
  campaignId,
  version,
  isDirty,
}: {
  campaignId: string;
  version: number;
  isDirty: boolean;
}): ReactNode {
  const [range, setRange] = useState(() => lastWeek(new Date()));
  const { replay, start, stop, isStarting, error } = useReplay(campaignId);
  const isRunning = replay !== undefined && isOpenReplay(replay);
  return (
    <Section
      title="Replay incoming postbacks"
      lead="Apply the saved rules to earlier postbacks that were not counted. Conversions that were already counted do not change."
    >
      <Group gap="sm" align="flex-end">
        <Time
          label="From (local time)"
          value={range.from}
          onChange={(from) => setRange({ ...range, from })}
        />
        <Time label="To (local time)" value={range.to} onChange={(to) => setRange({ ...range, to })} />
        <Button
          variant="default"
          loading={isStarting}
          disabled={range.from === '' || range.to === '' || isRunning}
          onClick={() => start(buildReplayOrder(campaignId, range))}
        >
          Preview changes
        </Button>
      </Group>
      {isDirty ? <Text size="sm">Save your changes first. Only saved rules are applied.</Text> : null}
      {error === null ? null : <ErrorNote error={error} />}
      {replay === undefined ? null : (
        <ReplayState
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

function formatTime(time: string): string {
  return localTime(new Date(time)).replace('T', ' ');
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

function ReplayState({
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
  if (isOpenReplay(replay)) return <ReplayProgress replay={replay} stop={stop} />;
  return (
    <div>
      <Text size="xs" c="dimmed" mt="sm">
        {`Postbacks from ${formatTime(from)} to ${formatTime(to)}`}
      </Text>
      {state === 'failed' ? (
        <Alert variant="default" role="alert">{`Failed: ${failure ?? 'unknown error'}`}</Alert>
      ) : null}
      {state === 'stopped' && isPreview ? <Text>Stopped. Nothing was changed.</Text> : null}
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

function ReplayProgress({ replay, stop }: { replay: InboxReplay; stop: () => void }): ReactNode {
  const { isPreview, progress, createdBy } = replay;
  return (
    <div role="status">
      <Progress
        mt="sm"
        value={replayPercent(progress)}
        aria-label={isPreview ? 'Postbacks checked' : 'Postbacks replayed'}
      />
      <Group mt={4} gap="sm">
        <Text size="sm">{formatReplayProgress(replay)}</Text>
        <Button variant="default" size="compact-sm" onClick={stop}>
          Stop
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {`Started by ${createdBy.label}. You can leave this page.${isPreview ? '' : ' If you stop, changes that were already made are kept.'}`}
      </Text>
    </div>
  );
}
