import { Button, Group, Modal, MultiSelect, Stack } from '@mantine/core';
import type { TaggedType } from '@waypost/contract/campaigns/tags.ts';
import { useState, type ReactNode } from 'react';
import type { VersionedId } from '../../lib/records/send-in-batches.ts';
import { ErrorNote } from '../error-note.tsx';
import { useLayer } from '../use-layer.ts';
import { useReturnFocus } from '../use-return-focus.ts';
import { TagsEntry } from './tags-field.tsx';
import { useTagChange } from './use-tags.ts';

export type Tagged = VersionedId & { name: string; tags: readonly string[] };

// Adds tags to records, and removes tags that any of them has.
export function TagsDialog({
  thing,
  type,
  records,
  close,
  onDone,
}: {
  thing: string;
  type: TaggedType;
  records: readonly Tagged[];
  close: () => void;
  onDone?: () => void;
}): ReactNode {
  useReturnFocus();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const present = [...new Set(records.flatMap(({ tags }) => tags))].toSorted();
  const change = useTagChange(thing, type, () => {
    close();
    onDone?.();
  });
  const [first] = records;
  const subject = records.length === 1 ? (first?.name ?? '') : `${records.length} records`;
  return (
    <Modal
      opened
      onClose={useLayer(true, close)}
      title={`Tags of ${subject}`}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ changes: [{ records, add, remove }] });
        }}
      >
        <Stack gap="md">
          <TagsEntry thing={thing} label="Add tags" value={add} onChange={setAdd} data-autofocus />
          {present.length === 0 ? null : (
            <MultiSelect label="Remove tags" data={present} value={remove} onChange={setRemove} clearable />
          )}
          {change.error === null ? null : <ErrorNote error={change.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending} disabled={add.length + remove.length === 0}>
              Save tags
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
