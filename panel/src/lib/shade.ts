/** How numbers of a column are made easier to compare. */
export const shades = ['share', 'heat'] as const;
export type Shade = (typeof shades)[number];

type Numbers = readonly (number | null | undefined)[];
/** What a number is measured against: the whole of its column, or the largest in it. */
export type ShadeScale = { total: number; largest: number; smallest: number };

export function scaleOf(values: Numbers, total: number | null | undefined): ShadeScale {
  let [largest, smallest, sum] = [0, 0, 0];
  for (const value of values) {
    if (value === null || value === undefined) continue;
    largest = Math.max(largest, value);
    smallest = Math.min(smallest, value);
    sum += Math.abs(value);
  }
  // Gains and losses cancel each other out: then a part can be more than the whole, and its share says nothing.
  return { total: smallest < 0 ? sum : (total ?? sum), largest, smallest };
}

/** Which part of the whole it is, from 0 to 1. */
export function shareOf(value: number | null | undefined, { total }: ShadeScale): number {
  if (value === null || value === undefined || total <= 0) return 0;
  return Math.min(1, Math.abs(value) / total);
}

/** How far it is on the way to the largest of its sign, from 0 to 1. */
export function heatOf(value: number | null | undefined, { largest, smallest }: ShadeScale): number {
  if (value === null || value === undefined || value === 0) return 0;
  const end = value > 0 ? largest : smallest;
  return end === 0 ? 0 : value / end;
}
