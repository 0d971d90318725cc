import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  InboxChange,
  InboxEntry,
  RotatorRouting,
  VisitPostback,
  TrafficSource,
} from '../../lib/api/api.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { describePath, describeVisitor, formatAttempt, hostOf } from './describe-test.ts';
import { StepLine } from './step-line.tsx';
import { isHandled, lastAttempt } from './test-state.ts';
import { NotCalled, type Tests } from './use-tests.ts';

export function VisitSteps({ tests, routing }: { tests: Tests; routing: RotatorRouting }): ReactNode {
  const { isVisitSent, isLate, timeline } = tests;
  if (!isVisitSent) return null;
  const visit = timeline?.visit ?? null;
  if (visit === null)
    return isLate ? (
      <StepLine state="problem">
        No visit recorded yet. Check that the new tab opened and that your browser can reach{' '}
        {hostOf(tests.testLink)}.
      </StepLine>
    ) : (
      <StepLine state="waiting">Link opened. Waiting for the visit.</StepLine>
    );
  return (
    <Stack gap={4}>
      <StepLine state="done">Visit recorded: {describeVisitor(visit)}</StepLine>
      {visit.bot ? (
        <StepLine state="problem">
          Detected as a bot, so reports do not count it. Try a different browser.
        </StepLine>
      ) : null}
      <StepLine state="done">{describePath(visit, routing)}</StepLine>
      <StepLine state={visit.destinationUrl === null ? 'problem' : 'done'}>
        {visit.destinationUrl === null
          ? `Not redirected: ${visit.outcome ?? 'unknown reason'}`
          : `Redirected to ${visit.destinationUrl}`}
      </StepLine>
      <Text size="xs" c="dimmed" className="wp-wrap">
        Click ID <span className="wp-mono">{visit.clickId}</span>
      </Text>
    </Stack>
  );
}

export function ConversionSteps({ tests, source }: { tests: Tests; source: TrafficSource }): ReactNode {
  const { conversionError, isConversionSent, entry, isLate, timeline } = tests;
  if (conversionError !== null && !(conversionError instanceof NotCalled))
    return <ErrorNote error={conversionError} />;
  if (conversionError !== null)
    return (
      <StepLine state="problem">
        Your browser could not call the postback URL. Check that its host is reachable and that the URL uses
        HTTPS if this page does.
      </StepLine>
    );
  if (!isConversionSent) return null;
  return (
    <Stack gap={4}>
      <StepLine state="done">Postback URL called</StepLine>
      {entry === undefined || !isHandled(entry) ? (
        <StepLine state={isLate ? 'problem' : 'waiting'}>
          {isLate
            ? 'Not processed yet. Check that the worker is running.'
            : 'Processing. This takes a few seconds.'}
        </StepLine>
      ) : (
        <Counted entry={entry} />
      )}
      {entry?.changes.map((change) => (
        <ConversionStep
          key={change.conversionId}
          change={change}
          source={source}
          postbacks={timeline?.postbacks ?? []}
        />
      ))}
    </Stack>
  );
}

function Counted({ entry }: { entry: InboxEntry }): ReactNode {
  const isCounted = entry.changes.length > 0;
  return (
    <StepLine state={isCounted ? 'done' : 'problem'}>
      {isCounted ? 'Matched to the visit' : 'Not counted'}
      {entry.reason === null ? null : `. ${entry.reason}`}
    </StepLine>
  );
}

function ConversionStep({
  change,
  source,
  postbacks,
}: {
  change: InboxChange;
  source: TrafficSource;
  postbacks: VisitPostback[];
}): ReactNode {
  const { label, status, payout, currency, noPostback, postbackIds } = change;
  const attempt = lastAttempt(change, postbacks);
  return (
    <>
      <StepLine state="done">
        Conversion recorded: {label}, {status}, payout {payout} {currency}
      </StepLine>
      {noPostback === null ? null : (
        <StepLine state="note">
          No postback sent to {source.name}. {noPostback}
        </StepLine>
      )}
      {postbackIds.length > 0 && attempt === undefined ? (
        <StepLine state="waiting">Sending postback to {source.name}</StepLine>
      ) : null}
      {attempt === undefined ? null : (
        <StepLine state={attempt.success ? 'done' : 'problem'}>
          Postback to {source.name}: {formatAttempt(attempt)}
        </StepLine>
      )}
    </>
  );
}
