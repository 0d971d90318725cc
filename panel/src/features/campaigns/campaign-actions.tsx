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
  pause: { label: 'Pause', done: 'paused', back: 'resume', icon: IconPlayerPause },
  resume: { label: 'Resume', done: 'resumed', back: 'pause', icon: IconPlayerPlay },
  archive: { label: 'Archive', done: 'archived', back: 'restore', icon: IconArchive },
  // Used for undo: restores the status that the campaign had before it was archived.
  restore: { label: 'Restore', done: 'restored', back: 'archive', icon: IconRestore },
  restoreActive: {
    label: 'Restore as active',
    done: 'restored as active',
    back: 'archive',
    icon: IconRestore,
  },
  restorePaused: {
    label: 'Restore as paused',
    done: 'restored as paused',
    back: 'archive',
    icon: IconRestore,
  },
};

function offeredFor({ status, archivedFrom }: PanelCampaign): Verb[] {
  if (status !== 'archived') return [status === 'active' ? 'pause' : 'resume', 'archive'];
  return archivedFrom === 'active' ? ['restoreActive', 'restorePaused'] : ['restorePaused', 'restoreActive'];
}

/** Returns the actions for a campaign. They run without confirmation, because all of them can be undone. */
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
      // Undo is not offered if another session made the same change first, because undo would revert that session's
      // change.
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
      {offeredFor(campaign).map((verb, index) => {
        const { label, icon: VerbIcon } = verbs[verb];
        return (
          <Button
            key={verb}
            variant={campaign.status === 'archived' && index === 0 ? 'filled' : 'default'}
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
