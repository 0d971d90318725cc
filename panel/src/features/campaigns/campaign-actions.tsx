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
import type { PanelCampaign } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { onCurrentVersion } from '../../lib/api/on-current-version.ts';
import { showDone } from '../../ui/record/undo.tsx';
import { useShowWritten } from './campaign-queries.ts';
import { formatVerbDone, offeredVerbs, undoOf, type CampaignVerb } from './campaign-verbs.ts';
import { DuplicateDialog } from './duplicate-dialog.tsx';

const buttons: Record<CampaignVerb, { label: string; icon: Icon }> = {
  pause: { label: 'Pause', icon: IconPlayerPause },
  resume: { label: 'Resume', icon: IconPlayerPlay },
  archive: { label: 'Archive', icon: IconArchive },
  restore: { label: 'Restore', icon: IconRestore },
  restoreActive: { label: 'Restore as active', icon: IconRestore },
  restorePaused: { label: 'Restore as paused', icon: IconRestore },
};

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
  const calls: Record<CampaignVerb, (id: string, version: number) => Promise<PanelCampaign>> = {
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
      verb: CampaignVerb;
      campaign: PanelCampaign;
      isUndo?: true;
    }) =>
      onCurrentVersion(version, async (current) => {
        const written = await calls[verb](id, current);
        return { written, isChanged: written.version !== current };
      }),
    onSuccess: ({ written, isChanged }, { verb, isUndo }) => {
      show(written);
      const undo = () => mutation.mutateAsync({ verb: undoOf(verb), campaign: written, isUndo: true });
      // Undo is not offered if another session made the same change first, because undo would revert the other
      // session's change.
      showDone(formatVerbDone(verb, written), isUndo === true || !isChanged ? undefined : undo);
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
    <Group gap="sm" className="wp-actions">
      {offeredVerbs(campaign).map((verb, index) => {
        const { label, icon: VerbIcon } = buttons[verb];
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
