import { z } from 'zod';
import { triedChange, verdict } from './inbox-tools.ts';
import { bothWays, listPage, listQuery, moment } from '../api/paging.ts';
import { recordId, timestamp } from '../api/records.ts';
import { runState } from '../api/runs.ts';

const range = {
  campaignId: recordId.meta({ description: 'Only incoming postbacks for this campaign.' }).nullish(),
  from: moment.meta({ description: 'Start of the time range, inclusive.' }),
  to: moment.meta({ description: 'End of the time range, inclusive.' }),
};
const inOrder = ({ from, to }: { from: Date; to: Date }) => from <= to;
const notBefore = { path: ['to'], message: 'must not be earlier than the start (from)' };

export const replayRange = z.strictObject(range).refine(inOrder, notBefore);

export const replayOrder = z
  .strictObject({
    ...range,
    apply: z
      .strictObject({
        requests: z.int('must be a whole number').min(0, 'must be a whole number').meta({
          description:
            'Number of requests in the preview. If the number has changed since then, nothing is applied.',
        }),
      })
      .meta({ description: 'Applies the replay. If omitted, only a preview is created.' })
      .nullish(),
  })
  .refine(inOrder, notBefore)
  .meta({ id: 'InboxReplayOrder' });

const replayResult = z
  .strictObject({
    requests: z.int().meta({ description: 'Number of replayed requests.' }),
    changed: z.int().meta({ description: 'Number of requests whose verdict changed, or would change.' }),
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
  isPreview: z.boolean().meta({ description: 'True if the replay only shows what would change.' }),
  campaignId: z.uuid().nullable(),
  campaignVersion: z
    .int()
    .nullable()
    .meta({ description: 'Version of the campaign when the replay was started.' }),
  from: timestamp,
  to: timestamp,
  state: runState,
  progress: z.strictObject({
    done: z.int(),
    of: z.int().nullable().meta({ description: 'Null until the requests are counted.' }),
  }),
  failure: z.string().nullable(),
  createdAt: timestamp,
  createdBy: z.strictObject({ type: z.string(), id: z.uuid().nullable(), label: z.string() }),
  endedAt: timestamp.nullable(),
  result: replayResult.nullable().meta({
    description:
      'Counts so far. Null until the first requests are processed; for a preview, null unless state is done.',
  }),
};

const listedReplay = z.strictObject(listed).meta({ id: 'ListedInboxReplay' });
export type ListedReplay = z.infer<typeof listedReplay>;

export const replay = z
  .strictObject({
    ...listed,
    examples: z.array(replayedRequest).meta({
      description:
        'For a preview: requests whose verdict would change, oldest first, at most 200. Otherwise empty.',
    }),
  })
  .meta({ id: 'InboxReplay' });
export type Replay = z.infer<typeof replay>;

export const replayListQuery = listQuery(['-createdAt', ...bothWays('createdAt')], {
  campaignId: recordId.optional(),
});
export const replayPage = listPage(listedReplay).meta({ id: 'InboxReplayPage' });
