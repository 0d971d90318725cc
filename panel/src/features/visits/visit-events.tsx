import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EventTimeline, PanelGoalEvent, VisitPostback } from '../../lib/api/api.ts';
import { formatResult } from '../../lib/format/error-messages.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Section } from '../../ui/section.tsx';
import { RawText } from '../../ui/raw-text.tsx';

export function VisitEvents({ timeline }: { timeline: EventTimeline }): ReactNode {
  const { clicks, conversions, postbacks, isComplete } = timeline;
  const isEmpty = clicks.length + conversions.length + postbacks.length === 0;
  return (
    <Section title="Events">
      {isEmpty ? <Text c="dimmed">No clicks, conversions or postbacks yet.</Text> : null}
      {clicks.map((click) => (
        <EventLine
          key={click.id}
          at={click.time}
          title={`Clicked through to ${click.labels.offer ?? 'an offer'}`}
        >
          {null}
        </EventLine>
      ))}
      {conversions.map((event) => (
        <Conversion key={`${event.id} ${event.time}`} event={event} />
      ))}
      {postbacks.map((sent) => (
        <SentPostback key={sent.postback?.id ?? sent.attempts[0]?.id ?? sent.eventId} sent={sent} />
      ))}
      {isComplete ? null : <Text c="dimmed">Not all events are shown.</Text>}
    </Section>
  );
}

function EventLine({ at, title, children }: { at: string; title: string; children: ReactNode }): ReactNode {
  return (
    <Box>
      <Text>
        {title}, <Timestamp at={at} />
      </Text>
      {children}
    </Box>
  );
}

function Conversion({ event }: { event: PanelGoalEvent }): ReactNode {
  const { workspace } = useWorkspace();
  const { label, status, payout, transactionId, isConversion } = event;
  const title = [label ?? (isConversion ? 'Conversion' : 'Event'), ...(status === null ? [] : [status])].join(
    ', ',
  );
  return (
    <EventLine at={event.time} title={title}>
      <Text size="sm" c="dimmed" className="wp-wrap">
        {[
          `Payout ${payout} ${event.currency ?? workspace.currency}`,
          ...(transactionId === null ? [] : [`transaction ${transactionId}`]),
        ].join(', ')}
      </Text>
    </EventLine>
  );
}

function SentPostback({ sent: { postback, attempts } }: { sent: VisitPostback }): ReactNode {
  const [first] = attempts;
  const at = postback?.createdAt ?? first?.time;
  const url = postback?.url ?? first?.url ?? null;
  return (
    <Box>
      <Text>
        {`Postback${postback === null ? '' : `, ${postback.state}`}`}
        {at === undefined ? null : (
          <>
            , <Timestamp at={at} />
          </>
        )}
      </Text>
      {url === null ? null : <RawText text={url} />}
      {attempts.map(({ id, attempt, status, error, time }) => (
        <Text key={id} size="sm" c="dimmed">
          {`Attempt ${attempt}, `}
          <Timestamp at={time} />
          {`: ${formatResult({ status, error })}`}
        </Text>
      ))}
    </Box>
  );
}
