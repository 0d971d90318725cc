import { Badge, Button, Group } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { taggedType } from '../../lib/records/change-tags.ts';
import { useKindKey, type RecordKind, type SomeRecord } from '../../lib/records/record-kind.ts';
import { TagsDialog } from './tags-dialog.tsx';

// Shows the tags of a record and a button to change them.
export function RecordTags<Row extends SomeRecord>({
  kind,
  record,
}: {
  kind: Pick<RecordKind<Row>, 'thing' | 'list' | 'mayChange'>;
  record: SomeRecord;
}): ReactNode {
  const { api, may } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const isArchived = record.status === 'archived';
  // Only lists contain tags, because records have the same form as in the public API. The list finds records by ID.
  const { data } = useQuery({
    queryKey: [...useKindKey(kind.thing), record.id, 'tags', record.version],
    queryFn: ({ signal }) =>
      kind.list(api, { limit: 1, archived: isArchived ? '1' : '0', q: record.id }, { signal }),
  });
  const type = taggedType(kind.thing);
  const tags = data?.items[0]?.tags ?? [];
  if (type === undefined || data === undefined) return null;
  return (
    <Group gap="xs" mb="sm" role="group" aria-label="Tags">
      {tags.map((tag) => (
        <Badge key={tag} variant="default" tt="none">
          {tag}
        </Badge>
      ))}
      {isArchived || !may(kind.mayChange) ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconTag size={14} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {tags.length === 0 ? 'Add tags' : 'Edit tags'}
        </Button>
      )}
      {isOpen ? (
        <TagsDialog
          thing={kind.thing}
          type={type}
          records={[{ id: record.id, version: record.version, name: record.name, tags }]}
          close={() => setOpen(false)}
        />
      ) : null}
    </Group>
  );
}
