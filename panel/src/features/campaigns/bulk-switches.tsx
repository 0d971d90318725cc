import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListedCampaign } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { campaignKey } from './campaign-queries.ts';
import {
  campaignsToSwitch,
  formatSwitched,
  switchCampaigns,
  undoVerb,
  type SwitchVerb,
} from './switch-campaigns.ts';
import type { VersionedId } from '../../lib/records/send-in-batches.ts';

const switches = [
  { verb: 'pause', label: 'Pause', icon: IconPlayerPause },
  { verb: 'resume', label: 'Resume', icon: IconPlayerPlay },
] as const;

/** Pauses or resumes the selected campaigns. */
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
    mutationFn: ({ verb, records }: { verb: SwitchVerb; records: VersionedId[]; isUndo?: true }) =>
      switchCampaigns(api, verb, records),
    onSuccess: (records, { verb, isUndo }) => {
      const undo = () => mutateAsync({ verb: undoVerb(verb), records, isUndo: true });
      showDone(formatSwitched(verb, records), isUndo === true ? undefined : undo);
      clear();
    },
    // The list is refetched even after an error, because the error may mean that the rows shown are outdated.
    onSettled: () => queries.invalidateQueries({ queryKey: campaignKey(workspace.id) }),
  });
  return (
    <>
      {switches.map(({ verb, label, icon: Icon }) => {
        const records = campaignsToSwitch(verb, selected);
        return records.length === 0 ? null : (
          <Button
            key={verb}
            variant="default"
            size="compact-sm"
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
