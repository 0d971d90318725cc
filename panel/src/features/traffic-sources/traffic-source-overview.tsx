import type { ReactNode } from 'react';
import type { ListedTrafficSource } from '../../lib/api/api.ts';
import { FieldNamingContext, useFieldNaming } from '../../lib/reports/field-naming.ts';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { RecordOverview } from '../../ui/record/record-overview.tsx';
import { UsesSection } from '../../ui/record/uses-section.tsx';
import { Section } from '../../ui/section.tsx';

export function TrafficSourceOverview({ record: source }: { record: ListedTrafficSource }): ReactNode {
  const { id, createdAt } = source;
  const naming = useFieldNaming({ trafficSourceIds: [id] });
  return (
    <FieldNamingContext value={naming}>
      <RecordOverview
        createdAt={createdAt}
        numbers={{
          dimension: 'trafficSource',
          id,
          left: [
            { title: 'Campaigns', dimension: 'campaign', heading: 'Campaign' },
            { title: 'Offers', dimension: 'offer', heading: 'Offer' },
          ],
          right: [],
          conversions: {
            filter: { trafficSourceId: id },
            empty: 'Conversions are reported to the postback URL on the campaign’s page.',
          },
        }}
        left={
          <UsesSection
            thing="traffic-sources"
            id={id}
            unused="Not used yet. Create a campaign to get a link for this traffic source."
          />
        }
        right={<Details source={source} />}
      />
    </FieldNamingContext>
  );
}

function Details({ source }: { source: ListedTrafficSource }): ReactNode {
  const { clickIdParam, clickIdMacro, costParam, costMacro, currency, tokens, postbackUrl } = source;
  const facts: Fact[] = [
    ['Click ID', formatParameter(clickIdParam, clickIdMacro) ?? 'Not set'],
    ['Cost', formatParameter(costParam, costMacro) ?? 'Not sent'],
    ['Cost currency', currency],
    ['Tokens', tokens.map(({ name, param }) => (name === '' ? param : name)).join(', ')],
    ['Postback URL', postbackUrl ?? 'Not set. The source does not receive conversions.'],
  ];
  return (
    <Section title="Details">
      <Facts facts={facts} />
    </Section>
  );
}

function formatParameter(param: string | null, macro: string | null): string | null {
  return param === null || macro === null ? param : `${param}=${macro}`;
}
