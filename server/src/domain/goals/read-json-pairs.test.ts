import { expect, it } from 'vitest';
import { readJsonPairs } from './read-json-pairs.ts';

it('numbers stay as they were written', () => {
  expect(readJsonPairs('{"payout": 0.123456789012345678, "sum": 10.50, "id": 12345678901234567890}')).toEqual(
    [
      ['payout', '0.123456789012345678'],
      ['sum', '10.50'],
      ['id', '12345678901234567890'],
    ],
  );
});

it('objects within give names with a point; lists and nulls are left out', () => {
  expect(readJsonPairs('{"a": {"b": "c", "d": true}, "e": [1], "f": null, "g": ""}')).toEqual([
    ['a.b', 'c'],
    ['a.d', 'true'],
    ['g', ''],
  ]);
});

it.each(['', '[]', '"a"', '1', 'null', '{', '['.repeat(200_000), `{"a":${'['.repeat(200_000)}`])(
  'what is no object gives nothing',
  (text) => {
    expect(readJsonPairs(text)).toBeUndefined();
  },
);

it('depth and number are limited', () => {
  const deep = '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000);
  expect(readJsonPairs(deep) ?? []).toEqual([]);
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`n${at}`, at])));
  expect(readJsonPairs(wide)).toHaveLength(200);
});
