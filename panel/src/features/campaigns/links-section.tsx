import { Button, Skeleton, Text } from '@mantine/core';
import { campaignLinks } from '@waypost/contract/conversions/inbox.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState, type ReactNode } from 'react';
import type { CampaignLinks, PanelCampaign } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { networkMacros } from '../../lib/format/network-macros.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Section } from '../../ui/section.tsx';
import { ReachNote } from '../../ui/reach-note.tsx';
import { campaignKey } from './campaign-queries.ts';
import { RotateKey } from './rotate-key.tsx';

type LinkName = Exclude<keyof CampaignLinks, 'previousEvent' | 'version'>;

const labels: Record<LinkName, string> = {
  visit: 'Campaign link',
  event: 'Incoming postback URL',
  landingClick: 'Landing page click URL',
  page: 'Parameters for your page URL',
  script: 'Tracking script',
  pixel: 'Impression pixel',
};
// Order of the links for each tracking method. The link that is needed first comes first.
const orders: Record<PanelCampaign['tracking']['method'], LinkName[]> = {
  redirect: ['visit', 'event', 'landingClick', 'script', 'page', 'pixel'],
  direct: ['page', 'script', 'event', 'landingClick', 'pixel', 'visit'],
};

// Number of links that are shown first.
const mainLinks = 2;

export function LinksSection({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: campaignKey(workspace.id, campaign.id, 'links'),
    queryFn: ({ signal }) => api.getCampaignLinks(campaign.id, { signal }),
  });
  return (
    <Section title="Links">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        <Skeleton h={240} />
      ) : (
        <Lines
          links={data}
          order={orders[campaign.tracking.method]}
          rotate={
            may('incoming-keys.rotate') && campaign.status !== 'archived' ? (
              <RotateKey campaignId={campaign.id} links={data} />
            ) : null
          }
        />
      )}
      {may('incoming-keys.read') ? null : (
        <Text size="xs" c="dimmed">
          The incoming postback URL contains a secret key, so only members, admins and owners can see the URL.
        </Text>
      )}
    </Section>
  );
}

function Lines({
  links,
  order,
  rotate,
}: {
  links: CampaignLinks;
  order: LinkName[];
  rotate: ReactNode;
}): ReactNode {
  // Empty links are hidden: page parameters are empty if the traffic source has no macros, and viewers do not receive
  // the postback URL.
  const all = order.filter((name) => links[name] !== '');
  const [isAll, setAll] = useState(false);
  const shown = isAll ? all : all.slice(0, mainLinks);
  return (
    <>
      <ReachNote text={links.visit} isOfMany />
      {shown.map((name) => (
        <Fragment key={name}>
          <CopyLine
            label={labels[name]}
            help={
              name === 'event'
                ? 'Replace the values in braces with the affiliate network’s macros. The URL contains the campaign’s key, so keep it secret.'
                : campaignLinks.shape[name].meta()?.description
            }
            text={name === 'event' ? links.event + networkMacros : links[name]}
            isReachSaid
          />
          {name === 'event' && links.previousEvent !== null ? (
            <Text size="xs" c="dimmed">
              The previous postback URL works until <Timestamp at={links.previousEvent.until} />.
            </Text>
          ) : null}
          {name === 'event' ? rotate : null}
        </Fragment>
      ))}
      {shown.length === all.length ? null : (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => setAll(true)}
          style={{ alignSelf: 'flex-start' }}
        >
          Show all links
        </Button>
      )}
    </>
  );
}
