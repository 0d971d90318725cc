import type { ReactNode } from 'react';
import type { ListedAffiliateNetwork } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { RecordOverview } from '../../ui/record/record-overview.tsx';
import { UsesSection } from '../../ui/record/uses-section.tsx';
import { Section } from '../../ui/section.tsx';
import { duplicatePolicies } from './duplicate-policies.ts';
import { PostbackUrlSection } from './postback-url-section.tsx';

export function AffiliateNetworkOverview({ record: network }: { record: ListedAffiliateNetwork }): ReactNode {
  const { id, createdAt } = network;
  return (
    <RecordOverview
      createdAt={createdAt}
      numbers={{
        dimension: 'affiliateNetwork',
        id,
        left: [
          { title: 'Offers', dimension: 'offer', heading: 'Offer' },
          { title: 'Campaigns', dimension: 'campaign', heading: 'Campaign' },
        ],
        right: [{ title: 'Traffic sources', dimension: 'trafficSource', heading: 'Traffic source' }],
        conversions: {
          filter: { affiliateNetworkId: id },
          empty: 'Give the network the postback URL below.',
        },
      }}
      left={
        <UsesSection
          thing="affiliate-networks"
          id={id}
          unused="Not used yet. Create an offer and select this network."
        />
      }
      right={
        <>
          <PostbackUrlSection />
          <Details network={network} />
        </>
      }
    />
  );
}

function Details({ network }: { network: ListedAffiliateNetwork }): ReactNode {
  const { workspace } = useWorkspace();
  const { clickIdParam, currency, defaultPayout, duplicatePolicy, statusMap, postbackIps } = network;
  const words = Object.entries(statusMap).map(([word, status]) => `${word}: ${status}`);
  const facts: Fact[] = [
    ['Click ID parameter', clickIdParam],
    ['Currency', currency ?? `${workspace.currency} (workspace)`],
    ['Default payout', defaultPayout?.toLocaleString('en') ?? null],
    ['Duplicates', duplicatePolicies.find(({ value }) => value === duplicatePolicy)?.label ?? null],
    ['Status mapping', words.join(', ')],
    ['Allowed IPs', postbackIps.length === 0 ? 'All' : postbackIps.join(', ')],
  ];
  return (
    <Section title="Details">
      <Facts facts={facts} />
    </Section>
  );
}
