import { Alert, Button, Group, Progress, Select, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { DryRun, RotatorRulesInput } from '../../../lib/api.ts';
import { useWorkspace } from '../../../lib/current-workspace.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { SideDrawer } from '../../../ui/rules/side-drawer.tsx';
import { rotatorKey } from '../rotator-queries.ts';
import { DryRunResult } from './dry-run-result.tsx';

const askAgainMs = 500;

const ranges = [
  { value: '1', label: 'The last day' },
  { value: '7', label: 'The last 7 days' },
  { value: '14', label: 'The last 14 days' },
  { value: '30', label: 'The last 30 days' },
];
const samples = [
  { value: '10000', label: 'A sample of 10,000' },
  { value: '50000', label: 'A sample of 50,000' },
  { value: '200000', label: 'A sample of 200,000' },
  { value: 'all', label: 'All of them' },
];

/** Beside the editor: what the rules as they stand there would have done with visitors who were here. */
export function DryRunDrawer({
  rotatorId,
  draft,
  isOpen,
  close,
}: {
  rotatorId: string;
  /** Undefined while it has mistakes. */
  draft: RotatorRulesInput | undefined;
  isOpen: boolean;
  close: () => void;
}): ReactNode {
  const [days, setDays] = useState('7');
  const [sample, setSample] = useState('50000');
  const [bots, setBots] = useState(false);
  const { run, ranOn, start, stop, error, isStarting } = useDryRun(rotatorId, isOpen);
  const isUnderWay = run !== undefined && isOpenRun(run);
  return (
    <SideDrawer
      title="Dry run"
      lead="What the rules as they stand here, saved or not, would have done with recorded visits. Traffic is only read, and nobody is sent anywhere."
      isOpen={isOpen}
      close={close}
    >
      <Select
        label="Visits of"
        data={ranges}
        value={days}
        onChange={(value) => setDays(value ?? days)}
        allowDeselect={false}
      />
      <Select
        label="How many"
        data={samples}
        value={sample}
        onChange={(value) => setSample(value ?? sample)}
        allowDeselect={false}
      />
      <Switch
        label="Bots, too"
        checked={bots}
        onChange={({ currentTarget }) => setBots(currentTarget.checked)}
      />
      <Group gap="sm">
        <Button
          loading={isStarting}
          disabled={draft === undefined || isUnderWay}
          onClick={() =>
            start({ draft, days: Number(days), sample: sample === 'all' ? 'all' : Number(sample), bots })
          }
        >
          Run
        </Button>
        {isUnderWay ? (
          <Button variant="default" onClick={() => stop(run.id)}>
            Stop
          </Button>
        ) : null}
      </Group>
      {draft === undefined ? (
        <Alert variant="default">The rules have a mistake. Mend it, and they can be run.</Alert>
      ) : null}
      {error === null ? null : <ErrorNote error={error} />}
      {run === undefined ? null : <Course run={run} isOutdated={draft !== undefined && ranOn !== draft} />}
    </SideDrawer>
  );
}

function isOpenRun({ state }: DryRun): boolean {
  return state === 'waiting' || state === 'running';
}

type Asked = Parameters<ReturnType<typeof useWorkspace>['api']['startDryRun']>[1];

/** The last run of this page, and how far it is. */
function useDryRun(rotatorId: string, isShown: boolean) {
  const { workspace, api } = useWorkspace();
  const starting = useMutation({ mutationFn: (asked: Asked) => api.startDryRun(rotatorId, asked) });
  const queries = useQueryClient();
  const keyOf = (id: string | undefined) => rotatorKey(workspace.id, rotatorId, 'dry-run', id);
  const stopping = useMutation({
    mutationFn: (wanted: string) => api.stopDryRun(wanted),
    onSuccess: (stopped) => queries.setQueryData(keyOf(stopped.id), stopped),
  });
  const id = starting.data?.id;
  const { data, error } = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.getDryRun(id ?? '', { signal }),
    enabled: id !== undefined && isShown,
    refetchInterval: ({ state }) => (state.data !== undefined && !isOpenRun(state.data) ? false : askAgainMs),
    staleTime: Infinity,
  });
  return {
    run: data ?? starting.data,
    /** The draft that it is about. */
    ranOn: starting.variables?.draft,
    start: starting.mutate,
    stop: stopping.mutate,
    error: starting.error ?? stopping.error ?? error,
    isStarting: starting.isPending,
  };
}

function Course({ run, isOutdated }: { run: DryRun; isOutdated: boolean }): ReactNode {
  const { state, progress, failure, result } = run;
  const { looked, of } = progress;
  return (
    <section aria-label="What would have happened">
      {isOpenRun(run) ? (
        <div role="status">
          <Progress
            value={of === null || of === 0 ? 0 : Math.min(100, (looked / of) * 100)}
            aria-label="Visits looked at"
          />
          <Text size="sm" mt={4}>
            {state === 'waiting'
              ? 'Waiting for a worker.'
              : of === null
                ? 'The visits are counted.'
                : `${looked.toLocaleString('en')} of ${of.toLocaleString('en')} visits`}
          </Text>
        </div>
      ) : null}
      {state === 'stopped' ? <Text>Stopped. Nothing came of it, and nothing has changed.</Text> : null}
      {state === 'failed' ? (
        <Alert variant="default" role="alert">{`It failed: ${failure ?? 'nobody knows why'}`}</Alert>
      ) : null}
      {result === null ? null : (
        <>
          {isOutdated ? (
            <Alert variant="default" mb="sm">
              The rules have been changed since. Run them again to see what they do now.
            </Alert>
          ) : null}
          <DryRunResult result={result} />
        </>
      )}
    </section>
  );
}
