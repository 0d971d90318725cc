import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Timestamp } from './timestamp.tsx';

/** Explains which data a report includes, and why its totals differ from those on the Events screen. */
export function ReportBasis({ freshness }: { freshness: string }): ReactNode {
  return (
    <Text size="xs" c="dimmed">
      Updated <Timestamp at={freshness} />. Conversions are counted on the day of their visit, so totals can
      differ from Events for the same day.
    </Text>
  );
}
