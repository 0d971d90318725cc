import { Anchor, Box, Group, SimpleGrid, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PanelCampaign } from '../../lib/api/api.ts';
import { countryName } from '../../lib/format/country-names.ts';
import { readCampaignTab } from './campaign-search.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { FieldNamingContext, useFieldNaming } from '../../lib/reports/field-naming.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { NewerNote } from '../../ui/record/newer-note.tsx';
import { VersionsSection } from '../../ui/record/versions-section.tsx';
import { useCampaignActions } from './campaign-actions.tsx';
import { useCampaign, useRefreshCampaigns, useShowWritten } from './campaign-queries.ts';
import { CostsSection } from './costs-section.tsx';
import { GoalsSection } from './goals/goals-section.tsx';
import { GoalsTab } from './goals/goals-tab.tsx';
import { LinksSection } from './links-section.tsx';
import { PublicationLine } from './publication-line.tsx';
import { formatCost } from './format-cost.ts';
import { SettingsTab } from './settings-tab.tsx';
import { StatusBadge } from './status-badge.tsx';
import { useRecordNames } from './use-record-names.ts';

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
      search: { tab: readCampaignTab(to) ?? 'overview' },
      replace: true,
    });
  return (
    <>
      <Group gap="md" mb="md" align="flex-start">
        <StatusBadge status={campaign.status} />
        <PublicationLine campaign={campaign} />
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
          <Overview campaign={campaign} />
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

function Overview({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { may } = useWorkspace();
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" maw={1600}>
      <LinksSection campaign={campaign} />
      <Stack gap="md">
        <Facts campaign={campaign} />
        <GoalsSection campaignId={campaign.id} />
        {may('costs.read') ? <CostsSection campaignId={campaign.id} /> : null}
      </Stack>
    </SimpleGrid>
  );
}

function Facts({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { workspace } = useWorkspace();
  const names = useRecordNames();
  const { trafficSourceId, destination, country, cost, tracking } = campaign;
  const facts: [string, ReactNode][] = [
    [
      'Traffic source',
      <Anchor key="source" component={Link} to={`/traffic-sources/${trafficSourceId}`} inherit>
        {names.get(trafficSourceId) ?? 'Traffic source'}
      </Anchor>,
    ],
    [
      'Destination',
      <Anchor key="rotator" component={Link} to={`/rotators/${destination.rotatorId}`} inherit>
        {names.get(destination.rotatorId) ?? 'Rotator'}
      </Anchor>,
    ],
    ['Country', country === null ? 'All countries' : countryName(country)],
    ['Cost model', formatCost(cost, workspace.currency)],
    ['Tracking method', tracking.method === 'redirect' ? 'Redirect' : 'Direct (tracking script)'],
    ['Tracking domain', tracking.domainId === null ? 'Default' : (names.get(tracking.domainId) ?? '')],
  ];
  return (
    <Section title="Details">
      <Box component="dl" m={0} className="wp-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0}>
              {value}
            </Text>
          </div>
        ))}
      </Box>
    </Section>
  );
}
