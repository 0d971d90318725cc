import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RecordVersionPage } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { Timestamp } from '../timestamp.tsx';
import type { VersionsRequest } from './versioned-record.ts';

const pollMs = 10_000;
const shownMax = 5;

export function NewerNote({
  thing,
  record,
  list,
  take,
}: {
  thing: string;
  record: { id: string; version: number };
  list: (request: VersionsRequest) => Promise<RecordVersionPage>;
  /** Refetches the record. Unsaved input is kept, and conflicts are shown. */
  take: () => void;
}): ReactNode {
  const { workspace } = useWorkspace();
  const { data } = useQuery({
    // The key does not start with the record's query key. Otherwise, a save would refetch the versions before the
    // record.
    queryKey: [workspace.id, 'newest versions', thing, record.id],
    queryFn: ({ signal }) => list({ query: { limit: shownMax }, signal }),
    refetchInterval: pollMs,
    retry: false,
  });
  const newer = data?.items.filter(({ version }) => version > record.version) ?? [];
  const [newest] = newer;
  if (newest === undefined) return null;
  return (
    <Alert
      role="status"
      variant="default"
      mb="sm"
      icon={<IconGitMerge size={18} className="wp-warning" aria-hidden />}
      style={{ position: 'sticky', top: 0, zIndex: 3 }}
    >
      <Group gap="sm">
        <Text size="sm">
          {`Version ${newest.version} saved by ${newest.author.label} `}
          <Timestamp at={newest.createdAt} />
          {`.`}
        </Text>
        <Button size="compact-sm" variant="default" onClick={take}>
          Load
        </Button>
      </Group>
      <List size="xs" mt={4}>
        {newer
          .flatMap(({ changes }) => changes)
          .slice(0, shownMax)
          .map((change) => (
            <List.Item key={change} className="wp-wrap">
              {change}
            </List.Item>
          ))}
      </List>
    </Alert>
  );
}
