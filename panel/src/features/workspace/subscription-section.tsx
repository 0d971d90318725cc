import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { formatSubscription } from './format-subscription.ts';

export function SubscriptionSection(): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'subscription'],
    queryFn: ({ signal }) => api.getSubscription({ signal }),
  });
  return (
    <Section
      title="Subscription"
      lead="Affects only API keys and AI agents. Tracking, conversions and the panel work with or without a subscription."
    >
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton h={80} />
        ) : null
      ) : (
        <>
          <Text fw={600}>{formatSubscription(data).state}</Text>
          <Facts facts={[['API keys', formatSubscription(data).keys]]} />
          <Text size="xs" c="dimmed">
            The operator can change the subscription with{' '}
            <span className="wp-mono">waypost subscription set</span>. Changes take effect immediately and
            appear in the audit log.
          </Text>
        </>
      )}
    </Section>
  );
}
