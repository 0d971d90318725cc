import { Badge, Button, Group } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { taggedType } from '../../lib/records/change-tags.ts';
import { useKindKey, type RecordKind, type SomeRecord } from '../../lib/records/record-kind.ts';
import { TagsDialog } from './tags-dialog.tsx';

type Tagged<Row extends SomeRecord> = {
  kind: Pick<RecordKind<Row>, 'thing' | 'list' | 'mayChange'>;
  record: SomeRecord;
};

// Shows the line below the title of a record: its state, given as children, and its tags with a button to change them.
export function RecordMeta<Row extends SomeRecord>({
  children,
  ...tagged
}: Tagged<Row> & { children: ReactNode }): ReactNode {
  return (
    <Group gap="md" mb="sm" mih={26}>
      {children}
      <RecordTags {...tagged} />
    </Group>
  );
}

// Returns the tags of a record, or undefined while they are loading. Only lists contain tags, because records have the
// same form as in the public API. The list finds records by ID.
export function useTagsOf<Row extends SomeRecord>(
  { thing, list }: Pick<RecordKind<Row>, 'thing' | 'list'>,
  record: SomeRecord | undefined,
): readonly string[] | undefined {
  const { api } = useWorkspace();
  const { id = '', status, version } = record ?? {};
  const { data } = useQuery({
    queryKey: [...useKindKey(thing), id, 'tags', version],
    queryFn: ({ signal }) =>
      list(api, { limit: 1, archived: status === 'archived' ? '1' : '0', q: id }, { signal }),
    enabled: record !== undefined,
  });
  return data === undefined ? undefined : (data.items[0]?.tags ?? []);
}

function RecordTags<Row extends SomeRecord>({ kind, record }: Tagged<Row>): ReactNode {
  const { may } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const tags = useTagsOf(kind, record);
  const type = taggedType(kind.thing);
  if (type === undefined || tags === undefined) return null;
  return (
    <Group gap="sm" role="group" aria-label="Tags">
      {tags.map((tag) => (
        <Badge key={tag} variant="default">
          {tag}
        </Badge>
      ))}
      {record.status === 'archived' || !may(kind.mayChange) ? null : (
        <Button
          variant="default"
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
