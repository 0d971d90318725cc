import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CampaignLinks } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { onCurrentVersion } from '../../lib/api/on-current-version.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { campaignKey } from './campaign-queries.ts';
import { dangerColor } from '../../ui/danger.ts';

/**
 * Replaces the campaign's key, for example after the postback URL has leaked. The dialog first shows what will stop
 * working.
 */
export function RotateKey({ campaignId, links }: { campaignId: string; links: CampaignLinks }): ReactNode {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const rotate = useMutation({
    mutationFn: () =>
      onCurrentVersion(links.version, (version) => api.rotateIncomingKey(campaignId, { version })),
    onSuccess: (written) => {
      queries.setQueryData(campaignKey(workspace.id, campaignId, 'links'), written);
      void queries.invalidateQueries({ queryKey: campaignKey(workspace.id, campaignId, 'record') });
      setConfirming(false);
      showDone('Postback URL rotated. Give the new URL to your affiliate networks.', undefined);
    },
  });
  if (!isConfirming)
    return (
      <div>
        <Button variant="default" size="compact-sm" onClick={() => setConfirming(true)}>
          Rotate postback URL
        </Button>
      </div>
    );
  return (
    <>
      {rotate.error === null ? null : <ErrorNote error={rotate.error} close={rotate.reset} />}
      <Text>
        The current postback URL works for 7 more days. After that, conversions sent to it are rejected.
        {links.previousEvent === null ? null : ' The previous postback URL stops working immediately.'} This
        cannot be undone.
      </Text>
      <Group gap="sm">
        <Button
          color={dangerColor}
          size="compact-sm"
          loading={rotate.isPending}
          onClick={() => rotate.mutate()}
        >
          Rotate postback URL
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => setConfirming(false)}>
          Cancel
        </Button>
      </Group>
    </>
  );
}
