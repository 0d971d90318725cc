import { Box, Button, Group, List, Skeleton, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { RecordVersion } from '../../lib/api/api.ts';
import { useKindKey } from '../../lib/records/record-kind.ts';
import { ErrorNote } from '../error-note.tsx';
import { Timestamp } from '../timestamp.tsx';
import { DifferencesTable } from './differences-table.tsx';
import { RestoreVersion } from './restore-version.tsx';
import type { VersionedRecord } from './versioned-record.ts';
import { useNamesIn } from './use-names-in.ts';

export function VersionsSection<Written extends { version: number }>({
  of,
}: {
  of: VersionedRecord<Written>;
}): ReactNode {
  const key = useKindKey(of.thing);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...key, of.record.id, 'versions'],
    queryFn: ({ pageParam, signal }) => of.list({ query: { limit: 20, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
  });
  const versions = data?.pages.flatMap(({ items }) => items);
  return (
    <Box maw={1080}>
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {versions === undefined && error === null ? <Skeleton h={160} /> : null}
      {versions?.map((version, at) => (
        <Version
          key={version.version}
          version={version}
          of={of}
          isOldest={!hasNextPage && at === versions.length - 1}
        />
      ))}
      {hasNextPage ? (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older versions
        </Button>
      ) : null}
    </Box>
  );
}

type VersionProps<Written extends { version: number }> = { of: VersionedRecord<Written> };

function Version<Written extends { version: number }>({
  version,
  of,
  isOldest,
}: VersionProps<Written> & { version: RecordVersion; isOldest: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const isCurrent = version.version === of.record.version;
  const { changes, createdAt, author } = version;
  return (
    <Box
      component="article"
      py="md"
      style={{ borderBottom: '1px solid var(--wp-line)' }}
      aria-label={`Version ${version.version}`}
    >
      <Group justify="space-between" align="center" gap="sm">
        <Group gap="sm" align="baseline">
          <Title order={2}>{`Version ${version.version}`}</Title>
          <Text size="sm" c="dimmed">
            {isCurrent ? 'current, ' : ''}
            {author.label}, <Timestamp at={createdAt} />
          </Text>
        </Group>
        <Group gap="sm">
          {changes.length === 0 ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={isOpen}
              onClick={() => setOpen((before) => !before)}
            >
              {isOpen ? 'Hide diff' : 'View diff'}
            </Button>
          )}
          {isCurrent ? null : <RestoreVersion of={of} version={version.version} />}
        </Group>
      </Group>
      {changes.length === 0 ? (
        <Text mt={4}>{formatUnchanged(version.version, isOldest)}</Text>
      ) : (
        <List mt={4} size="sm">
          {changes.map((change) => (
            <List.Item key={change}>{change}</List.Item>
          ))}
        </List>
      )}
      {isOpen ? <Values of={of} version={version.version} /> : null}
    </Box>
  );
}

function formatUnchanged(version: number, isOldest: boolean): string {
  if (version === 1) return 'Created.';
  return isOldest
    ? 'Oldest stored version. Earlier versions were not recorded.'
    : 'No recorded fields changed.';
}

function Values<Written extends { version: number }>({
  of,
  version,
}: VersionProps<Written> & { version: number }): ReactNode {
  const key = useKindKey(of.thing);
  const { data, error, refetch } = useQuery({
    queryKey: [...key, of.record.id, 'versions', version],
    queryFn: ({ signal }) => of.get(version, { signal }),
    staleTime: Infinity,
  });
  const names = useNamesIn(data?.differences ?? [], of.references);
  if (error !== null) return <ErrorNote error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={64} mt="sm" />;
  return (
    <Box mt="sm">
      <DifferencesTable differences={data.differences} names={names} after={`Version ${version}`} />
    </Box>
  );
}
