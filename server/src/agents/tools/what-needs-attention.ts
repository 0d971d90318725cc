import { z } from 'zod';
import {
  getFreshness,
  listAttention,
  listCostEntries,
  listReceivers,
  type ReadingContext,
} from '../../services/agents/reading.ts';
import { recordPath } from './panel-paths.ts';
import { recordTypeNames } from './record-types.ts';
import { defineTool, items } from './tool.ts';

type AttentionItem = Awaited<ReturnType<typeof listAttention>>['items'][number];

const shownMax = 50;

export const whatNeedsAttention = defineTool({
  name: 'what_needs_attention',
  title: 'What needs attention',
  description:
    'Lists current problems, most urgent first: alerts, campaigns without traffic or conversions, rejected conversions, failing postbacks, reached caps, warnings, late data, failed cost entries. Start here for "is everything fine" or "what should I look at".',
  input: z.strictObject({}),
  output: z.object({
    problems: items,
    isComplete: z.boolean().describe('False if some checks could not run or there are more problems.'),
    lateSeconds: z.int().describe('Delay of report data.'),
    postbacks: z.looseObject({}),
    costEntries: z.looseObject({}),
  }),
  run: async (context) => {
    const [attention, freshness, postbacks, costEntries] = await Promise.all([
      listAttention(context),
      getFreshness(context),
      sumPostbacks(context),
      sumCostEntries(context),
    ]);
    const lateMs = context.now().getTime() - Date.parse(freshness);
    return {
      data: {
        problems: attention.items.slice(0, shownMax).map((item) => describeProblem(context, item)),
        isComplete: attention.isComplete && attention.items.length <= shownMax,
        lateSeconds: Math.max(0, Math.round(lateMs / 1000)),
        postbacks,
        costEntries,
      },
      panel: '/',
    };
  },
});

function describeProblem(
  { panelUrl }: ReadingContext,
  { kind, message, subject, count }: AttentionItem,
): object {
  const type = recordTypeNames.find((name) => toKebab(name) === subject?.type);
  return {
    kind,
    message,
    ...(subject === null ? {} : { subject: subject.name }),
    ...(count === null ? {} : { count }),
    ...(subject === null || type === undefined ? {} : { url: `${panelUrl}${recordPath(type, subject.id)}` }),
  };
}

function toKebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

async function sumPostbacks(context: ReadingContext): Promise<object> {
  const { items: receivers } = await listReceivers(context, { limit: '500' });
  const sum = (name: 'waiting' | 'failed') => receivers.reduce((all, one) => all + one[name], 0);
  return {
    waiting: sum('waiting'),
    failed: sum('failed'),
    pausedReceivers: receivers.filter(({ pausedUntil }) => pausedUntil !== null).length,
  };
}

async function sumCostEntries(context: ReadingContext): Promise<object> {
  const count = async (status: string) => (await listCostEntries(context, { status, limit: '1' })).meta.total;
  return { failed: await count('failed'), pending: await count('pending') };
}
