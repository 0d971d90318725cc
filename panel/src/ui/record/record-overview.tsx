import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useStore } from '../../lib/api/store.ts';
import { now } from '../../lib/time/now.ts';
import { RecordNumbers, type RecordNumbersProps } from '../numbers/record-numbers.tsx';

const newForMs = 24 * 60 * 60 * 1_000;

// Shows the numbers of a record and, below them in the same two columns, the sections about its setup.
export function RecordOverview({
  createdAt,
  numbers,
  left,
  right,
}: {
  createdAt: string;
  numbers: Omit<RecordNumbersProps, 'below'>;
  left: ReactNode;
  right: ReactNode;
}): ReactNode {
  const { may } = useWorkspace();
  // A new record has no numbers yet, but its setup is needed.
  const isNew = useStore(now).getTime() - Date.parse(createdAt) < newForMs;
  const mayRead = may('reports.read');
  if (mayRead && !isNew) return <RecordNumbers {...numbers} below={{ left, right }} />;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">{left}</Stack>
        <Stack gap="md">{right}</Stack>
      </SimpleGrid>
      {mayRead ? <RecordNumbers {...numbers} /> : null}
    </Stack>
  );
}
