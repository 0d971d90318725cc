import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  InboxChange,
  InboxEntry,
  RotatorRouting,
  VisitPostback,
  TrafficSource,
  PanelVisitEvent,
} from '../../lib/api.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { StepLine } from './step-line.tsx';
import { isHandled, NotCalled, type Tests } from './use-tests.ts';

/** What became of the test visit, step by step. */
export function VisitSteps({ tests, routing }: { tests: Tests; routing: RotatorRouting }): ReactNode {
  const { isVisitSent, isLate, story } = tests;
  if (!isVisitSent) return null;
  const visit = story?.visit ?? null;
  if (visit === null)
    return isLate ? (
      <StepLine state="problem">
        Nothing has arrived yet. Did the new tab open, and does it lead to {hostOf(tests.testLink)}? That host
        has to be reachable from your browser.
      </StepLine>
    ) : (
      <StepLine state="waiting">The link was opened. Its visit is told here some seconds after.</StepLine>
    );
  return (
    <Stack gap={4}>
      <StepLine state="done">Visit recorded: {describeVisitor(visit)}</StepLine>
      {visit.bot ? (
        <StepLine state="problem">
          It was taken for a bot, so reports do not count it among visits. Try it with another browser.
        </StepLine>
      ) : null}
      <StepLine state="done">{describePath(visit, routing)}</StepLine>
      <StepLine state={visit.destinationUrl === null ? 'problem' : 'done'}>
        {visit.destinationUrl === null
          ? `It was sent nowhere: ${visit.outcome ?? 'for no known reason'}.`
          : `Sent to the ${visit.outcome ?? 'page'}: ${visit.destinationUrl}`}
      </StepLine>
      <Text size="xs" c="dimmed" className="wp-wrap">
        Click id <span className="wp-mono">{visit.clickId}</span>
      </Text>
    </Stack>
  );
}

function describeVisitor({ country, city, deviceType, os, browser }: PanelVisitEvent): string {
  const place =
    country === null
      ? 'country unknown (as of private addresses)'
      : [city, country].filter(Boolean).join(', ');
  return [place, deviceType, os, browser].filter(Boolean).join(' · ');
}

function describePath({ pathId }: PanelVisitEvent, { paths, rules }: RotatorRouting): string {
  const isOnly = rules.length === 0;
  const name = paths.find(({ id }) => id === pathId)?.name;
  return name === undefined
    ? 'No path was taken'
    : `Path ‘${name}’ was taken${isOnly ? ': there are no rules' : ''}`;
}

/** What became of the test conversion, step by step. */
export function ConversionSteps({ tests, source }: { tests: Tests; source: TrafficSource }): ReactNode {
  const { conversionError, isConversionSent, entry, isLate, story } = tests;
  if (conversionError !== null && !(conversionError instanceof NotCalled))
    return <ErrorNote error={conversionError} />;
  if (conversionError !== null)
    return (
      <StepLine state="problem">
        The postback URL could not be called from this browser. Its host has to be reachable, and with https
        where this page has it.
      </StepLine>
    );
  if (!isConversionSent) return null;
  return (
    <Stack gap={4}>
      <StepLine state="done">The postback URL was called</StepLine>
      {entry === undefined || !isHandled(entry) ? (
        <StepLine state={isLate ? 'problem' : 'waiting'}>
          {isLate
            ? 'It has not been looked at yet. Is the worker running?'
            : 'It is looked at within a few seconds.'}
        </StepLine>
      ) : (
        <Counted entry={entry} />
      )}
      {entry?.changes.map((change) => (
        <Changed key={change.conversionId} change={change} source={source} told={story?.postbacks ?? []} />
      ))}
    </Stack>
  );
}

function Counted({ entry }: { entry: InboxEntry }): ReactNode {
  const isCounted = entry.changes.length > 0;
  return (
    <StepLine state={isCounted ? 'done' : 'problem'}>
      {isCounted ? 'It found its visit' : 'It made no conversion'}
      {entry.reason === null ? null : `. ${entry.reason}`}
    </StepLine>
  );
}

function Changed({
  change,
  source,
  told,
}: {
  change: InboxChange;
  source: TrafficSource;
  told: VisitPostback[];
}): ReactNode {
  const { label, status, payout, currency, noPostback, postbackId } = change;
  const attempt = told.find(({ postback }) => postback?.id === postbackId)?.attempts.at(-1);
  return (
    <>
      <StepLine state="done">
        Conversion recorded: {label}, {status}, payout {payout} {currency}
      </StepLine>
      {noPostback === null ? null : (
        <StepLine state="note">
          {source.name} is not told of it, and cannot count or bid by it. {noPostback}
        </StepLine>
      )}
      {postbackId !== null && attempt === undefined ? (
        <StepLine state="waiting">{source.name} is being told</StepLine>
      ) : null}
      {attempt === undefined ? null : (
        <StepLine state={attempt.success ? 'done' : 'problem'}>
          {source.name} was told and {answerOf(attempt)}
        </StepLine>
      )}
    </>
  );
}

function answerOf({ success, status, error }: VisitPostback['attempts'][number]): string {
  if (success) return `answered ${status ?? ''}`.trim();
  const answer = status === null ? `did not answer (${error ?? 'unknown'})` : `answered ${status}`;
  return `${answer}. It does not know this made-up click id, so that may be all right; it is tried again.`;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
