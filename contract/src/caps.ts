import { z } from 'zod';
import { listOf } from './lists.ts';
import { wholeNumber } from './whole-number.ts';

/** An hour and a day are those of the workspace; a total begins when it is set. */
const capPeriods = ['hour', 'day', 'total'] as const;
export type CapPeriod = (typeof capPeriods)[number];

/** Up to what number something gets visitors. What an offer has clicks of, a path has visits of. */
export type Cap<People extends 'clicks' | 'visits' = 'clicks' | 'visits'> = {
  limit: number;
  per: CapPeriod;
  counts: People | 'conversions';
};

const limitMax = 1_000_000_000;
export const capLimit = wholeNumber(1, limitMax);

function capsOf<const Counts extends Cap['counts']>(counts: readonly [Counts, ...Counts[]]) {
  const cap = z.strictObject({
    limit: capLimit,
    per: z.enum(capPeriods, `must be one of ${capPeriods.join(', ')}`),
    counts: z.enum(counts, `must be one of ${counts.join(', ')}`),
  });
  return listOf(cap, { least: 0, most: capPeriods.length * counts.length, what: 'caps' })
    .superRefine(refuseSame)
    .meta({
      description:
        'Whichever is reached first counts. Hours and days are those of the workspace; a total is counted from when it was set.',
    });
}

/** Of two limits for the same the higher one would mean nothing. */
function refuseSame(caps: readonly Cap[], context: z.core.$RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { per, counts }] of caps.entries()) {
    const key = `${counts} ${per}`;
    if (seen.has(key))
      context.addIssue({
        code: 'custom',
        path: [index, 'per'],
        message: `there is a cap of ${counts} for this already`,
      });
    seen.add(key);
  }
}

export const offerCaps = capsOf(['clicks', 'conversions']);
export const pathCaps = capsOf(['visits', 'conversions']);
