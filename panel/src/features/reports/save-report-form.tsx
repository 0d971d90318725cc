import { Button, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { useLayer } from '../../ui/use-layer.ts';
import type { SavedReportDefinition } from './saved-definition.ts';

export function SaveReportForm({
  isOpen,
  close,
  definition,
  onSaved,
}: {
  isOpen: boolean;
  close: () => void;
  definition: SavedReportDefinition;
  onSaved: (id: string) => void;
}): ReactNode {
  const { api, may } = useWorkspace();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = useMutation({
    mutationFn: () => api.createSavedReport({ name: name.trim(), question: definition, isShared }),
    onSuccess: ({ id }) => {
      showDone('Report saved.', undefined);
      setName('');
      close();
      onSaved(id);
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') save.mutate();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={useLayer(isOpen, close)}
      title="Save this report"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={send}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            value={name}
            data-autofocus
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {may('reports.share') ? (
            <Switch
              label="Share with the workspace"
              checked={isShared}
              onChange={({ currentTarget }) => setShared(currentTarget.checked)}
            />
          ) : null}
          {save.error === null ? null : <ErrorNote error={save.error} close={save.reset} />}
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            Save
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
