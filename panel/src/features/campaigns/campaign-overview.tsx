import type { ReactNode } from 'react';
import type { PanelCampaign } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { RecordOverview } from '../../ui/record/record-overview.tsx';
import { CampaignDetails } from './campaign-details.tsx';
import { CostsSection } from './costs-section.tsx';
import { GoalsSection } from './goals/goals-section.tsx';
import { LinksSection } from './links-section.tsx';

export function CampaignOverview({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { may } = useWorkspace();
  const { id, createdAt } = campaign;
  return (
    <RecordOverview
      createdAt={createdAt}
      numbers={{
        dimension: 'campaign',
        id,
        left: [
          { title: 'Offers', dimension: 'offer', heading: 'Offer' },
          { title: 'Landing pages', dimension: 'landing', heading: 'Landing page' },
        ],
        right: [],
        conversions: {
          filter: { campaignId: id },
          empty: 'Give the affiliate network the incoming postback URL below.',
        },
      }}
      left={
        <>
          <LinksSection campaign={campaign} />
          {may('costs.read') ? <CostsSection campaignId={id} /> : null}
        </>
      }
      right={
        <>
          <CampaignDetails campaign={campaign} />
          <GoalsSection campaignId={id} />
        </>
      }
    />
  );
}
