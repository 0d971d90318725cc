import { Anchor, Drawer, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { InboxChange, InboxEntry } from '../../lib/api.ts';
import { useHere } from '../../lib/me.ts';
import { sayClock } from '../../lib/say-clock.ts';
import { Facts } from '../../ui/facts.tsx';
import { Part } from '../../ui/part.tsx';
import { sayVerdict } from '../../lib/say-verdict.ts';
import { RawText } from '../../ui/raw-text.tsx';
import { useLayer } from '../../ui/use-layer.ts';

/** One request as it came, and what it made or changed. */
export function RequestDrawer({
  entry,
  campaignName,
  close,
}: {
  entry: InboxEntry;
  campaignName: string | undefined;
  close: () => void;
}): ReactNode {
  const { timezone } = useHere().workspace;
  const { campaignId, verdict, reason, changes, query, body } = entry;
  return (
    <Drawer
      opened
      onClose={useLayer(true, close)}
      position="right"
      size="lg"
      title={`Request: ${sayVerdict(verdict)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>{reason ?? 'Nobody has looked at it yet.'}</Text>
        <Facts
          facts={[
            ['Came', `${sayClock(entry.receivedAt, timezone)} (${timezone})`],
            ['Looked at', entry.handledAt === null ? null : sayClock(entry.handledAt, timezone)],
            ['Next look', entry.nextAt === null ? null : sayClock(entry.nextAt, timezone)],
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
            ['Method', entry.method],
            ['Kind of body', entry.contentType],
            ['From', entry.address],
            ['User agent', entry.userAgent],
          ]}
        />
        {query === null || query === '' ? null : <Copied label="Query" text={query} />}
        {body === null || body === '' ? null : <Copied label="Body" text={body} />}
        {query === null ? <Text c="dimmed">What it said is for who may read personal data.</Text> : null}
        {changes.length > 0 || verdict === null ? null : (
          <Text size="sm">
            Goals can be changed and{' '}
            <Anchor
              inherit
              underline="always"
              renderRoot={(root) => (
                <Link
                  {...root}
                  to="/campaigns/$campaignId"
                  params={{ campaignId }}
                  search={{ tab: 'goals' }}
                />
              )}
            >
              applied again
            </Anchor>{' '}
            to what came in before.
          </Text>
        )}
        {changes.length === 0 ? null : (
          <Part title="What it made or changed">
            {changes.map((change) => (
              <Change key={change.eventId} change={change} />
            ))}
          </Part>
        )}
      </Stack>
    </Drawer>
  );
}

function Copied({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <RawText text={text} />
    </div>
  );
}

function Change({ change }: { change: InboxChange }): ReactNode {
  const { workspace } = useHere();
  const { isNew, label, idx, status, payout, currency, revenue, transactionId, eventId } = change;
  return (
    <div>
      <Anchor
        inherit
        renderRoot={(root) => <Link {...root} to="/visits/$visitId" params={{ visitId: eventId }} />}
      >
        {`${isNew ? 'New' : 'Changed'}: ${label === '' ? `event ${idx}` : label}, ${status}`}
      </Anchor>
      <Text size="sm" c="dimmed">
        {[
          `payout ${payout} ${currency}`,
          `revenue ${revenue} ${workspace.currency}`,
          ...(transactionId === '' ? [] : [`transaction ${transactionId}`]),
        ].join(', ')}
      </Text>
      {change.noPostback === null ? null : (
        <Text size="sm" c="dimmed">
          {change.noPostback}
        </Text>
      )}
    </div>
  );
}
