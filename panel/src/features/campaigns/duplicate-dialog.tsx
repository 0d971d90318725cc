import { Button, Group, Input, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { PanelCampaign } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { keyFor, type RequestKeys } from '../../lib/api/request-keys.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { campaignKey } from './campaign-queries.ts';
import { useLayer } from '../../ui/use-layer.ts';

type RotatorChoice = 'copy' | 'share';

const effects: Record<RotatorChoice, string> = {
  copy: 'The new campaign gets its own rotator with the same rules and paths.',
  share: 'Both campaigns use the same rotator. Changes to its rules affect both.',
};

/** Asks whether to copy the rotator, because changes to a shared rotator affect both campaigns. */
export function DuplicateDialog({
  campaign,
  close,
}: {
  campaign: PanelCampaign;
  close: () => void;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [rotator, setRotator] = useState<RotatorChoice>('copy');
  // Idempotency keys, so that a retry after a lost response does not create a second copy.
  const [keys] = useState<RequestKeys>({});
  const duplicating = useMutation({
    mutationFn: () =>
      api.duplicateCampaign(campaign.id, { rotator }, { idempotencyKey: keyFor(keys, rotator) }),
    onSuccess: async (created) => {
      close();
      void queries.invalidateQueries({ queryKey: campaignKey(workspace.id) });
      await navigate({ to: '/campaigns/$campaignId', params: { campaignId: created.id }, search: {} });
      showDone(`${created.name} was created and is paused. Resume it when it is ready.`, undefined);
    },
  });
  return (
    <Modal
      opened
      onClose={useLayer(true, close)}
      title={`Duplicate ${campaign.name}`}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {duplicating.error === null ? null : <ErrorNote error={duplicating.error} />}
        <Input.Wrapper label="Rotator" description={effects[rotator]} labelElement="div">
          <SegmentedControl
            mt="xs"
            fullWidth
            aria-label="Rotator"
            data={[
              { value: 'copy', label: 'Copy' },
              { value: 'share', label: 'Share' },
            ]}
            value={rotator}
            onChange={(value) => setRotator(value === 'share' ? 'share' : 'copy')}
          />
        </Input.Wrapper>
        <Text size="sm" c="dimmed">
          Settings and goals are copied. The new campaign is paused until you resume it.
        </Text>
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button loading={duplicating.isPending} onClick={() => duplicating.mutate()}>
            Create duplicate
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
