import { Button, Group } from '@mantine/core';
import {
  IconArchive,
  IconCopy,
  IconPlayerPause,
  IconPlayerPlay,
  IconRestore,
  type Icon,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PanelCampaign } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { onCurrentVersion } from '../../lib/on-current-version.ts';
import { showDone } from '../../ui/record/undo.tsx';
import { useShowWritten } from './campaign-queries.ts';
import { DuplicateDialog } from './duplicate-dialog.tsx';

type Verb = 'pause' | 'resume' | 'archive' | 'restore' | 'restoreActive' | 'restorePaused';

const verbs: Record<Verb, { label: string; done: string; back: Verb; icon: Icon }> = {
  pause: { label: 'Pause', done: 'is paused', back: 'resume', icon: IconPlayerPause },
  resume: { label: 'Resume', done: 'is active again', back: 'pause', icon: IconPlayerPlay },
  archive: { label: 'Archive', done: 'is archived', back: 'restore', icon: IconArchive },
  // To the state before, whatever it was: what an undo of archiving needs.
  restore: { label: 'Restore', done: 'is restored', back: 'archive', icon: IconRestore },
  restoreActive: { label: 'Restore as active', done: 'is active again', back: 'archive', icon: IconRestore },
  restorePaused: {
    label: 'Restore as paused',
    done: 'is restored and paused',
    back: 'archive',
    icon: IconRestore,
  },
};

/** The first of them is the default. */
function offeredFor({ status, archivedFrom }: PanelCampaign): Verb[] {
  if (status !== 'archived') return [status === 'active' ? 'pause' : 'resume', 'archive'];
  return archivedFrom === 'active' ? ['restoreActive', 'restorePaused'] : ['restorePaused', 'restoreActive'];
}

/** What can be done with a campaign as a whole. All of it can be undone, so it is done at once. */
export function useCampaignActions(campaign: PanelCampaign | undefined) {
  const switching = useSwitch();
  return {
    buttons: campaign === undefined ? null : <Buttons campaign={campaign} switching={switching} />,
    error: switching.error,
  };
}

function useSwitch() {
  const { api } = useWorkspace();
  const show = useShowWritten();
  const calls: Record<Verb, (id: string, version: number) => Promise<PanelCampaign>> = {
    pause: (id, version) => api.pauseCampaign(id, { version }),
    resume: (id, version) => api.resumeCampaign(id, { version }),
    archive: (id, version) => api.archiveCampaign(id, { version }),
    restore: (id, version) => api.restoreCampaign(id, { version }),
    restoreActive: (id, version) => api.restoreCampaign(id, { version, status: 'active' }),
    restorePaused: (id, version) => api.restoreCampaign(id, { version, status: 'paused' }),
  };
  const mutation = useMutation({
    mutationFn: ({
      verb,
      campaign: { id, version },
    }: {
      verb: Verb;
      campaign: PanelCampaign;
      isUndo?: true;
    }) =>
      onCurrentVersion(version, async (current) => {
        const written = await calls[verb](id, current);
        return { written, isChanged: written.version !== current };
      }),
    onSuccess: ({ written, isChanged }, { verb, isUndo }) => {
      show(written);
      const { done, back } = verbs[verb];
      const undo = () => mutation.mutateAsync({ verb: back, campaign: written, isUndo: true });
      const isPausedAgain = verb === 'restore' && written.status === 'paused';
      // Someone else may have done the same before: undoing that here would change their state.
      showDone(
        `${written.name} ${isPausedAgain ? verbs.restorePaused.done : done}.`,
        isUndo === true || !isChanged ? undefined : undo,
      );
    },
  });
  return mutation;
}

function Buttons({
  campaign,
  switching,
}: {
  campaign: PanelCampaign;
  switching: ReturnType<typeof useSwitch>;
}): ReactNode {
  const { may } = useWorkspace();
  const [isDuplicating, setDuplicating] = useState(false);
  if (!may('campaigns.write')) return null;
  return (
    <Group gap="sm">
      {offeredFor(campaign).map((verb, place) => {
        const { label, icon: VerbIcon } = verbs[verb];
        return (
          <Button
            key={verb}
            variant={campaign.status === 'archived' && place === 0 ? 'filled' : 'default'}
            loading={switching.isPending && switching.variables.verb === verb}
            leftSection={<VerbIcon size={14} aria-hidden />}
            onClick={() => switching.mutate({ verb, campaign })}
          >
            {label}
          </Button>
        );
      })}
      <Button
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => setDuplicating(true)}
      >
        Duplicate
      </Button>
      {isDuplicating ? <DuplicateDialog campaign={campaign} close={() => setDuplicating(false)} /> : null}
    </Group>
  );
}
