import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Timestamp } from './timestamp.tsx';

/** Says what figures of a report include, and why they differ from the events of the same days. */
export function ReportBasis({ freshness }: { freshness: string }): ReactNode {
  return (
    <Text size="xs" c="dimmed">
      Data up to <Timestamp at={freshness} />. Conversions count on the day of their visit, so Events of the
      same day can add up differently.
    </Text>
  );
}
