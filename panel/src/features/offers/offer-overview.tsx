import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListedOffer } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { countryName } from '../../lib/format/country-names.ts';
import { formatMoney } from '../../lib/format/format-metrics.ts';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { RecordOverview } from '../../ui/record/record-overview.tsx';
import { UsesSection } from '../../ui/record/uses-section.tsx';
import { useNamesIn } from '../../ui/record/use-names-in.ts';
import { Section } from '../../ui/section.tsx';
import { formatCap } from './format-cap.ts';

export function OfferOverview({ record: offer }: { record: ListedOffer }): ReactNode {
  const { id, createdAt } = offer;
  return (
    <RecordOverview
      createdAt={createdAt}
      numbers={{
        dimension: 'offer',
        id,
        left: [
          { title: 'Campaigns', dimension: 'campaign', heading: 'Campaign' },
          { title: 'Landing pages', dimension: 'landing', heading: 'Landing page' },
        ],
        right: [{ title: 'Traffic sources', dimension: 'trafficSource', heading: 'Traffic source' }],
        conversions: {
          filter: { offerId: id },
          empty: 'Conversions are reported to the postback URL on the campaign’s page.',
        },
      }}
      left={
        <UsesSection
          thing="offers"
          id={id}
          unused="Not used yet. Create a campaign that leads to this offer, or add the offer to a path of a rotator."
        />
      }
      right={<Details offer={offer} />}
    />
  );
}

function Details({ offer }: { offer: ListedOffer }): ReactNode {
  const { currency } = useWorkspace().workspace;
  const { url, affiliateNetworkId, payout, caps, overflowOfferId, country, shortName } = offer;
  const names = useNamesIn([affiliateNetworkId, overflowOfferId], ['affiliate-networks', 'offers']);
  const linkTo = (thing: string, id: string | null) =>
    id === null ? null : (
      <Anchor component={Link} to={`/${thing}/${id}`} inherit>
        {names.get(id) ?? '…'}
      </Anchor>
    );
  const facts: Fact[] = [
    ['URL', url],
    ['Affiliate network', linkTo('affiliate-networks', affiliateNetworkId)],
    ['Payout', payout.amount === null ? 'From postback' : formatMoney(payout.amount, currency)],
    ['Caps', caps.map(formatCap).join(', ')],
    ['Fallback offer', linkTo('offers', overflowOfferId)],
    ['Country', country === null ? null : countryName(country)],
    ['Short name', shortName],
  ];
  return (
    <Section title="Details">
      <Facts facts={facts} />
    </Section>
  );
}
