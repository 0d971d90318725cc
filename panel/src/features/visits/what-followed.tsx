import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EventStory, PanelGoalEvent, ToldPostback } from '../../lib/api.ts';
import { useHere } from '../../lib/me.ts';
import { Moment } from '../../ui/moment.tsx';
import { Part } from '../../ui/part.tsx';
import { RawText } from '../../ui/raw-text.tsx';

/** Clicks on the landing, conversions, and what was told to whom. */
export function WhatFollowed({ story }: { story: EventStory }): ReactNode {
  const { clicks, conversions, postbacks, isComplete } = story;
  const isNothing = clicks.length + conversions.length + postbacks.length === 0;
  return (
    <Part title="What followed">
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
    </Part>
  );
}

function Line({ at, what, children }: { at: string; what: string; children: ReactNode }): ReactNode {
  return (
    <Box>
      <Text>
        {what}, <Moment at={at} />
      </Text>
      {children}
    </Box>
  );
}

function Conversion({ event }: { event: PanelGoalEvent }): ReactNode {
  const { workspace } = useHere();
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

function Told({ told: { postback, attempts } }: { told: ToldPostback }): ReactNode {
  const [first] = attempts;
  const at = postback?.createdAt ?? first?.time;
  const url = postback?.url ?? first?.url ?? null;
  return (
    <Box>
      <Text>
        {`Postback${postback === null ? '' : `, ${postback.state}`}`}
        {at === undefined ? null : (
          <>
            , <Moment at={at} />
          </>
        )}
      </Text>
      {url === null ? null : <RawText text={url} />}
      {attempts.map(({ id, attempt, status, error, time }) => (
        <Text key={id} size="sm" c="dimmed">
          {`Attempt ${attempt}: ${status === null ? `no answer (${error ?? 'unknown'})` : `answered ${status}`}, `}
          <Moment at={time} />
        </Text>
      ))}
    </Box>
  );
}
