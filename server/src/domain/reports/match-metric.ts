import type { MetricFilter } from './report-definition.ts';

const unitsOfMicro = 1_000_000n;

// Compares a metric in millionths with a filter. A missing value matches only a filter that names it.
export function matchesUnits(
  micros: bigint | null,
  { operator, units, isMissingMeant }: Omit<MetricFilter, 'field'>,
): boolean {
  const [bound = 0n] = units;
  if (operator === '>' || operator === '<') {
    if (micros === null) return false;
    const value = micros * unitsOfMicro;
    return operator === '>' ? value > bound : value < bound;
  }
  const isListed = micros === null ? isMissingMeant : units.includes(micros * unitsOfMicro);
  return operator === '=' ? isListed : !isListed;
}
