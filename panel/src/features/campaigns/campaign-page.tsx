import { Anchor } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PanelCampaign } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { FieldNamingContext, useFieldNaming } from '../../lib/reports/field-naming.ts';
import { NewerNote } from '../../ui/record/newer-note.tsx';
import { RecordFrame, RecordTabs } from '../../ui/record/record-frame.tsx';
import { RecordMeta } from '../../ui/record/record-tags.tsx';
import { VersionsSection } from '../../ui/record/versions-section.tsx';
import { useCampaignActions } from './campaign-actions.tsx';
import { useCampaign, useRefreshCampaigns, useShowWritten } from './campaign-queries.ts';
import { campaignKind } from './kind.ts';
import { GoalsTab } from './goals/goals-tab.tsx';
import { CampaignOverview } from './campaign-overview.tsx';
import { FailedPostbacks } from './failed-postbacks.tsx';
import { PublicationLine } from './publication-line.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

export function CampaignPage(): ReactNode {
  const { campaignId } = useParams({ from: '/signed-in/shell/campaigns/$campaignId' });
  const { data: campaign, error, refetch } = useCampaign(campaignId);
  const actions = useCampaignActions(campaign);
  const naming = useFieldNaming({ campaignIds: [campaignId] });
  return (
    <RecordFrame
      title={campaign?.name ?? 'Campaign'}
      actions={actions.buttons}
      error={error ?? actions.error}
      retry={() => void refetch()}
    >
      {campaign === undefined ? undefined : (
        <FieldNamingContext value={naming}>
          <CampaignTabs key={campaign.id} campaign={campaign} />
        </FieldNamingContext>
      )}
    </RecordFrame>
  );
}

function CampaignTabs({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { api, may } = useWorkspace();
  const refresh = useRefreshCampaigns();
  return (
    <>
      <RecordMeta kind={campaignKind} record={campaign}>
        <StatusBadge status={campaign.status} />
        <PublicationLine campaign={campaign} />
        <FailedPostbacks campaignId={campaign.id} />
      </RecordMeta>
      <NewerNote
        thing="campaigns"
        record={campaign}
        list={(options) => api.listCampaignVersions(campaign.id, options)}
        take={refresh}
      />
      <RecordTabs
        tabs={[
          { id: 'overview', label: 'Overview', content: <CampaignOverview campaign={campaign} /> },
          ...(may('goals.read')
            ? [{ id: 'goals', label: 'Goals', content: <GoalsTab campaign={campaign} /> }]
            : []),
          { id: 'settings', label: 'Settings', content: <SettingsTab campaign={campaign} /> },
          { id: 'versions', label: 'Versions', content: <Versions campaign={campaign} /> },
        ]}
      />
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
