import { checkedEventExportFilter, feedTypes } from '@waypost/contract/events.ts';
import type { z } from 'zod';
import { readTimeRange } from '../../domain/calendar/read-time-range.ts';
import { readUnixTime } from '../../domain/traffic/read-unix-time.ts';
import type { FeedSelection, FeedSpan } from '../../traffic/traffic-store.ts';
import { invalidInput } from '../parse-input.ts';

export type EventQuestion = { selection: FeedSelection; span: FeedSpan; timezone: string };

type Given = z.output<typeof checkedEventExportFilter>;

/** What is asked for, with everything that was left out filled in. Without a zone, times are UTC. */
export function readEventQuestion(workspaceId: string, given: Given): EventQuestion {
  const { from, to, timezone = 'UTC', campaignId, type, idx } = given;
  const reading = readTimeRange({ from, to, timezone, readOther: readUnixTime });
  if ('issues' in reading) throw invalidInput(reading.issues.map(nameUnixTime));
  // Only goals and their postbacks have an index.
  const withIdx = idx === undefined ? feedTypes : (['event', 'postback'] as const);
  const types = type === undefined ? withIdx : [type];
  return { selection: { workspaceId, types, campaignId, idx }, span: reading.range, timezone };
}

/** Everything that decides which rows there are, and in what clothes, as one text: cursors are bound to it. */
export function nameQuestion({ selection, span, timezone }: EventQuestion): string {
  const { workspaceId, types, campaignId, idx } = selection;
  return JSON.stringify([
    workspaceId,
    span.fromMs,
    span.toMs,
    timezone,
    types,
    campaignId ?? null,
    idx ?? null,
  ]);
}

function nameUnixTime({ path, message }: { path: string; message: string }) {
  return { path, message: message.replace(', in the years', ', or Unix time, in the years') };
}
