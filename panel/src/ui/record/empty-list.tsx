import { Button, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RecordKind, SomeRecord } from '../../lib/records/record-kind.ts';

export function EmptyList<Row extends SomeRecord>({
  kind: { many },
  lead,
  isArchived,
  isNarrowed,
  action,
  clear,
}: {
  kind: RecordKind<Row>;
  lead: string;
  isArchived: boolean;
  isNarrowed: boolean;
  action: ReactNode;
  clear: () => void;
}): ReactNode {
  const what = many.toLowerCase();
  return (
    <Paper withBorder p="lg" bg="var(--wp-surface)">
      <Stack gap="sm" align="flex-start">
        <Text fw={600}>
          {isNarrowed ? `No matching ${what}` : isArchived ? `No archived ${what}` : `No ${what} yet`}
        </Text>
        {isNarrowed ? (
          <>
            <Text c="dimmed">
              {isArchived ? 'No archived records match.' : 'No records match. The record may be archived.'}
            </Text>
            <Button variant="default" onClick={clear}>
              Clear filters
            </Button>
          </>
        ) : (
          <>
            <Text c="dimmed" maw={560}>
              {isArchived ? 'Archived records are listed here and can be restored.' : lead}
            </Text>
            {isArchived ? null : action}
          </>
        )}
      </Stack>
    </Paper>
  );
}
