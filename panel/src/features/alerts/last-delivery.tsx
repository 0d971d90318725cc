import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AlertReceiver } from '../../lib/api/api.ts';
import { Timestamp } from '../../ui/timestamp.tsx';
import { formatDelivery } from './format-delivery.ts';

// Shows when a receiver was last notified, and with what result.
export function LastDelivery({ last, type }: Pick<AlertReceiver, 'last' | 'type'>): ReactNode {
  return (
    <Text size="xs" c="dimmed" className={last?.isOk === false ? 'wp-warning' : ''}>
      {last === null ? (
        'No notifications sent yet.'
      ) : (
        <>
          <Timestamp at={last.at} />: {formatDelivery(last, type)}
        </>
      )}
    </Text>
  );
}
