import { pausedHosts, postbackPage } from '@waypost/contract/postbacks.ts';
import { z } from 'zod';
import { listPausedHosts, listPostbacks } from '../../services/agents/reading.ts';
import { defineTool, pageInput, pageItems } from './tool.ts';

export const listPostbackFailures = defineTool({
  name: 'list_postback_failures',
  title: 'List failed postbacks',
  description:
    'Lists postbacks to traffic sources that failed or still wait for another attempt, newest first, with the last status or error; and receivers that are left alone for a while because they do not answer.',
  input: z.strictObject({
    campaignId: z.string().max(100).optional().describe('Only those of this campaign.'),
    state: z
      .enum(['failed', 'waiting'])
      .optional()
      .describe('failed: given up (the default). waiting: tried again later.'),
    ...pageInput('Postbacks'),
  }),
  output: z.object({
    postbacks: postbackPage.shape.items,
    nextCursor: z.string().nullable(),
    pausedReceivers: pausedHosts.shape.items,
  }),
  run: async (context, { limit = pageItems, state = 'failed', ...given }) => {
    const { items, meta } = await listPostbacks(context, { ...given, state, limit: String(limit) });
    const paused = await listPausedHosts(context, {});
    return { data: { postbacks: items, nextCursor: meta.nextCursor, pausedReceivers: paused.items } };
  },
});
