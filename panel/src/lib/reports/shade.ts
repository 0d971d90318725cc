export const shades = ['share', 'heat'] as const;
export type Shade = (typeof shades)[number];

type Numbers = readonly (number | null | undefined)[];
export type ShadeScale = { total: number; largest: number; smallest: number };

export function scaleOf(values: Numbers, total: number | null | undefined): ShadeScale {
  let [largest, smallest, sum] = [0, 0, 0];
  for (const value of values) {
    if (value === null || value === undefined) continue;
    largest = Math.max(largest, value);
    smallest = Math.min(smallest, value);
    sum += Math.abs(value);
  }
  // If there are negative values, shares are relative to the sum of absolute values, because gains and losses cancel
  // each other out in the total.
  return { total: smallest < 0 ? sum : (total ?? sum), largest, smallest };
}

/** Returns the value as a fraction of the total, from 0 to 1. */
export function shareOf(value: number | null | undefined, { total }: ShadeScale): number {
  if (value === null || value === undefined || total <= 0) return 0;
  return Math.min(1, Math.abs(value) / total);
}

/** Returns the value as a fraction of the largest value with the same sign, from 0 to 1. */
export function heatOf(value: number | null | undefined, { largest, smallest }: ShadeScale): number {
  if (value === null || value === undefined || value === 0) return 0;
  const end = value > 0 ? largest : smallest;
  return end === 0 ? 0 : value / end;
}
