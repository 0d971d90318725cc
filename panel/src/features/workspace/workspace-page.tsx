import { Box, Skeleton, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WorkspaceSettings } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { readSettingsTab, type SettingsTab } from './settings-search.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page } from '../../ui/page.tsx';
import { VersionsSection } from '../../ui/record/versions-section.tsx';
import { SettingsForm } from './settings-form.tsx';
import { SubscriptionSection } from './subscription-section.tsx';
import { useSettingsKey, useShowSettings } from './settings-queries.ts';

export function WorkspacePage(): ReactNode {
  const { tab = 'settings' }: { tab?: SettingsTab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { api, may } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: useSettingsKey(),
    queryFn: ({ signal }) => api.getWorkspaceSettings({ signal }),
  });
  const open = (to: string | null) =>
    void navigate({ to: '/settings', search: { tab: readSettingsTab(to) ?? 'settings' }, replace: true });
  const isReadOnly = !may('workspaces.settings');
  return (
    <Page title="Settings">
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
          {may('subscriptions.read') ? <Tabs.Tab value="subscription">Subscription</Tabs.Tab> : null}
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="settings">
          {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
          {isReadOnly ? (
            <Text size="sm" c="dimmed" mb="sm">
              Read-only. Your role can’t change settings.
            </Text>
          ) : null}
          {data === undefined ? (
            error === null ? (
              <Skeleton h={320} />
            ) : null
          ) : (
            <SettingsForm settings={data} isReadOnly={isReadOnly} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          {data === undefined ? null : <Versions settings={data} isReadOnly={isReadOnly} />}
        </Tabs.Panel>
        <Tabs.Panel value="subscription">
          <Box maw={760}>
            <SubscriptionSection />
          </Box>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Versions({ settings, isReadOnly }: { settings: WorkspaceSettings; isReadOnly: boolean }): ReactNode {
  const { api, workspace } = useWorkspace();
  const show = useShowSettings();
  const { version: current } = settings;
  return (
    <VersionsSection
      of={{
        thing: 'settings',
        record: { id: workspace.id, version: current, status: 'active' },
        references: [],
        list: (options) => api.listWorkspaceSettingsVersions(options),
        get: (version, options) => api.getWorkspaceSettingsVersion(version, options),
        putBack: isReadOnly
          ? undefined
          : (version) => api.putBackWorkspaceSettingsVersion(version, { version: current }),
        onPutBack: (answer) => {
          const { changed: _, ...written } = answer;
          show(written);
        },
      }}
    />
  );
}
