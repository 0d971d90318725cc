import { Button, Group, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PanelRotator } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { FieldNamingContext, useFieldNaming } from '../../lib/reports/field-naming.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { BlockedNote } from '../../ui/record/blocked-note.tsx';
import { LifecycleButton } from '../../ui/record/lifecycle-button.tsx';
import { NewerNote } from '../../ui/record/newer-note.tsx';
import { RecordFrame, RecordTabs } from '../../ui/record/record-frame.tsx';
import { RecordMeta } from '../../ui/record/record-tags.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { useUndoableLifecycle } from '../../ui/record/use-undoable-lifecycle.ts';
import { VersionsSection } from '../../ui/record/versions-section.tsx';
import { rotatorKind } from './kind.ts';
import { RotatorOverview } from './rotator-overview.tsx';
import { useRefreshRotators, useRotator } from './rotator-queries.ts';
import { RoutingTab } from './routing/routing-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';

export function RotatorPage(): ReactNode {
  const { rotatorId } = useParams({ from: '/signed-in/shell/rotators/$rotatorId' });
  const { data: rotator, error, refetch } = useRotator(rotatorId);
  const naming = useFieldNaming({ rotatorIds: [rotatorId] });
  const lifecycle = useUndoableLifecycle(rotatorKind);
  return (
    <RecordFrame
      title={rotator?.name ?? 'Rotator'}
      actions={rotator === undefined ? null : <Actions rotator={rotator} lifecycle={lifecycle} />}
      error={error}
      retry={() => void refetch()}
    >
      {rotator === undefined ? undefined : (
        <FieldNamingContext value={naming}>
          {lifecycle.error === null ? null : <BlockedNote error={lifecycle.error} close={lifecycle.reset} />}
          <RotatorTabs key={rotator.id} rotator={rotator} />
        </FieldNamingContext>
      )}
    </RecordFrame>
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
    <Group gap="sm" className="wp-actions">
      <LifecycleButton
        isArchived={isArchived}
        isPending={lifecycle.isPending}
        onClick={() => lifecycle.run(isArchived ? 'restore' : 'archive', [rotator])}
      />
      <Button
        variant="default"
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
  const isArchived = rotator.status === 'archived';
  const isReadOnly = isArchived || !may('rotators.manage');
  return (
    <>
      <RecordMeta kind={rotatorKind} record={rotator}>
        <Text size="xs" c="dimmed">
          Created <Timestamp at={rotator.createdAt} />.
          {isArchived ? ' Archived. Restore it to make changes.' : null}
          {isReadOnly && !isArchived ? ' Read-only. Your role can’t change rotators.' : null}
        </Text>
      </RecordMeta>
      <NewerNote
        thing="rotators"
        record={rotator}
        list={(options) => api.listRotatorVersions(rotator.id, options)}
        take={refresh}
      />
      <RecordTabs
        tabs={[
          { id: 'overview', label: 'Overview', content: <RotatorOverview rotator={rotator} /> },
          {
            id: 'rules',
            label: 'Rules and paths',
            content: <RoutingTab rotator={rotator} isReadOnly={isReadOnly} />,
          },
          {
            id: 'settings',
            label: 'Settings',
            content: <SettingsTab rotator={rotator} isReadOnly={isReadOnly} />,
          },
          { id: 'versions', label: 'Versions', content: <Versions rotator={rotator} /> },
        ]}
      />
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
