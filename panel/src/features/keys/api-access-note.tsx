import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/current-workspace.ts';

/** Only where keys do not work: whoever wonders why looks here. */
export function ApiAccessNote(): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'subscription'],
    queryFn: ({ signal }) => api.getSubscription({ signal }),
  });
  if (data === undefined || data.apiAccess) return null;
  return (
    <Alert variant="light" mb="sm" icon={<IconAlertTriangle aria-hidden />} title="No key works now">
      <Text size="sm">
        The workspace has no active subscription with API access. Every request with a key is answered 402,
        and no new key can be made. Keys can still be revoked, and work again when the subscription does.
      </Text>
    </Alert>
  );
}
