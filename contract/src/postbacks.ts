import { z } from 'zod';
import { bothWays, listPage, listQuery, textSearch } from './paging.ts';
import { recordId, timestamp } from './records.ts';

const postbackStates = ['waiting', 'delivered', 'failed'] as const;
const postbackState = z.enum(postbackStates).meta({ id: 'PostbackState' });

/**
 * When an action calls: its event earns for the first time; the conversion gets this status, be it new or not; any later
 * change of its status or amount.
 */
export const postbackOccasions = ['first', 'hold', 'approved', 'rejected', 'refunded', 'change'] as const;
export type PostbackOccasion = (typeof postbackOccasions)[number];

const origin = { description: 'Scheme, host and port of the receiver.' };

/** A call to a traffic source that is to be made, or was. */
export const postback = z
  .strictObject({
    id: z.uuid().meta({ description: 'Every attempt carries it, in the header x-waypost-postback-id.' }),
    campaignId: z.uuid(),
    eventId: z.uuid().meta({ description: 'The event that it tells of.' }),
    idx: z.int(),
    occasion: z.enum(postbackOccasions).meta({ description: 'What it is told at.' }),
    method: z.enum(['GET', 'POST']),
    url: z.string().nullable().meta({ description: 'Null for whoever may not read personal data.' }),
    origin: z.string().meta(origin),
    state: postbackState,
    attempts: z.int().min(0).meta({ description: 'Made so far.' }),
    nextAt: timestamp.nullable().meta({
      description: 'When it is tried next, if its receiver is not paused then; null once it ended.',
    }),
    lastAttemptAt: timestamp.nullable(),
    lastStatus: z.int().nullable().meta({ description: 'The HTTP status of the last attempt.' }),
    lastError: z.string().nullable().meta({ description: 'Why there was no answer, in one word.' }),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'Postback' });
export type Postback = z.infer<typeof postback>;

export const postbackListQuery = listQuery(['-createdAt', ...bothWays('createdAt')], {
  campaignId: recordId.meta({ description: 'Only those of this campaign.' }).optional(),
  state: z.enum(postbackStates, `must be one of ${postbackStates.join(', ')}`).optional(),
});

export const postbackPage = listPage(postback).meta({ id: 'PostbackPage' });
export type PostbackPage = z.infer<typeof postbackPage>;

/** A receiver that did not answer, or only with errors, for so long that it is left alone for a while. */
export const pausedHost = z
  .strictObject({
    origin: z.string().meta(origin),
    reason: z.string().meta({
      description: 'Why its last call failed, in one word; `status_503` where that was the answer.',
    }),
    failures: z
      .int()
      .min(1)
      .meta({ description: 'Calls in a row without an answer, or with one that says that it is not well.' }),
    failingSince: timestamp,
    pausedAt: timestamp,
    pausedUntil: timestamp.meta({ description: 'Then one call finds out whether it answers again.' }),
    waiting: z.int().min(0).meta({ description: 'Postbacks that wait for it.' }),
  })
  .meta({ id: 'PausedHost' });
export type PausedHost = z.infer<typeof pausedHost>;

export const pausedHostListQuery = listQuery(
  ['pausedAt', ...bothWays('pausedAt', 'pausedUntil', 'origin', 'waiting')],
  textSearch,
);
export const pausedHosts = listPage(pausedHost).meta({ id: 'PausedHosts' });

export const hostToPause = z
  .strictObject({
    origin: z
      .string('must be a text')
      .max(2_048)
      .regex(/^https?:\/\/[^/?#\s]+$/, 'must be scheme, host and port, such as https://ads.example.com')
      .meta(origin),
    minutes: z
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(10_080, 'must be at most 10080, which is a week')
      .meta({ description: 'How long it is left alone.' }),
  })
  .meta({ id: 'HostToPause' });

/** Somebody who is told of conversions, and how that goes. */
const receiver = z
  .strictObject({
    origin: z.string().meta(origin),
    waiting: z.int().min(0).meta({ description: 'Postbacks that are to be sent.' }),
    delivered: z.int().min(0).meta({ description: 'Of those that were made in the last 7 days.' }),
    failed: z.int().min(0).meta({ description: 'Given up, of those that were made in the last 7 days.' }),
    pausedUntil: timestamp.nullable().meta({ description: 'Null where it is not left alone.' }),
    reason: z.string().nullable().meta({
      description: 'Why it is left alone, in one word; `paused_by_hand` where somebody wanted it.',
    }),
  })
  .meta({ id: 'Receiver' });
export type Receiver = z.infer<typeof receiver>;

export const receiverListQuery = listQuery(
  ['origin', ...bothWays('origin', 'waiting', 'delivered', 'failed')],
  textSearch,
);
export const receivers = listPage(receiver).meta({ id: 'Receivers' });

export const hostToResume = z
  .strictObject({ origin: z.string('must be a text').min(1).max(2_048).meta(origin) })
  .meta({ id: 'HostToResume' });

export const resumedHost = z
  .strictObject({ resumed: z.boolean().meta({ description: 'False where it was not paused.' }) })
  .meta({ id: 'ResumedHost' });
export type ResumedHost = z.infer<typeof resumedHost>;
