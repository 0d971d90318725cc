import { Alert, Button, Group, Progress, Select, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { DryRun, RotatorRulesInput } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { SideDrawer } from '../../../ui/rules/side-drawer.tsx';
import { rotatorKey } from '../rotator-queries.ts';
import {
  dryRunPercent,
  formatDryRunProgress,
  isOutdated,
  isUnfinished,
  readSample,
} from './dry-run-state.ts';
import { DryRunResult } from './dry-run-result.tsx';

const pollMs = 500;

const ranges = [
  { value: '1', label: 'Last day' },
  { value: '7', label: 'Last 7 days' },
  { value: '14', label: 'Last 14 days' },
  { value: '30', label: 'Last 30 days' },
];
const samples = [
  { value: '10000', label: '10,000 visits' },
  { value: '50000', label: '50,000 visits' },
  { value: '200000', label: '200,000 visits' },
  { value: 'all', label: 'All visits' },
];

/** Routes recorded visits with the rules in the editor. The dry run saves nothing. */
export function DryRunDrawer({
  rotatorId,
  draft,
  isCurrent,
  isOpen,
  close,
}: {
  rotatorId: string;
  /** Undefined while the form has errors. */
  draft: RotatorRulesInput | undefined;
  /** False while the draft lacks the last change. */
  isCurrent: boolean;
  isOpen: boolean;
  close: () => void;
}): ReactNode {
  const [days, setDays] = useState('7');
  const [sample, setSample] = useState('50000');
  const [bots, setBots] = useState(false);
  const { run, ranOn, start, stop, error, isStarting } = useDryRun(rotatorId, isOpen);
  const isRunning = run !== undefined && isUnfinished(run);
  return (
    <SideDrawer
      title="Dry run"
      lead="Routes recorded visits with the rules in the editor, saved or not, to show what would have changed. Nothing is saved."
      isOpen={isOpen}
      close={close}
    >
      <Select
        label="Time range"
        data={ranges}
        value={days}
        onChange={(value) => setDays(value ?? days)}
        allowDeselect={false}
      />
      <Select
        label="Sample size"
        data={samples}
        value={sample}
        onChange={(value) => setSample(value ?? sample)}
        allowDeselect={false}
      />
      <Switch
        label="Include bots"
        checked={bots}
        onChange={({ currentTarget }) => setBots(currentTarget.checked)}
      />
      <Group gap="sm">
        <Button
          loading={isStarting}
          disabled={draft === undefined || !isCurrent || isRunning}
          onClick={() => start({ draft, days: Number(days), sample: readSample(sample), bots })}
        >
          Run
        </Button>
        {isRunning ? (
          <Button variant="default" onClick={() => stop(run.id)}>
            Stop
          </Button>
        ) : null}
      </Group>
      {draft === undefined ? (
        <Alert variant="default">Fix the errors in the rules to start a dry run.</Alert>
      ) : null}
      {error === null ? null : <ErrorNote error={error} />}
      {run === undefined ? null : <RunStatus run={run} isOld={isOutdated(ranOn ?? undefined, draft)} />}
    </SideDrawer>
  );
}

type DryRunInput = Parameters<ReturnType<typeof useWorkspace>['api']['startDryRun']>[1];

function useDryRun(rotatorId: string, isShown: boolean) {
  const { workspace, api } = useWorkspace();
  const starting = useMutation({ mutationFn: (input: DryRunInput) => api.startDryRun(rotatorId, input) });
  const queries = useQueryClient();
  const keyOf = (id: string | undefined) => rotatorKey(workspace.id, rotatorId, 'dry-run', id);
  const stopping = useMutation({
    mutationFn: (runId: string) => api.stopDryRun(runId),
    onSuccess: (stopped) => queries.setQueryData(keyOf(stopped.id), stopped),
  });
  const id = starting.data?.id;
  const { data, error } = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.getDryRun(id ?? '', { signal }),
    enabled: id !== undefined && isShown,
    refetchInterval: ({ state }) => (state.data !== undefined && !isUnfinished(state.data) ? false : pollMs),
    staleTime: Infinity,
  });
  return {
    run: data ?? starting.data,
    ranOn: starting.variables?.draft,
    start: starting.mutate,
    stop: stopping.mutate,
    error: starting.error ?? stopping.error ?? error,
    isStarting: starting.isPending,
  };
}

function RunStatus({ run, isOld }: { run: DryRun; isOld: boolean }): ReactNode {
  const { state, progress, failure, result } = run;
  return (
    <section aria-label="Dry run result">
      {isUnfinished(run) ? (
        <div role="status">
          <Progress value={dryRunPercent(progress)} aria-label="Progress" />
          <Text size="sm" mt={4}>
            {formatDryRunProgress(run)}
          </Text>
        </div>
      ) : null}
      {state === 'stopped' ? <Text>Stopped without a result.</Text> : null}
      {state === 'failed' ? (
        <Alert variant="default" role="alert">{`Dry run failed: ${failure ?? 'unknown error'}`}</Alert>
      ) : null}
      {result === null ? null : (
        <>
          {isOld ? (
            <Alert variant="default" mb="sm">
              The rules have changed since this run. Run again to update the result.
            </Alert>
          ) : null}
          <DryRunResult result={result} />
        </>
      )}
    </section>
  );
}
