export type Point = { seconds: number; value: number };

// A series may rise by the larger of both during the judged part of a run.
export type Allowance = { absolute: number; share: number };

export type Flatness = { start: number; rise: number; riseMax: number; isFlat: boolean };

// Decides whether a series stays flat. The rise is computed from the medians of the first and the last third, so that
// single peaks and a sawtooth do not count, but a slow leak does. Returns undefined for too few points.
export function judgeFlatness(
  points: readonly Point[],
  { absolute, share }: Allowance,
): Flatness | undefined {
  const third = Math.floor(points.length / 3);
  if (third === 0) return undefined;
  const medianOf = (part: readonly Point[]) => median(part.map(({ value }) => value));
  const start = medianOf(points.slice(0, third));
  // The middles of both thirds are two thirds of the duration apart.
  const rise = (medianOf(points.slice(-third)) - start) * 1.5;
  const riseMax = Math.max(absolute, Math.abs(medianOf(points)) * share);
  return { start, rise, riseMax, isFlat: rise <= riseMax };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
