import { z } from 'zod';
import { listPausedHosts, listPostbacks } from '../../services/agents/reading.ts';
import { defineTool } from './tool.ts';

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
    limit: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('Postbacks on a page: 1 to 100, 25 where it is left out.'),
    cursor: z
      .string()
      .max(2_000)
      .optional()
      .describe('nextCursor of the page before, with everything else unchanged.'),
  }),
  output: z.object({
    postbacks: z.array(z.record(z.string(), z.unknown())),
    nextCursor: z.string().nullable(),
    pausedReceivers: z.array(z.record(z.string(), z.unknown())),
  }),
  run: async (context, { limit = 25, state = 'failed', ...given }) => {
    const { items, meta } = await listPostbacks(context, { ...given, state, limit: String(limit) });
    const paused = await listPausedHosts(context, {});
    return { data: { postbacks: items, nextCursor: meta.nextCursor, pausedReceivers: paused.items } };
  },
});
