import { Button, Group, Menu, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { ListedReport, PanelReportDefinition } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import type { ReportSearch } from './report-search.ts';
import { savedDefinitionOf, searchOf, type SavedReportDefinition } from './saved-definition.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { useLayer } from '../../ui/use-layer.ts';

export function SavedReports({
  search,
  definition,
  onOpen,
}: {
  search: ReportSearch;
  definition: PanelReportDefinition;
  onOpen: (search: ReportSearch) => void;
}): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const queries = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const key = [workspace.id, 'listSavedReports'];
  const saved = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.listSavedReports({ query: { sort: 'name', limit: 100 }, signal }),
    staleTime: 30_000,
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: key });
  const open = useMutation({
    mutationFn: async ({ id }: ListedReport) => await api.getSavedReport(id),
    onSuccess: (found) => onOpen(searchOf(found.question, search)),
  });
  const remove = useMutation({
    mutationFn: async ({ id }: ListedReport) => await api.deleteSavedReport(id),
    onSuccess: () => showDone('Saved report deleted.', undefined),
    onSettled: refresh,
  });
  const items = saved.data?.items ?? [];
  const failed = open.error ?? remove.error;
  return (
    <>
      <Menu shadow="md" position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={14} aria-hidden />}>
            Saved reports
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items.length === 0 ? <Menu.Label>No saved reports yet</Menu.Label> : null}
          {items.map((item) => (
            <Group key={item.id} gap={0} wrap="nowrap">
              <Menu.Item onClick={() => open.mutate(item)}>
                {item.name}
                {item.isShared ? ' · shared' : ''}
              </Menu.Item>
              {item.isMine || may('reports.manage-shared') ? (
                <Menu.Item
                  w="auto"
                  aria-label={`Delete ${item.name}`}
                  leftSection={<IconTrash size={14} aria-hidden />}
                  onClick={() => remove.mutate(item)}
                />
              ) : null}
            </Group>
          ))}
          {may('reports.save') ? (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setSaving(true)}>Save this report</Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <SaveForm
        isOpen={isSaving}
        close={() => setSaving(false)}
        definition={savedDefinitionOf(definition, search)}
        refresh={refresh}
      />
      {failed === null ? null : (
        <ErrorNote error={failed} close={open.error === null ? remove.reset : open.reset} />
      )}
    </>
  );
}

function SaveForm({
  isOpen,
  close,
  definition,
  refresh,
}: {
  isOpen: boolean;
  close: () => void;
  definition: SavedReportDefinition;
  refresh: () => void;
}): ReactNode {
  const { api, may } = useWorkspace();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = useMutation({
    mutationFn: () => api.createSavedReport({ name: name.trim(), question: definition, isShared }),
    onSuccess: () => {
      showDone('Report saved.', undefined);
      setName('');
      close();
    },
    onSettled: refresh,
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
