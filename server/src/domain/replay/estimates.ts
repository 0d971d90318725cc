// Number of standard deviations on each side of the mean that include 95% of a normal distribution.
const z95 = 1.96;
// Minimum number of visits. With fewer visits, the normal approximation is unreliable.
const visitsMin = 30;

export function toPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : round((part / whole) * 100, 4);
}

/** Returns the margin of error of a share, in percentage points. The margin is 0 if the sample includes all visits. */
export function errorOfShare(part: number, sample: number, all: number): number {
  if (sample === 0 || sample >= all) return 0;
  const share = part / sample;
  return round(z95 * Math.sqrt(((share * (1 - share)) / sample) * (1 - sample / all)) * 100, 4);
}

export type Sums = { sum: number; squares: number };

export function add(sums: Sums, amount: number): void {
  sums.sum += amount;
  sums.squares += amount * amount;
}

export function estimateMean(
  { sum, squares }: Sums,
  many: number,
): { mean: number; low: number | null; high: number | null } | null {
  if (many === 0) return null;
  const mean = sum / many;
  // If all amounts are identical, usually zero, the variance cannot be estimated.
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
