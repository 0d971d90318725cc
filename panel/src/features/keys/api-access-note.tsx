import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';

/** Shows a note only if the subscription does not include API access. */
export function ApiAccessNote(): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'subscription'],
    queryFn: ({ signal }) => api.getSubscription({ signal }),
  });
  if (data === undefined || data.apiAccess) return null;
  return (
    <Alert variant="light" mb="sm" icon={<IconAlertTriangle aria-hidden />} title="API keys are disabled">
      <Text size="sm">
        This workspace has no active subscription with API access. Requests made with an API key return 402,
        and you cannot create keys. You can still revoke existing keys. They work again once API access is
        active.
      </Text>
    </Alert>
  );
}
