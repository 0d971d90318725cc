import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHere } from '../../lib/me.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Part } from '../../ui/part.tsx';
import { saySubscription } from './say-subscription.ts';

/** Whether programs may come in with keys. Who runs the installation decides it. */
export function SubscriptionPart(): ReactNode {
  const { workspace, api } = useHere();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'subscription'],
    queryFn: ({ signal }) => api.getSubscription({ signal }),
  });
  return (
    <Part
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
          <Text fw={600}>{saySubscription(data).state}</Text>
          <Facts
            facts={[
              ['API keys', saySubscription(data).keys],
              ['Until', 'It has no end of its own: it holds until the operator sets another state.'],
            ]}
          />
          <Text size="xs" c="dimmed">
            The operator sets it with <span className="wp-mono">waypost subscription set</span>, from the next
            request on. Each change is in the audit log.
          </Text>
        </>
      )}
    </Part>
  );
}
