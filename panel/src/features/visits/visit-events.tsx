import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EventTimeline, PanelGoalEvent, VisitPostback } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Section } from '../../ui/section.tsx';
import { RawText } from '../../ui/raw-text.tsx';

/** Clicks on the landing, conversions, and what was told to whom. */
export function VisitEvents({ story }: { story: EventTimeline }): ReactNode {
  const { clicks, conversions, postbacks, isComplete } = story;
  const isNothing = clicks.length + conversions.length + postbacks.length === 0;
  return (
    <Section title="What followed">
      {isNothing ? (
        <Text c="dimmed">Nothing yet: no click on a landing, no conversion, no postback.</Text>
      ) : null}
      {clicks.map((click) => (
        <Line key={click.id} at={click.time} what={`Clicked on to ${click.labels.offer ?? 'an offer'}`}>
          {null}
        </Line>
      ))}
      {conversions.map((event) => (
        <Conversion key={`${event.id} ${event.time}`} event={event} />
      ))}
      {postbacks.map((told) => (
        <Told key={told.postback?.id ?? told.attempts[0]?.id ?? told.eventId} told={told} />
      ))}
      {isComplete ? null : <Text c="dimmed">There is more than is shown here.</Text>}
    </Section>
  );
}

function Line({ at, what, children }: { at: string; what: string; children: ReactNode }): ReactNode {
  return (
    <Box>
      <Text>
        {what}, <Timestamp at={at} />
      </Text>
      {children}
    </Box>
  );
}

function Conversion({ event }: { event: PanelGoalEvent }): ReactNode {
  const { workspace } = useWorkspace();
  const { label, status, payout, transactionId, isConversion } = event;
  const what = [label ?? (isConversion ? 'Conversion' : 'Event'), ...(status === null ? [] : [status])].join(
    ', ',
  );
  return (
    <Line at={event.time} what={what}>
      <Text size="sm" c="dimmed" className="wp-wrap">
        {[
          `payout ${payout} ${event.currency ?? workspace.currency}`,
          ...(transactionId === null ? [] : [`transaction ${transactionId}`]),
        ].join(', ')}
      </Text>
    </Line>
  );
}

function Told({ told: { postback, attempts } }: { told: VisitPostback }): ReactNode {
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
          {`Attempt ${attempt}: ${status === null ? `no answer (${error ?? 'unknown'})` : `answered ${status}`}, `}
          <Timestamp at={time} />
        </Text>
      ))}
    </Box>
  );
}
