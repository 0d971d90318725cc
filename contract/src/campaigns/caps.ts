import { z } from 'zod';
import { listOf } from '../values/lists.ts';
import { wholeNumber } from '../values/whole-number.ts';

/** Periods of a cap. Hours and days are in the workspace's time zone; a total starts when the cap is set. */
const capPeriods = ['hour', 'day', 'total'] as const;
export type CapPeriod = (typeof capPeriods)[number];

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
        'The first cap reached applies. Hours and days are in the workspace time zone. A total is counted from the time the cap is set.',
    });
}

/** Rejects two caps for the same counter and period, because only the lower cap would have an effect. */
function refuseSame(caps: readonly Cap[], context: z.core.$RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { per, counts }] of caps.entries()) {
    const key = `${counts} ${per}`;
    if (seen.has(key))
      context.addIssue({
        code: 'custom',
        path: [index, 'per'],
        message: `a cap on ${counts} for this period already exists`,
      });
    seen.add(key);
  }
}

export const offerCaps = capsOf(['clicks', 'conversions']);
export const pathCaps = capsOf(['visits', 'conversions']);
