import { Anchor, Group, Skeleton, Tabs } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PanelCampaign } from '../../lib/api/api.ts';
import { readCampaignSearch } from './campaign-search.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { FieldNamingContext, useFieldNaming } from '../../lib/reports/field-naming.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page } from '../../ui/page.tsx';
import { NewerNote } from '../../ui/record/newer-note.tsx';
import { VersionsSection } from '../../ui/record/versions-section.tsx';
import { useCampaignActions } from './campaign-actions.tsx';
import { useCampaign, useRefreshCampaigns, useShowWritten } from './campaign-queries.ts';
import { GoalsTab } from './goals/goals-tab.tsx';
import { CampaignOverview } from './campaign-overview.tsx';
import { FailedPostbacks } from './failed-postbacks.tsx';
import { PublicationLine } from './publication-line.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { StatusBadge } from './status-badge.tsx';

export function CampaignPage(): ReactNode {
  const { campaignId } = useParams({ from: '/signed-in/shell/campaigns/$campaignId' });
  const { data: campaign, error, refetch } = useCampaign(campaignId);
  const actions = useCampaignActions(campaign);
  const naming = useFieldNaming({ campaignIds: [campaignId] });
  const failure = error ?? actions.error;
  return (
    <Page title={campaign?.name ?? 'Campaign'} actions={actions.buttons}>
      {failure === null ? null : <ErrorNote error={failure} retry={() => void refetch()} />}
      {campaign === undefined ? (
        error === null ? (
          <Skeleton h={320} />
        ) : null
      ) : (
        <FieldNamingContext value={naming}>
          <CampaignTabs key={campaign.id} campaign={campaign} />
        </FieldNamingContext>
      )}
    </Page>
  );
}

function CampaignTabs({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { api, may } = useWorkspace();
  const refresh = useRefreshCampaigns();
  const { tab = 'overview' } = useSearch({ from: '/signed-in/shell/campaigns/$campaignId' });
  const navigate = useNavigate();
  const open = (to: string | null) =>
    void navigate({
      to: '.',
      search: (before: object) => readCampaignSearch({ ...before, tab: to }),
      replace: true,
    });
  return (
    <>
      <Group gap="md" mb="md" align="flex-start">
        <StatusBadge status={campaign.status} />
        <PublicationLine campaign={campaign} />
        <FailedPostbacks campaignId={campaign.id} />
      </Group>
      <NewerNote
        thing="campaigns"
        record={campaign}
        list={(options) => api.listCampaignVersions(campaign.id, options)}
        take={refresh}
      />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          {may('goals.read') ? <Tabs.Tab value="goals">Goals</Tabs.Tab> : null}
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <CampaignOverview campaign={campaign} />
        </Tabs.Panel>
        <Tabs.Panel value="goals">
          <GoalsTab campaign={campaign} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SettingsTab campaign={campaign} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <Versions campaign={campaign} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Versions({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { api, may } = useWorkspace();
  const show = useShowWritten();
  const { id, version: current } = campaign;
  return (
    <>
      <Anchor
        renderRoot={(root) => (
          <Link
            {...root}
            to="/reports"
            search={{
              by: 'configVersion',
              filters: [{ field: 'campaign' as const, op: 'is' as const, values: [id] }],
            }}
          />
        )}
      >
        Report by version
      </Anchor>
      <VersionsSection
        of={{
          thing: 'campaigns',
          record: campaign,
          references: ['traffic-sources', 'rotators', 'domains'],
          list: (options) => api.listCampaignVersions(id, options),
          get: (version, options) => api.getCampaignVersion(id, version, options),
          putBack: may('campaigns.write')
            ? (version) => api.putBackCampaignVersion(id, version, { version: current })
            : undefined,
          onPutBack: (response) => {
            const { changed: _, warnings: __, ...written } = response;
            show(written);
          },
        }}
      />
    </>
  );
}
