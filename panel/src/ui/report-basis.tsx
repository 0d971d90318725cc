import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Timestamp } from './timestamp.tsx';

/** Explains which data a report includes, and why its totals differ from those on the Events screen. */
export function ReportBasis({
  freshness,
  isByConversion = false,
}: {
  freshness: string;
  isByConversion?: boolean;
}): ReactNode {
  return (
    <Text size="xs" c="dimmed">
      Updated <Timestamp at={freshness} />.{' '}
      {isByConversion
        ? 'Conversions and revenue are counted on the day they were received, visits and costs on the day of the visit.'
        : 'Conversions are counted on the day of their visit, so totals can differ from Events for the same day.'}
    </Text>
  );
}
