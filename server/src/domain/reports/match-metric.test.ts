import { expect, it } from 'vitest';
import { matchesUnits } from './match-metric.ts';

const filter = (operator: '=' | '!=' | '>' | '<', ...values: (number | null)[]) => ({
  operator,
  units: values.flatMap((value) => (value === null ? [] : [BigInt(value) * 1_000_000_000_000n])),
  isMissingMeant: values.includes(null),
});

it.each([
  ['equal to a listed value', filter('=', 1, 2), [true, false, false]],
  ['equal to a missing value', filter('=', 2, null), [false, false, true]],
  ['different from a value', filter('!=', 1), [false, true, true]],
  ['different from a missing value', filter('!=', null), [true, true, false]],
  ['above a value', filter('>', 1), [false, true, false]],
  ['below a value', filter('<', 3), [true, false, false]],
])('matches values that are %s', (_, given, [one, three, missing]) => {
  expect(matchesUnits(1_000_000n, given)).toBe(one);
  expect(matchesUnits(3_000_000n, given)).toBe(three);
  expect(matchesUnits(null, given)).toBe(missing);
});
