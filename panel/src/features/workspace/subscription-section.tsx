import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { formatSubscription } from './format-subscription.ts';

/** Whether programs may come in with keys. Who runs the installation decides it. */
export function SubscriptionSection(): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'subscription'],
    queryFn: ({ signal }) => api.getSubscription({ signal }),
  });
  return (
    <Section
      title="Subscription"
      lead="It decides about API keys and nothing else: visitors are sent on, events are counted and the panel works whatever its state."
    >
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton h={80} />
        ) : null
      ) : (
        <>
          <Text fw={600}>{formatSubscription(data).state}</Text>
          <Facts
            facts={[
              ['API keys', formatSubscription(data).keys],
              ['Until', 'It has no end of its own: it holds until the operator sets another state.'],
            ]}
          />
          <Text size="xs" c="dimmed">
            The operator sets it with <span className="wp-mono">waypost subscription set</span>, from the next
            request on. Each change is in the audit log.
          </Text>
        </>
      )}
    </Section>
  );
}
