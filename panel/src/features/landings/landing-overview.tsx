import type { ReactNode } from 'react';
import type { ListedLanding } from '../../lib/api/api.ts';
import { countryName } from '../../lib/format/country-names.ts';
import { Facts } from '../../ui/facts.tsx';
import { RecordOverview } from '../../ui/record/record-overview.tsx';
import { UsesSection } from '../../ui/record/uses-section.tsx';
import { Section } from '../../ui/section.tsx';

export function LandingOverview({ record: landing }: { record: ListedLanding }): ReactNode {
  const { id, url, country, createdAt } = landing;
  return (
    <RecordOverview
      createdAt={createdAt}
      numbers={{
        dimension: 'landing',
        id,
        left: [
          { title: 'Campaigns', dimension: 'campaign', heading: 'Campaign' },
          { title: 'Offers', dimension: 'offer', heading: 'Offer' },
        ],
        right: [{ title: 'Paths', dimension: 'path', heading: 'Path' }],
        conversions: {
          filter: { landingId: id },
          empty: 'Check that the page’s button leads to the landing page click URL on the campaign’s page.',
        },
      }}
      left={
        <UsesSection
          thing="landings"
          id={id}
          unused="Not used yet. Create a campaign with this landing page, or add the page to a path of a rotator."
        />
      }
      right={
        <Section title="Details">
          <Facts
            facts={[
              ['URL', url],
              ['Country', country === null ? 'All countries' : countryName(country)],
            ]}
          />
        </Section>
      }
    />
  );
}
