import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PanelVisitEvent } from '../../lib/api.ts';
import { useHere } from '../../lib/me.ts';
import { recordPath } from '../../lib/record-paths.ts';
import { sayClock } from '../../lib/say-clock.ts';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { Part } from '../../ui/part.tsx';
import { RawText } from '../../ui/raw-text.tsx';

function Named({ type, id, name }: { type: string; id: string | null; name: string | null }): ReactNode {
  const to = id === null ? undefined : recordPath(type, id);
  if (id === null) return 'none';
  return to === undefined ? (
    (name ?? id)
  ) : (
    <Anchor component={Link} to={to} inherit>
      {name ?? id}
    </Anchor>
  );
}

export function CameIn({ visit }: { visit: PanelVisitEvent }): ReactNode {
  const { workspace } = useHere();
  const { labels } = visit;
  return (
    <Part title="What came in">
      <Facts
        facts={[
          ['Time', `${sayClock(visit.time, workspace.timezone)} (${workspace.timezone})`],
          ['Campaign', <Named key="c" type="campaign" id={visit.campaignId} name={labels.campaign} />],
          [
            'Traffic source',
            <Named key="s" type="traffic-source" id={visit.trafficSourceId} name={labels.trafficSource} />,
          ],
          ['Click id of the source', visit.externalId],
          ...Object.entries(visit.tokens).map(([name, value]): Fact => [
            name.replace('token', 'Token '),
            value,
          ]),
          ['Referrer', visit.referrer],
          ['IP address', visit.ip],
          ['User agent', visit.userAgent],
          ['Cost', `${visit.cost} ${workspace.currency}`],
        ]}
      />
    </Part>
  );
}

function yes(is: boolean): string {
  return is ? 'yes' : 'no';
}

export function Recognised({ visit }: { visit: PanelVisitEvent }): ReactNode {
  return (
    <Part title="What was recognised">
      <Facts
        facts={[
          ['Place', [visit.city, visit.region, visit.country].filter((part) => part !== null).join(', ')],
          ['Network provider', visit.isp],
          ['Device type', visit.deviceType],
          ['Operating system', visit.os],
          ['Browser', visit.browser],
          ['Language', visit.language],
          ['New to the campaign', yes(visit.unique)],
          ['Bot', yes(visit.bot)],
          ['Made in advance', yes(visit.prefetch)],
          ['Noted', visit.reasons.join(', ')],
        ]}
      />
    </Part>
  );
}

export function Decided({ visit }: { visit: PanelVisitEvent }): ReactNode {
  const { labels } = visit;
  return (
    <Part title="What was decided">
      <Facts
        facts={[
          ['Outcome', visit.outcome],
          ['Rotator', <Named key="r" type="rotator" id={visit.rotatorId} name={labels.rotator} />],
          ['Path', <Named key="p" type="path" id={visit.pathId} name={labels.path} />],
          ['Landing', <Named key="l" type="landing" id={visit.landingId} name={labels.landing} />],
          ['Offer', <Named key="o" type="offer" id={visit.offerId} name={labels.offer} />],
          ['Version of the campaign', visit.configVersion],
        ]}
      />
      {visit.destinationUrl === null ? null : (
        <div>
          <Text size="sm" c="dimmed">
            Sent to
          </Text>
          <RawText text={visit.destinationUrl} />
        </div>
      )}
    </Part>
  );
}
