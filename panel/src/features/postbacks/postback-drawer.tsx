import { Anchor, Button, Drawer, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Postback } from '../../lib/api/api.ts';
import { formatResult } from '../../lib/format/error-messages.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { formatClock } from '../../lib/time/format-clock.ts';
import { triggerLabels } from '../../lib/format/trigger-labels.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { stateNames } from './format-postback.ts';
import { RawText } from '../../ui/raw-text.tsx';
import { useLayer } from '../../ui/use-layer.ts';

export function PostbackDrawer({
  postback,
  campaignName,
  close,
}: {
  postback: Postback;
  campaignName: string | undefined;
  close: () => void;
}): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const queries = useQueryClient();
  const { id, state, url, campaignId, eventId } = postback;
  const clock = (time: string) => formatClock(time, workspace.timezone);
  const retry = useMutation({
    mutationFn: () => api.retryPostback(id),
    onSuccess: () => showDone('Sending the postback now.', undefined),
    onSettled: () => void queries.invalidateQueries({ queryKey: [workspace.id] }),
  });
  return (
    <Drawer
      opened
      onClose={useLayer(true, close)}
      position="right"
      size="lg"
      title={`Postback: ${stateNames[state]}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {retry.error === null ? null : <ErrorNote error={retry.error} close={retry.reset} />}
        <Facts
          facts={[
            ['Created', clock(postback.createdAt)],
            ['Next attempt', postback.nextAt === null ? null : clock(postback.nextAt)],
            ['Trigger', triggerLabels[postback.occasion]],
            ['Receiver', postback.origin],
            [
              'Campaign',
              <Anchor
                key="campaign"
                inherit
                renderRoot={(root) => <Link {...root} to="/campaigns/$campaignId" params={{ campaignId }} />}
              >
                {campaignName ?? campaignId}
              </Anchor>,
            ],
            [
              'Conversion',
              <Anchor
                key="event"
                inherit
                renderRoot={(root) => <Link {...root} to="/visits/$visitId" params={{ visitId: eventId }} />}
              >
                View conversion
              </Anchor>,
            ],
          ]}
        />
        {url === null ? (
          <Text c="dimmed">The URL is hidden because your role can’t view personal data.</Text>
        ) : (
          <RawText text={`${postback.method} ${url}`} />
        )}
        <Attempts postback={postback} />
        {may('postbacks.retry') ? (
          <div>
            <Button loading={retry.isPending} onClick={() => retry.mutate()}>
              {state === 'waiting' ? 'Send now' : 'Send again'}
            </Button>
            {state === 'delivered' ? (
              <Text size="xs" c="dimmed" mt={4}>
                Already delivered. If the receiver does not deduplicate postbacks, it may count this one
                twice.
              </Text>
            ) : null}
          </div>
        ) : null}
      </Stack>
    </Drawer>
  );
}

function Attempts({ postback: { id, attempts } }: { postback: Postback }): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'listPostbackAttempts', id, attempts],
    queryFn: ({ signal }) => api.listPostbackAttempts(id, { query: { sort: '-time' }, signal }),
    enabled: attempts > 0,
  });
  if (attempts === 0) return <Text c="dimmed">No attempts yet.</Text>;
  return (
    <Section title="Attempts">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined ? error === null ? <Skeleton h={80} /> : null : null}
      {data?.items.map((attempt) => (
        <div key={attempt.id}>
          <Text>
            {`${formatClock(attempt.time, workspace.timezone)}, ${attempt.durationMs.toLocaleString('en-GB')} ms`}
          </Text>
          <Text size="sm" c="dimmed">
            {formatResult(attempt)}
          </Text>
          {attempt.response === null || attempt.response === '' ? null : <RawText text={attempt.response} />}
        </div>
      ))}
    </Section>
  );
}
