import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Publication } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { networkMacros } from '../../lib/format/network-macros.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';
import { ReachNote } from '../../ui/reach-note.tsx';
import { isServed } from './is-served.ts';
import { TestSection } from './test-section.tsx';
import { StepLine } from './step-line.tsx';

export function LinkReady({ campaignId }: { campaignId: string }): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'link', campaignId],
    queryFn: async ({ signal }) => {
      const campaign = await api.getCampaign(campaignId, { signal });
      const [links, source, routing] = await Promise.all([
        api.getCampaignLinks(campaignId, { signal }),
        api.getTrafficSource(campaign.trafficSourceId, { signal }),
        api.getRotatorRules(campaign.destination.rotatorId, { signal }),
      ]);
      return { campaign, links, source, routing };
    },
  });
  const publication = usePublication(campaignId);
  if (data === undefined)
    return error === null ? (
      <Skeleton h={280} maw={720} />
    ) : (
      <ErrorNote error={error} retry={() => void refetch()} />
    );
  const { campaign, links, source, routing } = data;
  const hasLanding = routing.paths.some(({ landings }) => landings.length > 0);
  return (
    <Stack gap="md" maw={720}>
      <Section title={campaign.name} lead={<Published state={publication} />}>
        <ReachNote text={links.visit} isOfMany />
        <CopyLine
          label="Campaign link"
          help={`Use this link as the destination URL of your ad on ${source.name}. Leave the macros unchanged so that ${source.name} can replace them.`}
          text={links.visit}
          isReachSaid
        />
        <CopyLine
          label="Incoming postback URL"
          help="Enter this URL in the postback settings of the affiliate network, and replace the values in braces with the network’s macros. Keep it secret, because anyone who has it can report conversions."
          text={links.event + networkMacros}
          isReachSaid
        />
        {hasLanding ? (
          <CopyLine
            label="Landing page click URL"
            help="Link your landing page’s button to this URL."
            text={links.landingClick}
            isReachSaid
          />
        ) : null}
      </Section>
      <TestSection
        campaignId={campaignId}
        links={links}
        source={source}
        routing={routing}
        isServed={publication !== undefined && isServed(publication)}
      />
    </Stack>
  );
}

const pollMs = 1_000;

function usePublication(campaignId: string): Publication | undefined {
  const { workspace, api } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'getPublication', campaignId],
    queryFn: ({ signal }) => api.getPublication(campaignId, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isServed(state.data) ? false : pollMs),
  });
  return data;
}

function Published({ state }: { state: Publication | undefined }): ReactNode {
  if (state?.failure !== null && state?.failure !== undefined)
    return <StepLine state="problem">Publishing failed: {state.failure}</StepLine>;
  if (state === undefined || !isServed(state))
    return <StepLine state="waiting">Publishing. This takes a few seconds.</StepLine>;
  return <StepLine state="done">Live</StepLine>;
}
