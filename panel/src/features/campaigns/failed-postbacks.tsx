import { Anchor, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { Timestamp } from '../../ui/timestamp.tsx';
import { campaignKey } from './campaign-queries.ts';

const refreshMs = 60_000;

// Shows the last failed postback, if any.
export function FailedPostbacks({ campaignId }: { campaignId: string }): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const query = { campaignId, state: 'failed' as const, limit: 1 };
  const { data } = useQuery({
    queryKey: campaignKey(workspace.id, campaignId, 'postbacks', query),
    queryFn: ({ signal }) => api.listPostbacks({ query, signal }),
    enabled: may('postbacks.read'),
    refetchInterval: refreshMs,
  });
  const [failed] = data?.items ?? [];
  if (failed === undefined) return null;
  return (
    <Text className="wp-warning" role="status">
      <IconAlertTriangle size={16} aria-hidden style={{ verticalAlign: -3 }} />{' '}
      <Anchor
        renderRoot={(root) => (
          <Link {...root} to="/postbacks" search={{ campaignId, state: 'failed' as const }} />
        )}
        inherit
      >
        Failed postbacks
      </Anchor>
      , last <Timestamp at={failed.createdAt} />
    </Text>
  );
}
