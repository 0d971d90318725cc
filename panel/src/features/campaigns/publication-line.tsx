import { Group, Text, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArchive,
  IconCircleCheck,
  IconLoader,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PanelCampaign } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { campaignKey } from './campaign-queries.ts';
import { describePublication } from './describe-publication.ts';

const icons = {
  live: [IconCircleCheck, 'var(--wp-good)'],
  publishing: [IconLoader, 'var(--mantine-color-dimmed)'],
  archived: [IconArchive, 'var(--mantine-color-dimmed)'],
  failed: [IconAlertTriangle, 'var(--wp-bad)'],
  offline: [IconPlugConnectedX, 'var(--wp-bad)'],
} as const;

const publishingRefreshMs = 700;
const settledRefreshMs = 15_000;

export function PublicationLine({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { workspace, api } = useWorkspace();
  const { id, version } = campaign;
  const { data } = useQuery({
    queryKey: campaignKey(workspace.id, id, 'publication'),
    queryFn: ({ signal }) => api.getPublication(id, { signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || describePublication(campaign, state.data).state === 'publishing'
        ? publishingRefreshMs
        : settledRefreshMs,
  });
  if (data === undefined) return <Text c="dimmed">{`v${version}`}</Text>;
  const { state, text } = describePublication(campaign, data);
  const [Icon, color] = icons[state];
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" role="status">
      <Icon size={16} color={color} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
      <Text>
        <VisuallyHidden>Publication: </VisuallyHidden>
        {text}
      </Text>
    </Group>
  );
}
