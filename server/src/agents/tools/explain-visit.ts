import { z } from 'zod';
import { explainVisit as explain, getFieldLabels, getEventTimeline } from '../../services/agents/reading.ts';
import { makeConcise } from './make-concise.ts';
import { defineTool, detailInput } from './tool.ts';

export const explainVisit = defineTool({
  name: 'explain_visit',
  title: 'Explain a visit',
  description:
    'Shows what happened to one visit: where it was sent, its landing-page clicks, conversions and postbacks, and how each rotator rule was evaluated. Use it for "why did this visitor land there" and "why was this conversion not paid".',
  input: z.strictObject({
    id: z.string().min(1).max(512).describe('Click ID, or the ID of any event of the visit.'),
    timezone: z.string().max(100).optional().describe('IANA time zone. Default: the workspace’s.'),
    ...detailInput,
  }),
  output: z.object({
    story: z.record(z.string(), z.unknown()),
    rules: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'recorded shows what happened; verdict compares it with the result of the rules. holds and result are null if a value is unknown.',
      ),
    rulesNote: z.string(),
    names: z.record(z.string(), z.string()).optional().describe('Names of the tokens.'),
  }),
  run: async (context, { id, detail, ...query }) => {
    const story = await getEventTimeline(context, id, query);
    const rules = story.visit === null ? null : await explain(context, story.visit.id);
    const { tokens = {}, trafficSourceId = null } = story.visit ?? {};
    const names =
      trafficSourceId === null
        ? new Map<string, string>()
        : await getFieldLabels(context, Object.keys(tokens), { trafficSourceIds: [trafficSourceId] });
    // The rules are never made concise, because null is a meaningful value in their results.
    const shown = detail === 'full' ? { story } : await makeConcise(context, { story }, { keepsIds: true });
    return {
      data: {
        ...shown,
        ...(names.size === 0 ? {} : { names: Object.fromEntries(names) }),
        rules,
        rulesNote: rules?.note ?? 'The visit itself is not recorded, so no rules were evaluated.',
      },
      panel: `/visits/${story.visitId ?? encodeURIComponent(id)}`,
    };
  },
});
