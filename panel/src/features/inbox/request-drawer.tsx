import { Anchor, Drawer, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { InboxChange, InboxEntry } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { formatClock } from '../../lib/time/format-clock.ts';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { formatVerdict } from '../../lib/format/format-verdict.ts';
import { RawText } from '../../ui/raw-text.tsx';
import { useLayer } from '../../ui/use-layer.ts';

export function RequestDrawer({
  entry,
  campaignName,
  close,
}: {
  entry: InboxEntry;
  campaignName: string | undefined;
  close: () => void;
}): ReactNode {
  const { timezone } = useWorkspace().workspace;
  const { campaignId, verdict, reason, changes, query, body } = entry;
  return (
    <Drawer
      opened
      onClose={useLayer(true, close)}
      position="right"
      size="lg"
      title={`Incoming postback: ${formatVerdict(verdict)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text>{reason ?? 'Not processed yet.'}</Text>
        <Facts
          facts={[
            ['Received', `${formatClock(entry.receivedAt, timezone)} (${timezone})`],
            ['Processed', entry.handledAt === null ? null : formatClock(entry.handledAt, timezone)],
            ['Next attempt', entry.nextAt === null ? null : formatClock(entry.nextAt, timezone)],
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
            ['Content type', entry.contentType],
            ['IP address', entry.address],
            ['User agent', entry.userAgent],
          ]}
        />
        {query === null || query === '' ? null : <RawField label="Query" text={query} />}
        {body === null || body === '' ? null : <RawField label="Body" text={body} />}
        {query === null ? (
          <Text c="dimmed">The request is hidden because your role can’t view personal data.</Text>
        ) : null}
        {changes.length > 0 || verdict === null ? null : (
          <Text size="sm">
            You can change the goal rules and{' '}
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
              replay earlier postbacks
            </Anchor>
            .
          </Text>
        )}
        {changes.length === 0 ? null : (
          <Section title="Conversions">
            {changes.map((change) => (
              <Change key={change.eventId} change={change} />
            ))}
          </Section>
        )}
      </Stack>
    </Drawer>
  );
}

function RawField({ label, text }: { label: string; text: string }): ReactNode {
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
  const { workspace } = useWorkspace();
  const { isNew, label, idx, status, payout, currency, revenue, transactionId, eventId } = change;
  return (
    <div>
      <Anchor
        inherit
        renderRoot={(root) => <Link {...root} to="/visits/$visitId" params={{ visitId: eventId }} />}
      >
        {`${isNew ? 'New' : 'Updated'}: ${label === '' ? `event ${idx}` : label}, ${status}`}
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
