import type { DaySums } from '../../traffic/traffic-store.ts';

export type DayDifference = { day: string; backedUp: DaySums | undefined; restored: DaySums | undefined };

// Compares the restored sums with those from before and after the backup. Rows can be stored while the backup runs, so a
// day may match either of them, or have a number of rows between them.
export function compareDays(
  { before, after }: { before: readonly DaySums[]; after: readonly DaySums[] },
  restored: readonly DaySums[],
): DayDifference[] {
  const [first, last, found] = [before, after, restored].map(
    (sums) => new Map(sums.map((one) => [one.day, one])),
  ) as [Map<string, DaySums>, Map<string, DaySums>, Map<string, DaySums>];
  const days = new Set([...first.keys(), ...last.keys(), ...found.keys()]);
  return [...days].toSorted().flatMap((day) => {
    const [low, high, actual] = [first.get(day), last.get(day), found.get(day)];
    if (isEqual(actual, low) || isEqual(actual, high)) return [];
    const isChanged = !isEqual(low, high);
    if (isChanged && isBetween(actual?.rows ?? 0, low?.rows ?? 0, high?.rows ?? 0)) return [];
    return [{ day, backedUp: high ?? low, restored: actual }];
  });
}

function isEqual(one: DaySums | undefined, other: DaySums | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isBetween(value: number, one: number, other: number): boolean {
  return value >= Math.min(one, other) && value <= Math.max(one, other);
}
