// Nineteen of twenty, of the normal distribution.
const z95 = 1.96;
// Below this many the approximation says little.
const visitsMin = 30;

export function toPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : round((part / whole) * 100, 4);
}

/** How far a share of a sample may be from that of all, in points of percent. A sample that is all of it has no error. */
export function errorOfShare(part: number, sample: number, all: number): number {
  if (sample === 0 || sample >= all) return 0;
  const share = part / sample;
  return round(z95 * Math.sqrt(((share * (1 - share)) / sample) * (1 - sample / all)) * 100, 4);
}

/** Sums of some amounts and of their squares. */
export type Sums = { sum: number; squares: number };

export function add(sums: Sums, amount: number): void {
  sums.sum += amount;
  sums.squares += amount * amount;
}

/** The mean with the range in which that of all such visits lies; null where there are none. */
export function estimateMean(
  { sum, squares }: Sums,
  many: number,
): { mean: number; low: number | null; high: number | null } | null {
  if (many === 0) return null;
  const mean = sum / many;
  // Where all amounts are the same, which is most often nothing at all, they tell nothing of how they vary.
  const variance = many < 2 ? 0 : Math.max(0, (squares - many * mean * mean) / (many - 1));
  const isKnown = many >= visitsMin && variance > 1e-18;
  const error = z95 * Math.sqrt(variance / many);
  return {
    mean: round(mean, 6),
    low: isKnown ? round(mean - error, 6) : null,
    high: isKnown ? round(mean + error, 6) : null,
  };
}

function round(value: number, digits: number): number {
  const rounded = Number(value.toFixed(digits));
  return rounded === 0 ? 0 : rounded;
}
