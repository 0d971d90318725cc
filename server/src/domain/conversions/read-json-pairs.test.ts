import { expect, it } from 'vitest';
import { readJsonPairs } from './read-json-pairs.ts';

it('readJsonPairs keeps numbers as written', () => {
  expect(readJsonPairs('{"payout": 0.123456789012345678, "sum": 10.50, "id": 12345678901234567890}')).toEqual(
    [
      ['payout', '0.123456789012345678'],
      ['sum', '10.50'],
      ['id', '12345678901234567890'],
    ],
  );
});

it('readJsonPairs joins nested names with a dot, indexes lists and skips nulls', () => {
  const text = '{"a": {"b": "c", "d": true}, "e": [1.50, "x", null, {"h": 1}, [2]], "f": null, "g": ""}';
  expect(readJsonPairs(text)).toEqual([
    ['a.b', 'c'],
    ['a.d', 'true'],
    ['e[0]', '1.50'],
    ['e[1]', 'x'],
    ['e[3].h', '1'],
    ['g', ''],
  ]);
});

it.each(['', '[]', '"a"', '1', 'null', '{', '['.repeat(200_000), `{"a":${'['.repeat(200_000)}`])(
  'readJsonPairs returns undefined for text that is not a JSON object: $0',
  (text) => {
    expect(readJsonPairs(text)).toBeUndefined();
  },
);

it('readJsonPairs reads values up to the fourth level, in objects and lists', () => {
  expect(readJsonPairs('{"a":{"b":{"c":{"d":"in","e":{"f":"out"}}}}}')).toEqual([['a.b.c.d', 'in']]);
  expect(readJsonPairs('{"a":[{"b":[{"c":"out"}, "in"]}]}')).toEqual([['a[0].b[1]', 'in']]);
});

it('readJsonPairs limits the depth and number of values', () => {
  const deep = '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000);
  expect(readJsonPairs(deep) ?? []).toEqual([]);
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`n${at}`, at])));
  expect(readJsonPairs(wide)).toHaveLength(200);
});
