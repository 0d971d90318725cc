import { Box, Button, Group, Stack, Text } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import type { NamedThing } from '../../lib/named-records.ts';
import type { RecordForm } from '../../lib/record-form/use-record-form.ts';
import { ErrorNote } from '../error-note.tsx';
import { ConflictNote } from './conflict-note.tsx';
import classes from './record-form.module.css';

const none: readonly NamedThing[] = [];

/** A form of a record as all of them are: groups in one column, and the button that saves always in reach. */
export function RecordFormFrame<Values extends object>({
  form,
  references = none,
  aside,
  children,
}: {
  form: RecordForm<Values>;
  /** Beside the button that saves. */
  aside?: ReactNode;
  /** The kinds of records that its values name by their ids. */
  references?: readonly NamedThing[] | undefined;
  children: ReactNode;
}): ReactNode {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.save();
  };
  return (
    // The key that saves works in every field.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Stack gap="md">
        {form.conflict === undefined ? null : (
          <ConflictNote
            key={form.conflict.version}
            form={form}
            conflict={form.conflict}
            references={references}
          />
        )}
        {children}
        {form.error === null ? null : <ErrorNote error={form.error} />}
      </Stack>
      {form.isReadOnly ? null : (
        <Group className={classes['foot'] ?? ''} gap="sm">
          <Button
            type="submit"
            loading={form.isPending}
            disabled={!form.isDirty || form.conflict !== undefined}
          >
            Save
          </Button>
          {aside}
          {form.isDirty ? (
            <>
              <Button variant="subtle" onClick={form.discard}>
                Discard
              </Button>
              <Text size="xs" c="dimmed" role="status">
                Unsaved changes, kept in this tab
              </Text>
            </>
          ) : null}
        </Group>
      )}
    </form>
  );
}

/** Fields of one thought. */
export function FieldGroup({
  title,
  lead,
  aside,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <Box component="section" role="group" aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Text component="h3" fw={600} m={0}>
          {title}
        </Text>
        {aside}
      </Group>
      {lead === undefined ? null : (
        <Text size="xs" c="dimmed" mb="sm">
          {lead}
        </Text>
      )}
      <Stack gap="sm">{children}</Stack>
    </Box>
  );
}
