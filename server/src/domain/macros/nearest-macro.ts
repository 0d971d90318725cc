import { macroSpellings } from '@waypost/contract/visits/macros.ts';

// Minimum length of a name. Shorter names resemble too many names with different meanings: `{host}` is not a typo of
// `{cost}`.
const lengthMin = 5;
// Minimum length of a name in which two typos are accepted. A shorter name with two typos could be a different word.
const twoSlipsFrom = 9;

/**
 * Returns the known macro that a name is a typo of. A typo is one letter added, missing, wrong or swapped with its
 * neighbor; long names can have two typos.
 */
export function nearestMacro(written: string): string | undefined {
  // In `{token1:row}`, only the suffix is misspelled, so it is left out of the comparison.
  const name = written.toLowerCase().replaceAll('_', '').replace(/:.*$/, '');
  // Results are cached, because thousands of records use the same network macro, and comparing names takes most of the
  // time when warnings are computed.
  if (!compared.has(name)) {
    if (compared.size >= comparedMax) compared.clear();
    compared.set(name, compare(name));
  }
  return compared.get(name);
}

const compared = new Map<string, string | undefined>();
const comparedMax = 1_000;

function compare(name: string): string | undefined {
  let nearest: string | undefined;
  let least = Infinity;
  for (const spelling of macroSpellings) {
    const slips = countSlips(name, spelling);
    if (slips >= least || slips > slipsMax(name, spelling)) continue;
    least = slips;
    nearest = spelling;
  }
  return nearest;
}

function slipsMax(name: string, spelling: string): number {
  const length = Math.max(name.length, spelling.length);
  if (length < lengthMin) return 0;
  return length < twoSlipsFrom ? 1 : 2;
}

/** Returns the edit distance in which swapping two neighboring letters is one step (optimal string alignment). */
export function countSlips(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const cost = one[row - 1] === other[at - 1] ? 0 : 1;
      const isSwap = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      current[at] = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + cost,
        isSwap ? (beforeLast[at - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
