import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RecordVersionPage } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { Timestamp } from '../timestamp.tsx';
import type { VersionsRequest } from './versioned-record.ts';

const askAgainMs = 10_000;
const shownMax = 5;

/** While somebody has a record open: that another one has saved it meanwhile, what that changed, and the way to have it. */
export function NewerNote({
  thing,
  record,
  list,
  take,
}: {
  /** The name of its list, such as campaigns. */
  thing: string;
  /** As it is shown. */
  record: { id: string; version: number };
  list: (asked: VersionsRequest) => Promise<RecordVersionPage>;
  /** Reads the record again. What was typed stays: where both changed the same, both sides are shown. */
  take: () => void;
}): ReactNode {
  const { workspace } = useWorkspace();
  const { data } = useQuery({
    // Not with the record itself: a save has that read again, and this would be told first.
    queryKey: [workspace.id, 'newest versions', thing, record.id],
    queryFn: ({ signal }) => list({ query: { limit: shownMax }, signal }),
    refetchInterval: askAgainMs,
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
          {`Changed by ${newest.author.label} `}
          <Timestamp at={newest.createdAt} />
          {`, as version ${newest.version}.`}
        </Text>
        <Button size="compact-sm" variant="default" onClick={take}>
          Take it
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
