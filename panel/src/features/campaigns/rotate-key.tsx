import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CampaignLinks } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { onCurrentVersion } from '../../lib/on-current-version.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { campaignKey } from './campaign-queries.ts';

/** Gives the campaign another key, for when the postback URL has come into wrong hands; what stops is said before. */
export function RotateKey({ campaignId, links }: { campaignId: string; links: CampaignLinks }): ReactNode {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const rotate = useMutation({
    mutationFn: () =>
      onCurrentVersion(links.version, (version) => api.rotateIncomingKey(campaignId, { version })),
    onSuccess: (written) => {
      queries.setQueryData(campaignKey(workspace.id, campaignId, 'links'), written);
      void queries.invalidateQueries({ queryKey: campaignKey(workspace.id, campaignId, 'record') });
      setAsked(false);
      showDone('The campaign has a new postback URL. Give it to your networks.', undefined);
    },
  });
  if (!isAsked)
    return (
      <div>
        <Button variant="default" size="compact-md" onClick={() => setAsked(true)}>
          Make a new postback URL
        </Button>
      </div>
    );
  return (
    <>
      {rotate.error === null ? null : <ErrorNote error={rotate.error} close={rotate.reset} />}
      <Text>
        Networks that call the postback URL of today are heard for 7 more days, so that you can give them the
        new one; after that their conversions are refused.
        {links.previousEvent === null ? null : ' The one before it stops at once.'} This cannot be undone.
      </Text>
      <Group gap="sm">
        <Button size="compact-md" loading={rotate.isPending} onClick={() => rotate.mutate()}>
          Make a new postback URL
        </Button>
        <Button variant="subtle" size="compact-md" onClick={() => setAsked(false)}>
          Leave it
        </Button>
      </Group>
    </>
  );
}
