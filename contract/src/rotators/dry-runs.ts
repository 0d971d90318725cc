import { z } from 'zod';
import { timestamp } from '../api/records.ts';
import { rotatorRulesInput } from './rules-input.ts';
import { runState } from '../api/runs.ts';
import { wholeNumber } from '../values/whole-number.ts';

const dryRunDaysMax = 30;
export const dryRunSample = { least: 1_000, most: 1_000_000, default: 50_000 } as const;

export const dryRunInput = z
  .strictObject({
    draft: rotatorRulesInput.nullish(),
    days: wholeNumber(1, dryRunDaysMax)
      .meta({ description: 'Time range in days, up to now. Default: 7.' })
      .nullish(),
    sample: z
      .union([wholeNumber(dryRunSample.least, dryRunSample.most), z.literal('all')], {
        error: `must be a whole number from ${dryRunSample.least} to ${dryRunSample.most}, or all`,
      })
      .meta({
        description: 'Approximate number of visits to evaluate, sampled by ID, or all. Default: 50,000.',
      })
      .nullish(),
    bots: z.boolean('must be true or false').meta({ description: 'Include bots.' }).nullish(),
  })
  .meta({
    id: 'DryRunInput',
    description: 'Rules to evaluate (the saved rules if omitted) and the visits to evaluate them with.',
  });

const count = z.int().min(0);
const percent = z.number().meta({ description: 'Percentage with four decimals.' });

const shareOfVisits = z
  .strictObject({
    visits: count,
    share: percent,
    error: percent.meta({
      description:
        'Margin of error for the share, in percentage points, at 95% confidence. 0 if all visits were evaluated.',
    }),
  })
  .meta({ id: 'DryRunShare' });

const ruleAndPath = z.strictObject({
  ruleId: z.string().nullable().meta({ description: 'Null for the default path.' }),
  pathId: z.string(),
});

const example = z.strictObject({ clickId: z.string(), visitId: z.uuid(), time: timestamp });

const move = z
  .strictObject({
    from: ruleAndPath.meta({ description: 'Recorded rule and path.' }),
    to: ruleAndPath,
    visits: count,
    share: percent,
    examples: z.array(example).meta({ description: 'Most recent visits that would move this way.' }),
  })
  .meta({ id: 'DryRunMove' });

const group = z
  .strictObject({
    value: z.string().nullable().meta({ description: 'Null if the value is unknown.' }),
    visits: count,
    changed: count,
  })
  .meta({ id: 'DryRunGroup' });

const perVisit = z
  .strictObject({
    mean: z.number(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  })
  .meta({
    id: 'DryRunPerVisit',
    description:
      'In the workspace currency. `low` and `high` are the 95% confidence interval of the mean (normal approximation), null if there are too few visits.',
  });

const comparedPath = z
  .strictObject({
    pathId: z.string(),
    recorded: count,
    draft: count,
    revenuePerVisit: perVisit.nullable(),
    profitPerVisit: perVisit.nullable(),
  })
  .meta({
    id: 'DryRunPath',
    description:
      'Visits to the path under the recorded rules and under the draft, and the results of the visits that took it.',
  });

const dryRunResult = z
  .strictObject({
    from: timestamp,
    to: timestamp,
    recorded: count.meta({ description: 'Visits routed by this rotator.' }),
    looked: count.meta({ description: 'Visits in the sample.' }),
    judged: count.meta({ description: 'Sampled visits for which the rules could be evaluated.' }),
    capped: count.meta({ description: 'Not evaluated because a cap was reached.' }),
    unrecorded: z
      .array(z.strictObject({ field: z.string(), visits: count }))
      .meta({ description: 'Not evaluated because a rule uses a field that is not recorded.' }),
    changed: shareOfVisits.meta({ description: 'Visits that take a different path than recorded.' }),
    otherRule: count.meta({ description: 'Same path, different rule.' }),
    otherLanding: count.meta({ description: 'Same path, different landing page.' }),
    otherOffer: count.meta({ description: 'Same path, different offer.' }),
    bySaved: shareOfVisits.nullable().meta({
      description:
        'Visits for which the saved rules choose a different path than the recorded one, because the rules have changed since the visit.',
    }),
    fromSaved: shareOfVisits.nullable().meta({
      description: 'Visits that take a different path with the draft than with the saved rules.',
    }),
    moves: z.array(move).meta({ description: 'Most visits first.' }),
    movesLeftOut: count.meta({ description: 'Visits in moves that are not listed.' }),
    groups: z.strictObject({
      country: z.array(group),
      deviceType: z.array(group),
      trafficSource: z.array(group),
    }),
    paths: z.array(comparedPath),
    labels: z
      .record(z.string(), z.string())
      .meta({ description: 'Names of rules, paths and traffic sources, by ID.' }),
  })
  .meta({ id: 'DryRunResult' });
export type DryRunResult = z.infer<typeof dryRunResult>;

export const dryRun = z
  .strictObject({
    id: z.uuid(),
    rotatorId: z.uuid(),
    state: runState,
    progress: z.strictObject({
      looked: count,
      of: count.nullable().meta({ description: 'Null until the visits are counted.' }),
    }),
    failure: z.string().nullable(),
    createdAt: timestamp,
    endedAt: timestamp.nullable(),
    result: dryRunResult.nullable(),
  })
  .meta({ id: 'DryRun' });
export type DryRun = z.infer<typeof dryRun>;
