import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PanelCampaign, PanelReportDefinition } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useStore } from '../../lib/api/store.ts';
import { now } from '../../lib/time/now.ts';
import { BreakdownSection } from '../../ui/numbers/breakdown-section.tsx';
import { Numbers, type ShownRange } from '../../ui/numbers/numbers.tsx';
import { CampaignDetails } from './campaign-details.tsx';
import { CostsSection } from './costs-section.tsx';
import { GoalsSection } from './goals/goals-section.tsx';
import { LatestConversions } from './latest-conversions.tsx';
import { LinksSection } from './links-section.tsx';
import { PlacementsSection } from './placements-section.tsx';

const newForMs = 24 * 60 * 60 * 1_000;

export function CampaignOverview({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { may } = useWorkspace();
  // A new campaign has no numbers yet, but its links are needed.
  const isNew = useStore(now).getTime() - Date.parse(campaign.createdAt) < newForMs;
  const numbers = may('reports.read') ? <CampaignNumbers campaignId={campaign.id} /> : null;
  return (
    <Stack gap="md">
      {isNew ? null : numbers}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">
          <LinksSection campaign={campaign} />
          {may('costs.read') ? <CostsSection campaignId={campaign.id} /> : null}
        </Stack>
        <Stack gap="md">
          <CampaignDetails campaign={campaign} />
          <GoalsSection campaignId={campaign.id} />
        </Stack>
      </SimpleGrid>
      {isNew ? numbers : null}
    </Stack>
  );
}

function CampaignNumbers({ campaignId }: { campaignId: string }): ReactNode {
  const filters = [{ field: 'campaign' as const, op: 'is' as const, values: [campaignId] }];
  return (
    <Numbers filters={filters} defaultRange="last-7-days">
      {(shown) => <Breakdowns {...{ campaignId, filters, shown }} />}
    </Numbers>
  );
}

function Breakdowns({
  campaignId,
  filters,
  shown,
}: {
  campaignId: string;
  filters: NonNullable<PanelReportDefinition['filters']>;
  shown: ShownRange;
}): ReactNode {
  const { may } = useWorkspace();
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Stack gap="md">
        <BreakdownSection title="Offers" dimension="offer" heading="Offer" filters={filters} shown={shown} />
        <BreakdownSection
          title="Landing pages"
          dimension="landing"
          heading="Landing page"
          filters={filters}
          shown={shown}
        />
      </Stack>
      <Stack gap="md">
        <PlacementsSection filters={filters} shown={shown} />
        {may('events.read') ? <LatestConversions campaignId={campaignId} shown={shown} /> : null}
      </Stack>
    </SimpleGrid>
  );
}
