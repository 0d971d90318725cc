import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListedCampaign } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { campaignKey } from './campaign-queries.ts';

type Named = { id: string; version: number };
type Verb = 'pause' | 'resume';

const verbs = {
  pause: { label: 'Pause', from: 'active', done: 'paused', back: 'resume', icon: IconPlayerPause },
  resume: { label: 'Resume', from: 'paused', done: 'resumed', back: 'pause', icon: IconPlayerPlay },
} as const;

/**
 * Pauses or resumes the selected campaigns. Campaigns that already have the new status are not sent, so that undo does
 * not affect them.
 */
export function BulkSwitches({
  selected,
  clear,
}: {
  selected: readonly ListedCampaign[];
  clear: () => void;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const { mutate, mutateAsync, isPending, error, variables } = useMutation({
    mutationFn: async ({ verb, records }: { verb: Verb; records: Named[]; isUndo?: true }) => {
      const body = { records: records.map(({ id, version }) => ({ id, version })) };
      return await (verb === 'pause' ? api.pauseCampaigns(body) : api.resumeCampaigns(body));
    },
    onSuccess: ({ records }, { verb, isUndo }) => {
      const { done, back } = verbs[verb];
      const subject = records.length === 1 ? (records[0]?.name ?? 'Campaign') : `${records.length} campaigns`;
      showDone(
        `${subject} ${done}.`,
        isUndo === true ? undefined : () => mutateAsync({ verb: back, records, isUndo: true }),
      );
      clear();
    },
    // The list is refetched even after an error, because the error may mean that the rows shown are outdated.
    onSettled: () => queries.invalidateQueries({ queryKey: campaignKey(workspace.id) }),
  });
  return (
    <>
      {(['pause', 'resume'] as const).map((verb) => {
        const { label, from, icon: Icon } = verbs[verb];
        const records = selected.filter(({ status }) => status === from);
        return records.length === 0 ? null : (
          <Button
            key={verb}
            variant="default"
            size="compact-md"
            loading={isPending && variables.verb === verb}
            leftSection={<Icon size={14} aria-hidden />}
            onClick={() => mutate({ verb, records })}
          >
            {label}
          </Button>
        );
      })}
      {error === null ? null : <ErrorNote error={error} />}
    </>
  );
}
