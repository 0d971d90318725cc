import { z } from 'zod';
import { triedChange, verdict } from './inbox-tools.ts';
import { bothWays, listPage, listQuery, moment } from './paging.ts';
import { recordId, timestamp } from './records.ts';
import { runState } from './runs.ts';

/** What came in a stretch of time, and may count by the rules of today. */
const range = {
  campaignId: recordId.meta({ description: 'Only what came for this campaign.' }).nullish(),
  from: moment.meta({ description: 'This moment or later.' }),
  to: moment.meta({ description: 'This moment or earlier.' }),
};
const inOrder = ({ from, to }: { from: Date; to: Date }) => from <= to;
const notBefore = { path: ['to'], message: 'must not be before from' };

export const replayRange = z.strictObject(range).refine(inOrder, notBefore);

export const replayOrder = z
  .strictObject({
    ...range,
    apply: z
      .strictObject({
        requests: z.int('must be a whole number').min(0, 'must be a whole number').meta({
          description: 'How many the preview has found: where there are others by now, nothing is done.',
        }),
      })
      .meta({ description: 'Does it. Where this is left out, it is only told what would change.' })
      .nullish(),
  })
  .refine(inOrder, notBefore)
  .meta({ id: 'InboxReplayOrder' });

const replayResult = z
  .strictObject({
    requests: z.int().meta({ description: 'How many were looked at.' }),
    changed: z.int().meta({ description: 'How many of them are judged otherwise than before.' }),
    verdicts: z.array(z.strictObject({ before: verdict, after: verdict, requests: z.int() })),
  })
  .meta({ id: 'InboxReplayResult' });
export type ReplayResult = z.infer<typeof replayResult>;

const replayedRequest = z
  .strictObject({
    id: z.uuid(),
    receivedAt: timestamp,
    before: verdict,
    after: verdict,
    changes: z.array(triedChange),
  })
  .meta({ id: 'ReplayedRequest' });
export type ReplayedRequest = z.infer<typeof replayedRequest>;

const listed = {
  id: z.uuid(),
  isPreview: z.boolean().meta({ description: 'Whether it only tells what would change.' }),
  campaignId: z.uuid().nullable(),
  campaignVersion: z.int().nullable().meta({ description: 'Of the campaign, when this was ordered.' }),
  from: timestamp,
  to: timestamp,
  state: runState,
  progress: z.strictObject({
    done: z.int(),
    of: z.int().nullable().meta({ description: 'Null until they are counted.' }),
  }),
  failure: z.string().nullable(),
  createdAt: timestamp,
  createdBy: z.strictObject({ type: z.string(), id: z.uuid().nullable(), label: z.string() }),
  endedAt: timestamp.nullable(),
  result: replayResult.nullable().meta({
    description: 'Of one that was stopped or failed, what it had done until then; of a preview then null.',
  }),
};

const listedReplay = z.strictObject(listed).meta({ id: 'ListedInboxReplay' });
export type ListedReplay = z.infer<typeof listedReplay>;

export const replay = z
  .strictObject({
    ...listed,
    examples: z.array(replayedRequest).meta({
      description:
        'Of a preview, those that would be judged otherwise, the oldest first, at most 200; of others none.',
    }),
  })
  .meta({ id: 'InboxReplay' });
export type Replay = z.infer<typeof replay>;

export const replayListQuery = listQuery(['-createdAt', ...bothWays('createdAt')], {
  campaignId: recordId.optional(),
});
export const replayPage = listPage(listedReplay).meta({ id: 'InboxReplayPage' });
