import { rotatorFields } from '@waypost/contract/conditions.ts';
import { z } from 'zod';
import { evaluateRotator, getEventStory, type ReadingContext } from '../../services/agents/reading.ts';
import { defineTool } from './tool.ts';

type Evaluation = Awaited<ReturnType<typeof evaluateRotator>>;
type Story = Awaited<ReturnType<typeof getEventStory>>;

export const explainVisit = defineTool({
  name: 'explain_visit',
  title: 'Explain a visit',
  description:
    'Tells what became of one visit: where it was sent, its landing clicks, conversions and postbacks; and rule by rule what the rules that decided it say to what was recorded of it. Use it for "why did this visitor land there" and "why was this conversion not paid".',
  input: z.strictObject({
    id: z.string().min(1).max(512).describe('A click id, or the id of any event of the visit.'),
    timezone: z.string().max(100).optional().describe('An IANA name; the workspace’s where it is left out.'),
  }),
  output: z.object({
    story: z.record(z.string(), z.unknown()),
    rules: z.record(z.string(), z.unknown()).nullable(),
    rulesNote: z.string(),
  }),
  run: async (context, { id, ...query }) => {
    const story = await getEventStory(context, id, query);
    const rules = await evaluate(context, story);
    return {
      data: {
        story,
        rules,
        rulesNote:
          rules === null
            ? 'No rules were looked at: the visit is not recorded, or it came to no rotator that is still there.'
            : `${sayWhen(rules)} Chance decided among paths of a rule. Conditions about addresses, user agents and parameters see nothing here: those are not shown to agents.`,
      },
    };
  },
});

function sayWhen({ isOfThen, rotatorVersion }: Evaluation): string {
  return isOfThen
    ? `These are the rules that decided then, version ${String(rotatorVersion)} of the rotator; names and states of landings and offers are those of now.`
    : 'These are the rules of now: those that decided then are not kept.';
}

async function evaluate(context: ReadingContext, { visit }: Story): Promise<Evaluation | null> {
  if (visit === null || visit.rotatorId === null) return null;
  const recorded = visit as Record<string, unknown>;
  const visitor = Object.fromEntries(
    Object.keys(rotatorFields).flatMap((name) => {
      const value = recorded[name] ?? visit.tokens[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
  try {
    return await evaluateRotator(context, visit.rotatorId, {
      visitor,
      time: visit.time,
      campaignId: visit.campaignId,
      configVersion: visit.configVersion,
    });
  } catch {
    // Deleted since, or changed so that it no longer knows what was recorded: the story holds all the same.
    return null;
  }
}
