import { z } from 'zod';
import { dryRunRules as run } from '../../services/agents/reading.ts';
import { recordPath } from './panel-paths.ts';
import { defineTool } from './tool.ts';

type Result = Awaited<ReturnType<typeof run>>;

const shownMax = 15;

export const dryRunRules = defineTool({
  name: 'dry_run_rules',
  title: 'Dry-run rotator rules',
  description:
    'Routes a rotator’s recorded visits with different rules, without changing anything. Returns how many visits would take a different path, from which rule and path to which, and each path’s results per visit. Without a draft, the saved rules are used, to show how much their results differ from what happened. Shares are percentages.',
  input: z.strictObject({
    rotatorId: z.string().max(100),
    draft: z
      .looseObject({})
      .optional()
      .describe(
        'version, defaultPathId, rules and paths as returned by get_record with detail full, with your changes. IDs of new paths start with new-.',
      ),
    days: z.int().min(1).max(14).default(7).describe('Time range in days, up to now.'),
    sample: z
      .int()
      .min(1_000)
      .max(50_000)
      .default(10_000)
      .describe('Approximate number of visits to evaluate.'),
  }),
  output: z.object({
    visits: z.looseObject({}),
    changed: z.looseObject({}),
    moves: z.array(z.looseObject({})),
    paths: z.array(z.looseObject({})),
  }),
  run: async (context, { rotatorId, ...input }) => {
    const result = await run(context, rotatorId, input);
    return { data: present(result), panel: recordPath('rotator', rotatorId) };
  },
});

function present({ labels, moves, paths, groups, ...result }: Result): Record<string, unknown> {
  const name = (id: string | null) => (id === null ? null : (labels[id] ?? id));
  const side = ({ ruleId, pathId }: { ruleId: string | null; pathId: string }) =>
    `${name(ruleId) ?? 'no rule'} → ${name(pathId)}`;
  const { recorded, looked, judged, capped, unrecorded } = result;
  return {
    visits: { from: result.from, to: result.to, recorded, looked, judged, capped, unrecorded },
    changed: {
      fromRecorded: result.changed,
      fromSaved: result.fromSaved,
      byCountry: groups.country.filter(({ changed }) => changed > 0).slice(0, shownMax),
    },
    moves: moves.slice(0, shownMax).map(({ from, to, visits, share, examples }) => ({
      from: side(from),
      to: side(to),
      visits,
      share,
      example: examples[0]?.clickId,
    })),
    paths: paths.slice(0, shownMax * 2).map(({ pathId, ...path }) => ({ path: name(pathId), ...path })),
  };
}
