import { z } from 'zod';
import { bothWays, listPage, listQuery, textSearch } from '../api/paging.ts';
import { recordId, timestamp } from '../api/records.ts';

const postbackStates = ['waiting', 'delivered', 'failed'] as const;
const postbackState = z.enum(postbackStates).meta({ id: 'PostbackState' });

/**
 * Triggers of a postback. `first`: the event is counted for the first time. A status such as `hold`: the conversion is
 * created with this status or changes to it. `change`: the status or amount changes later.
 */
export const postbackOccasions = ['first', 'hold', 'approved', 'rejected', 'refunded', 'change'] as const;
export type PostbackOccasion = (typeof postbackOccasions)[number];

const origin = { description: 'Scheme, host and port of the receiver.' };

export const postback = z
  .strictObject({
    id: z.uuid().meta({ description: 'Sent with every attempt in the x-waypost-postback-id header.' }),
    campaignId: z.uuid(),
    eventId: z.uuid().meta({ description: 'The event that the postback reports.' }),
    idx: z.int(),
    occasion: z.enum(postbackOccasions).meta({ description: 'Trigger of the postback.' }),
    method: z.enum(['GET', 'POST']),
    url: z
      .string()
      .nullable()
      .meta({ description: 'Null if you do not have permission to view personal data.' }),
    origin: z.string().meta(origin),
    state: postbackState,
    attempts: z.int().min(0).meta({ description: 'Number of attempts.' }),
    nextAt: timestamp.nullable().meta({
      description: 'Time of the next attempt, unless the receiver is paused. Null once delivered or failed.',
    }),
    lastAttemptAt: timestamp.nullable(),
    lastStatus: z.int().nullable().meta({ description: 'HTTP status code of the last attempt.' }),
    lastError: z.string().nullable().meta({ description: 'Error code if there was no response.' }),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'Postback' });
export type Postback = z.infer<typeof postback>;

export const postbackListQuery = listQuery(['-createdAt', ...bothWays('createdAt')], {
  campaignId: recordId.meta({ description: 'Only postbacks for this campaign.' }).optional(),
  state: z.enum(postbackStates, `must be one of ${postbackStates.join(', ')}`).optional(),
});

export const postbackPage = listPage(postback).meta({ id: 'PostbackPage' });
export type PostbackPage = z.infer<typeof postbackPage>;

export const pausedHost = z
  .strictObject({
    origin: z.string().meta(origin),
    reason: z.string().meta({
      description: 'Error code of the last attempt, or its HTTP status such as `status_503`.',
    }),
    failures: z
      .int()
      .min(1)
      .meta({ description: 'Consecutive attempts without a response or with a server error.' }),
    failingSince: timestamp,
    pausedAt: timestamp,
    pausedUntil: timestamp.meta({
      description: 'After this time, one attempt checks whether the receiver is working again.',
    }),
    waiting: z.int().min(0).meta({ description: 'Postbacks waiting for this receiver.' }),
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
      .string('must be text')
      .max(2_048)
      .regex(/^https?:\/\/[^/?#\s]+$/, 'must be scheme, host and port, such as https://ads.example.com')
      .meta(origin),
    minutes: z
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(10_080, 'must be at most 10080 (one week)')
      .meta({ description: 'Length of the pause in minutes.' }),
  })
  .meta({ id: 'HostToPause' });

const receiver = z
  .strictObject({
    origin: z.string().meta(origin),
    waiting: z.int().min(0).meta({ description: 'Postbacks waiting to be sent.' }),
    delivered: z.int().min(0).meta({ description: 'Postbacks delivered in the last 7 days.' }),
    failed: z.int().min(0).meta({ description: 'Postbacks that failed in the last 7 days.' }),
    pausedUntil: timestamp.nullable().meta({ description: 'Null if the receiver is not paused.' }),
    reason: z.string().nullable().meta({
      description: 'Error code that caused the pause. `paused_by_hand` if paused manually.',
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
  .strictObject({ origin: z.string('must be text').min(1).max(2_048).meta(origin) })
  .meta({ id: 'HostToResume' });

export const resumedHost = z
  .strictObject({ resumed: z.boolean().meta({ description: 'False if the receiver was not paused.' }) })
  .meta({ id: 'ResumedHost' });
export type ResumedHost = z.infer<typeof resumedHost>;
