import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EvaluationInput, EventStory, PanelVisitEvent } from '../../lib/api.ts';
import { useHere } from '../../lib/me.ts';
import { askOf, visitorOf } from '../../lib/tried-visitor.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page } from '../../ui/page.tsx';
import { Part } from '../../ui/part.tsx';
import { TrialResult } from '../../ui/trial/trial-result.tsx';
import { CameIn, Decided, Recognised } from './visit-facts.tsx';
import { WhatNetworksSent } from './what-networks-sent.tsx';
import { WhatFollowed } from './what-followed.tsx';

/** One visit from its request to the last postback: a page to send to somebody who asks about it. */
export function VisitPage(): ReactNode {
  const { visitId } = useParams({ from: '/signed-in/shell/visits/$visitId' });
  const { workspace, api } = useHere();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'visits', visitId],
    queryFn: ({ signal }) => api.getEventStory(visitId, { signal }),
    retry: false,
  });
  return (
    <Page title="A visit explained">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? error === null ? <Skeleton h={320} /> : null : <Story story={data} />}
    </Page>
  );
}

function Story({ story }: { story: EventStory }): ReactNode {
  const { visit } = story;
  const { may } = useHere();
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" maw={1600}>
      <Stack gap="md">
        {story.clickId === null ? null : (
          <Part title="Which visit">
            <CopyLine label="Click id" text={story.clickId} />
          </Part>
        )}
        {visit === null ? (
          <Part title="What came in">
            <Text>The visit itself is not recorded any more, or has not arrived yet.</Text>
          </Part>
        ) : (
          <>
            <CameIn visit={visit} />
            <Recognised visit={visit} />
          </>
        )}
        <WhatFollowed story={story} />
        {may('inbox.read') && story.visitId !== null ? <WhatNetworksSent visitId={story.visitId} /> : null}
      </Stack>
      {visit === null ? null : (
        <Stack gap="md">
          <Decided visit={visit} />
          {may('rotators.read') && visit.rotatorId !== null ? (
            <ByRules visit={visit} rotatorId={visit.rotatorId} />
          ) : null}
        </Stack>
      )}
    </SimpleGrid>
  );
}

/** To the very moment: the form of a made-up visitor knows minutes only. */
function recordedOf(visit: PanelVisitEvent): EvaluationInput {
  return { ...askOf(visitorOf(visit)), time: visit.time, configVersion: visit.configVersion };
}

/** What is recorded says which way was taken; why is asked of the rules that decided, or of those of now. */
function ByRules({ visit, rotatorId }: { visit: PanelVisitEvent; rotatorId: string }): ReactNode {
  const { workspace, api } = useHere();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'rotators', rotatorId, 'evaluate', visit.id],
    queryFn: ({ signal }) => api.evaluateRotator(rotatorId, recordedOf(visit), { signal }),
    retry: false,
  });
  return (
    <Part
      title={
        data?.isOfThen === true ? 'Rule by rule, as it was decided' : 'Rule by rule, as the rules are now'
      }
      lead={
        data?.isOfThen === true
          ? `By version ${data.rotatorVersion} of the rotator, which was served then. Caps of that moment and parameters that are no tokens were not recorded; names are those of now.`
          : 'The same visitor at the same moment, by the rules of now: those that decided then are not kept. Parameters that are no tokens were not recorded.'
      }
    >
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? error === null ? <Skeleton h={160} /> : null : <TrialResult result={data} />}
    </Part>
  );
}
