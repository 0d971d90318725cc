import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isDimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import { use, type ReactNode } from 'react';
import type { PanelVisitEvent } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { dimensionLabel } from '../../lib/reports/dimension-labels.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { recordPath } from '../../lib/screens/screen.ts';
import { formatClock } from '../../lib/time/format-clock.ts';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { RawText } from '../../ui/raw-text.tsx';

function Named({ type, id, name }: { type: string; id: string | null; name: string | null }): ReactNode {
  const to = id === null ? undefined : recordPath(type, id);
  if (id === null) return 'None';
  return to === undefined ? (
    (name ?? id)
  ) : (
    <Anchor component={Link} to={to} inherit>
      {name ?? id}
    </Anchor>
  );
}

export function RequestDetails({ visit }: { visit: PanelVisitEvent }): ReactNode {
  const { workspace } = useWorkspace();
  const { labels: names } = use(FieldNamingContext);
  return (
    <Section title="Request">
      <Facts
        facts={[
          ['Time', `${formatClock(visit.time, workspace.timezone)} (${workspace.timezone})`],
          ['Campaign', <Named key="c" type="campaign" id={visit.campaignId} name={visit.labels.campaign} />],
          [
            'Traffic source',
            <Named
              key="s"
              type="traffic-source"
              id={visit.trafficSourceId}
              name={visit.labels.trafficSource}
            />,
          ],
          ['External click ID', visit.externalId],
          ...Object.entries(visit.tokens).map(([name, value]): Fact => [
            isDimensionId(name) ? dimensionLabel(name, names) : name,
            value,
          ]),
          ['Referrer', visit.referrer],
          ['IP address', visit.ip],
          ['User agent', visit.userAgent],
          ['Cost', `${visit.cost} ${workspace.currency}`],
        ]}
      />
    </Section>
  );
}

function formatYesNo(is: boolean): string {
  return is ? 'Yes' : 'No';
}

export function VisitorDetails({ visit }: { visit: PanelVisitEvent }): ReactNode {
  return (
    <Section title="Visitor">
      <Facts
        facts={[
          ['Location', [visit.city, visit.region, visit.country].filter((part) => part !== null).join(', ')],
          ['ISP', visit.isp],
          ['Device type', visit.deviceType],
          ['Operating system', visit.os],
          ['Browser', visit.browser],
          ['Language', visit.language],
          ['Unique visit', formatYesNo(visit.unique)],
          ['Bot', formatYesNo(visit.bot)],
          ['Prefetch', formatYesNo(visit.prefetch)],
          ['Flags', visit.reasons.join(', ')],
        ]}
      />
    </Section>
  );
}

export function RoutingDetails({ visit }: { visit: PanelVisitEvent }): ReactNode {
  const { labels } = visit;
  return (
    <Section title="Routing">
      <Facts
        facts={[
          ['Outcome', visit.outcome],
          ['Rotator', <Named key="r" type="rotator" id={visit.rotatorId} name={labels.rotator} />],
          ['Path', <Named key="p" type="path" id={visit.pathId} name={labels.path} />],
          ['Landing page', <Named key="l" type="landing" id={visit.landingId} name={labels.landing} />],
          ['Offer', <Named key="o" type="offer" id={visit.offerId} name={labels.offer} />],
          ['Campaign version', visit.configVersion],
        ]}
      />
      {visit.destinationUrl === null ? null : (
        <div>
          <Text size="sm" c="dimmed">
            Destination URL
          </Text>
          <RawText text={visit.destinationUrl} />
        </div>
      )}
    </Section>
  );
}
