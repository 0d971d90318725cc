import { Box, Button, Group, Stack, Text } from '@mantine/core';
import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';
import type { NamedRecordType } from '../../lib/records/named-records.ts';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { ErrorNote } from '../error-note.tsx';
import { FormErrorsNote, useFormErrors } from '../form-errors.tsx';
import { ConflictNote } from './conflict-note.tsx';
import { RecordCreationContext, useRecordCreation } from './record-creation.tsx';
import classes from './record-form.module.css';

const none: readonly NamedRecordType[] = [];

export function RecordFormFrame<Values extends object>({
  form,
  references = none,
  aside,
  children,
}: {
  form: RecordForm<Values>;
  aside?: ReactNode;
  references?: readonly NamedRecordType[] | undefined;
  children: ReactNode;
}): ReactNode {
  const { setForm, found, isSubmitted, onSubmit } = useFormErrors(form.isPending);
  const { open, drawer } = useRecordCreation();
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
    form.save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 's' && (event.ctrlKey || event.metaKey)) save(event);
  };
  return (
    <RecordCreationContext value={form.isReadOnly ? undefined : open}>
      {/* Ctrl+S saves from every field. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form ref={setForm} noValidate onKeyDown={onKeyDown} onSubmit={save}>
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
        </Stack>
        <div className={classes['foot']} hidden={form.isReadOnly && form.error === null}>
          {form.error === null ? null : (
            <Box mb="xs">
              <ErrorNote error={form.error} />
            </Box>
          )}
          <FormErrorsNote found={found} hidden={isSubmitted ? form.listErrors() : []} />
          {form.isReadOnly ? null : <Buttons form={form}>{aside}</Buttons>}
        </div>
      </form>
      {drawer}
    </RecordCreationContext>
  );
}

function Buttons<Values extends object>({
  form,
  children,
}: {
  form: RecordForm<Values>;
  children: ReactNode;
}): ReactNode {
  return (
    <Group gap="sm">
      <Button
        type="submit"
        loading={form.isPending}
        disabled={!form.isDirty || form.conflict !== undefined}
        // Keeps the focus in the field until the click. Otherwise, an error that appears when the field is left could
        // move the button away from the pointer.
        onMouseDown={(event) => event.preventDefault()}
      >
        Save
      </Button>
      {children}
      {form.isDirty ? (
        <>
          <Button variant="subtle" onClick={form.discard}>
            Discard
          </Button>
          <Text size="xs" c="dimmed" role="status">
            {form.conflict === undefined
              ? 'Unsaved changes, kept in this tab'
              : 'Unsaved changes. Resolve the conflict at the top of the form to save them.'}
          </Text>
        </>
      ) : null}
    </Group>
  );
}

export function FieldGroup({
  title,
  lead,
  aside,
  children,
}: {
  title: string;
  lead?: ReactNode;
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
