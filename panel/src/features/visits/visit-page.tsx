import { Alert, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EventStory, PanelVisitEvent } from '../../lib/api.ts';
import { useHere } from '../../lib/me.ts';
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
      </Stack>
      <Stack gap="md">
        {visit === null ? null : <Decided visit={visit} />}
        <WhatFollowed story={story} />
        {may('inbox.read') && story.visitId !== null ? <WhatNetworksSent visitId={story.visitId} /> : null}
        {visit !== null && may('rotators.read') && visit.rotatorId !== null ? <Rules visit={visit} /> : null}
      </Stack>
    </SimpleGrid>
  );
}

/** How each rule evaluated for this visit, compared with what was recorded. */
function Rules({ visit }: { visit: PanelVisitEvent }): ReactNode {
  const { workspace, api } = useHere();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'visits', visit.id, 'explanation'],
    queryFn: ({ signal }) => api.explainVisit(visit.id, { signal }),
    retry: false,
  });
  return (
    <Part title="Rules" lead={data === undefined || data.verdict === 'contradicts' ? undefined : data.note}>
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={160} /> : null}
      {data?.verdict === 'contradicts' ? <Alert color="orange">{data.note}</Alert> : null}
      {data === undefined || data.evaluation === null ? null : (
        <TrialResult result={data.evaluation} isRecorded />
      )}
    </Part>
  );
}
