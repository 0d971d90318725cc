import { Alert, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EventTimeline, PanelVisitEvent } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { FieldNamingContext, useFieldNaming } from '../../lib/reports/field-naming.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { RoutingTestResult } from '../../ui/routing-test/routing-test-result.tsx';
import { RequestDetails, RoutingDetails, VisitorDetails } from './visit-details.tsx';
import { VisitIncomingPostbacks } from './visit-incoming-postbacks.tsx';
import { VisitEvents } from './visit-events.tsx';

export function VisitPage(): ReactNode {
  const { visitId } = useParams({ from: '/signed-in/shell/visits/$visitId' });
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'visits', visitId],
    queryFn: ({ signal }) => api.getEventTimeline(visitId, { signal }),
    retry: false,
  });
  const sourceId = data?.visit?.trafficSourceId ?? undefined;
  const naming = useFieldNaming(sourceId === undefined ? undefined : { trafficSourceIds: [sourceId] });
  return (
    <Page title="Visit details">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      <FieldNamingContext value={naming}>
        {data === undefined ? (
          error === null ? (
            <Skeleton h={320} />
          ) : null
        ) : (
          <VisitTimeline timeline={data} />
        )}
      </FieldNamingContext>
    </Page>
  );
}

function VisitTimeline({ timeline }: { timeline: EventTimeline }): ReactNode {
  const { visit } = timeline;
  const { may } = useWorkspace();
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" maw={1600}>
      <Stack gap="md">
        {timeline.clickId === null ? null : (
          <Section title="Visit">
            <CopyLine label="Click ID" text={timeline.clickId} />
          </Section>
        )}
        {visit === null ? (
          <Section title="Request">
            <Text>Visit not found. It may have been deleted, or it may not have been recorded yet.</Text>
          </Section>
        ) : (
          <>
            <RequestDetails visit={visit} />
            <VisitorDetails visit={visit} />
          </>
        )}
      </Stack>
      <Stack gap="md">
        {visit === null ? null : <RoutingDetails visit={visit} />}
        <VisitEvents timeline={timeline} />
        {may('inbox.read') && timeline.visitId !== null ? (
          <VisitIncomingPostbacks visitId={timeline.visitId} />
        ) : null}
        {visit !== null && may('rotators.read') && visit.rotatorId !== null ? <Rules visit={visit} /> : null}
      </Stack>
    </SimpleGrid>
  );
}

function Rules({ visit }: { visit: PanelVisitEvent }): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'visits', visit.id, 'explanation'],
    queryFn: ({ signal }) => api.explainVisit(visit.id, { signal }),
    retry: false,
  });
  return (
    <Section
      title="Rules"
      lead={data === undefined || data.verdict === 'contradicts' ? undefined : data.note}
    >
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={160} /> : null}
      {data?.verdict === 'contradicts' ? <Alert color="orange">{data.note}</Alert> : null}
      {data === undefined || data.evaluation === null ? null : (
        <RoutingTestResult result={data.evaluation} isRecorded />
      )}
    </Section>
  );
}
