import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PanelCampaign } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { countryName } from '../../lib/format/country-names.ts';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { formatCost } from './format-cost.ts';
import { useRecordNames } from './use-record-names.ts';

export function CampaignDetails({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { workspace } = useWorkspace();
  const names = useRecordNames();
  const { trafficSourceId, destination, country, cost, tracking } = campaign;
  const facts: Fact[] = [
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
      <Facts facts={facts} />
    </Section>
  );
}
