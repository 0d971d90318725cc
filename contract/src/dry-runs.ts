import { z } from 'zod';
import { timestamp } from './records.ts';
import { rotatorRulesInput } from './rotators/rules-input.ts';
import { runState } from './runs.ts';
import { wholeNumber } from './whole-number.ts';

const dryRunDaysMax = 30;
export const dryRunSample = { least: 1_000, most: 1_000_000, usual: 50_000 } as const;

/** What is to be run over which visits. */
export const dryRunInput = z
  .strictObject({
    draft: rotatorRulesInput.nullish(),
    days: wholeNumber(1, dryRunDaysMax)
      .meta({ description: 'Visits of so many days up to now; 7 where it is left out.' })
      .nullish(),
    sample: z
      .union([wholeNumber(dryRunSample.least, dryRunSample.most), z.literal('all')], {
        error: `must be a whole number from ${dryRunSample.least} to ${dryRunSample.most}, or all`,
      })
      .meta({
        description:
          'About how many visits are looked at, chosen by their ids, or all of them; 50,000 where it is left out.',
      })
      .nullish(),
    bots: z
      .boolean('must be true or false')
      .meta({ description: 'Whether visits of bots are looked at, too.' })
      .nullish(),
  })
  .meta({
    id: 'DryRunInput',
    description:
      'Rules that are not saved, or the saved ones where none are given, and the visits to run them over.',
  });

const count = z.int().min(0);
const percent = z.number().meta({ description: 'Percent, to four decimals.' });

/** A number of visits, and what it is of those that were judged. */
const shareOfVisits = z
  .strictObject({
    visits: count,
    share: percent,
    error: percent.meta({
      description:
        'How far the share of all visits may be from this one, in points of percent, in 95 of 100 cases; 0 where all were looked at.',
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
    from: ruleAndPath.meta({ description: 'What was recorded.' }),
    to: ruleAndPath,
    visits: count,
    share: percent,
    examples: z.array(example).meta({ description: 'The newest of them.' }),
  })
  .meta({ id: 'DryRunMove' });

const group = z
  .strictObject({
    value: z.string().nullable().meta({ description: 'Null where it is not known.' }),
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
      'In the currency of the workspace. The mean of all such visits lies from low to high in 95 of 100 cases, by the normal approximation; null where there are too few visits to say.',
  });

const comparedPath = z
  .strictObject({
    pathId: z.string(),
    recorded: count,
    draft: count,
    revenuePerVisit: perVisit.nullable(),
    profitPerVisit: perVisit.nullable(),
  })
  .meta({ id: 'DryRunPath', description: 'Visits by both rules, and what those brought that took it.' });

/** What would have happened with visits that did. */
const dryRunResult = z
  .strictObject({
    from: timestamp,
    to: timestamp,
    recorded: count.meta({ description: 'Visits that rules of this rotator decided about.' }),
    looked: count.meta({ description: 'Those of them that were looked at.' }),
    judged: count.meta({ description: 'Those of which it is known what the rules do with them.' }),
    capped: count.meta({ description: 'Not judged, since a cap had turned them away.' }),
    unrecorded: z
      .array(z.strictObject({ field: z.string(), visits: count }))
      .meta({ description: 'Not judged, since a rule asks for what is not recorded of visits.' }),
    changed: shareOfVisits.meta({ description: 'Those that take another path than was recorded.' }),
    otherRule: count.meta({ description: 'The same path, by another rule.' }),
    otherLanding: count.meta({ description: 'The same path, with another landing.' }),
    otherOffer: count.meta({ description: 'The same path, with another offer.' }),
    bySaved: shareOfVisits.nullable().meta({
      description:
        'Those that take another path by the saved rules than was recorded: the rules were others then.',
    }),
    fromSaved: shareOfVisits.nullable().meta({
      description:
        'Those that take another path by the draft than by the saved rules: what the draft changes.',
    }),
    moves: z.array(move).meta({ description: 'Most visits first.' }),
    movesLeftOut: count.meta({ description: 'Visits of further moves.' }),
    groups: z.strictObject({
      country: z.array(group),
      deviceType: z.array(group),
      trafficSource: z.array(group),
    }),
    paths: z.array(comparedPath),
    labels: z
      .record(z.string(), z.string())
      .meta({ description: 'What rules, paths and traffic sources are called, by their ids.' }),
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
      of: count.nullable().meta({ description: 'Null until they are counted.' }),
    }),
    failure: z.string().nullable(),
    createdAt: timestamp,
    endedAt: timestamp.nullable(),
    result: dryRunResult.nullable(),
  })
  .meta({ id: 'DryRun' });
export type DryRun = z.infer<typeof dryRun>;
