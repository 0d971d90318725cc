import { z } from 'zod';
import { listCostEntries as list } from '../../services/agents/reading.ts';
import { pathWith } from './panel-paths.ts';
import { makeConcise } from './make-concise.ts';
import { defineTool, detailInput, items, nextCursor, pageInput } from './tool.ts';

export const listCostEntries = defineTool({
  name: 'list_cost_entries',
  title: 'List cost entries',
  description:
    'Lists costs that people entered or uploaded for a campaign and time range, newest first: amount, mode (add, correct, replace), status, and the reason for a failure. Costs recorded with visits are only in run_report.',
  input: z.strictObject({
    campaignId: z.string().max(100).optional(),
    status: z.enum(['pending', 'spread', 'withdrawing', 'withdrawn', 'failed']).optional(),
    ...pageInput,
    ...detailInput,
  }),
  output: z.object({ entries: items, total: z.int().nullable(), nextCursor }),
  run: async (context, { limit, detail, ...given }) => {
    const { items: entries, meta } = await list(context, { ...given, limit: String(limit) });
    const data = { entries, total: meta.total, nextCursor: meta.nextCursor };
    return {
      data:
        detail === 'full'
          ? data
          : await makeConcise(context, { ...data, entries: entries.map(describeBriefly) }),
      panel: pathWith('/costs', { campaignId: given.campaignId, status: given.status }),
    };
  },
});

type Entry = Awaited<ReturnType<typeof list>>['items'][number];

function describeBriefly(entry: Entry): object {
  const { id, campaignName, from, to, tokens, mode, amount, currency, status, reason, visits } = entry;
  const by = entry.createdBy.label;
  return {
    id,
    campaign: campaignName,
    from,
    to,
    tokens,
    mode,
    amount,
    currency,
    status,
    reason,
    visits,
    createdAt: entry.createdAt,
    by,
  };
}
