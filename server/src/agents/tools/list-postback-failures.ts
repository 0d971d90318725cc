import { z } from 'zod';
import { listPausedHosts, listPostbacks } from '../../services/agents/reading.ts';
import { makeConcise } from './make-concise.ts';
import { pathWith } from './panel-paths.ts';
import { defineTool, detailInput, items, nextCursor, pageInput } from './tool.ts';

export const listPostbackFailures = defineTool({
  name: 'list_postback_failures',
  title: 'List failed postbacks',
  description:
    'Lists postbacks that failed or are waiting for a retry, newest first, with the last status or error, and receivers that are paused because they are failing. Pass the eventId to explain_visit for details.',
  input: z.strictObject({
    campaignId: z.string().max(100).optional(),
    state: z
      .enum(['failed', 'waiting'])
      .default('failed')
      .describe('failed: permanently failed. waiting: will be retried.'),
    ...pageInput,
    ...detailInput,
  }),
  output: z.object({ postbacks: items, nextCursor, pausedReceivers: items }),
  run: async (context, { limit, detail, ...given }) => {
    const { items: postbacks, meta } = await listPostbacks(context, { ...given, limit: String(limit) });
    const paused = await listPausedHosts(context, { limit: '100' });
    const data = { postbacks, nextCursor: meta.nextCursor, pausedReceivers: paused.items };
    return {
      data:
        detail === 'full'
          ? data
          : await makeConcise(context, { ...data, postbacks: postbacks.map(describeBriefly) }),
      panel: pathWith('/postbacks', { state: given.state, campaignId: given.campaignId }),
    };
  },
});

type Postback = Awaited<ReturnType<typeof listPostbacks>>['items'][number];

function describeBriefly(postback: Postback): object {
  const { campaignId, eventId, origin, occasion, attempts, nextAt, lastStatus, lastError, createdAt } =
    postback;
  return { createdAt, campaignId, eventId, origin, occasion, attempts, nextAt, lastStatus, lastError };
}
