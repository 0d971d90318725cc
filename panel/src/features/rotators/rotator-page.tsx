import { Button, Group, Skeleton, Tabs, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PanelRotator } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { FieldNamingContext, useFieldNaming } from '../../lib/reports/field-naming.ts';
import { readRotatorTab } from './rotator-search.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page } from '../../ui/page.tsx';
import { BlockedNote } from '../../ui/record/blocked-note.tsx';
import { LifecycleButton } from '../../ui/record/lifecycle-button.tsx';
import { NewerNote } from '../../ui/record/newer-note.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { useUndoableLifecycle } from '../../ui/record/use-undoable-lifecycle.ts';
import { VersionsSection } from '../../ui/record/versions-section.tsx';
import { rotatorKind } from './kind.ts';
import { useRefreshRotators, useRotator } from './rotator-queries.ts';
import { RoutingTab } from './routing/routing-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { UsedBy } from './used-by.tsx';

export function RotatorPage(): ReactNode {
  const { rotatorId } = useParams({ from: '/signed-in/shell/rotators/$rotatorId' });
  const { data: rotator, error, refetch } = useRotator(rotatorId);
  const naming = useFieldNaming({ rotatorIds: [rotatorId] });
  const lifecycle = useUndoableLifecycle(rotatorKind);
  return (
    <Page
      title={rotator?.name ?? 'Rotator'}
      actions={rotator === undefined ? null : <Actions rotator={rotator} lifecycle={lifecycle} />}
    >
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {lifecycle.error === null ? null : <BlockedNote error={lifecycle.error} close={lifecycle.reset} />}
      {rotator === undefined ? (
        error === null ? (
          <Skeleton h={320} />
        ) : null
      ) : (
        <FieldNamingContext value={naming}>
          <RotatorTabs key={rotator.id} rotator={rotator} />
        </FieldNamingContext>
      )}
    </Page>
  );
}

function Actions({
  rotator,
  lifecycle,
}: {
  rotator: PanelRotator;
  lifecycle: ReturnType<typeof useUndoableLifecycle>;
}): ReactNode {
  const { api, may } = useWorkspace();
  const navigate = useNavigate();
  const refresh = useRefreshRotators();
  const duplicating = useMutation({
    mutationFn: () => api.duplicateRotator(rotator.id, {}),
    onSuccess: async (copy) => {
      refresh();
      await navigate({ to: '/rotators/$rotatorId', params: { rotatorId: copy.id }, search: {} });
      showDone(`Duplicated as ${copy.name}, including all rules.`, undefined);
    },
  });
  if (!may('rotators.manage')) return null;
  const isArchived = rotator.status === 'archived';
  return (
    <Group gap="sm">
      <LifecycleButton
        isArchived={isArchived}
        isPending={lifecycle.isPending}
        onClick={() => lifecycle.run(isArchived ? 'restore' : 'archive', [rotator])}
      />
      <Button
        variant="default"
        size="compact-md"
        loading={duplicating.isPending}
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => duplicating.mutate()}
      >
        Duplicate
      </Button>
      {duplicating.error === null ? null : <ErrorNote error={duplicating.error} />}
    </Group>
  );
}

function RotatorTabs({ rotator }: { rotator: PanelRotator }): ReactNode {
  const { api, may } = useWorkspace();
  const refresh = useRefreshRotators();
  const { tab = 'rules' } = useSearch({ from: '/signed-in/shell/rotators/$rotatorId' });
  const navigate = useNavigate();
  const isArchived = rotator.status === 'archived';
  const isReadOnly = isArchived || !may('rotators.manage');
  const open = (to: string | null) =>
    void navigate({ to: '.', search: { tab: readRotatorTab(to) ?? 'rules' }, replace: true });
  return (
    <>
      {isReadOnly ? (
        <Text size="sm" c="dimmed" mb="sm">
          {isArchived
            ? 'Archived. Restore it to make changes.'
            : 'Read-only. Your role can’t change rotators.'}
        </Text>
      ) : null}
      <NewerNote
        thing="rotators"
        record={rotator}
        list={(options) => api.listRotatorVersions(rotator.id, options)}
        take={refresh}
      />
      <UsedBy rotatorId={rotator.id} />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="rules">Rules and paths</Tabs.Tab>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="rules">
          <RoutingTab rotator={rotator} isReadOnly={isReadOnly} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SettingsTab rotator={rotator} isReadOnly={isReadOnly} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <Versions rotator={rotator} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Versions({ rotator }: { rotator: PanelRotator }): ReactNode {
  const { api, may } = useWorkspace();
  const refresh = useRefreshRotators();
  const { id, version: current } = rotator;
  return (
    <VersionsSection
      of={{
        thing: 'rotators',
        record: rotator,
        references: ['landings', 'offers', 'traffic-sources', 'campaigns'],
        list: (options) => api.listRotatorVersions(id, options),
        get: (version, options) => api.getRotatorVersion(id, version, options),
        putBack: may('rotators.manage')
          ? (version) => api.putBackRotatorVersion(id, version, { version: current })
          : undefined,
        onPutBack: refresh,
      }}
    />
  );
}
