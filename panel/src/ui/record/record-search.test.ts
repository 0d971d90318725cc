import { describe, expect, it } from 'vitest';
import { formatCount, matchesSearch } from './record-search.ts';

const record = { id: '0198c5a2-7b1e-7c3d-9e4f-000000000001' };
const texts = ['Spring Sale', null, 'https://offer.example/Page'];

describe('matchesSearch', () => {
  it.each(['', 'spring', 'SALE', 'ng sa', 'example/page', '0198c5a2', '0198C5A2-7B1E', record.id])(
    'finds a record by "%s"',
    (q) => {
      expect(matchesSearch(record, q, texts)).toBe(true);
    },
  );

  it.each(['spring  sale', '0198c5a', '7b1e-7c3d-9e4f', 'null', 'spring https'])(
    'does not find a record by "%s"',
    (q) => {
      expect(matchesSearch(record, q, texts)).toBe(false);
    },
  );

  it('does not find a record without texts', () => {
    expect(matchesSearch(record, 'a', [null])).toBe(false);
  });
});

describe('formatCount', () => {
  const kind = { one: 'landing page', many: 'Landing pages' };

  it.each([
    [undefined, undefined, ''],
    [0, 12, ''],
    [1, undefined, '1 landing page'],
    [1, 1, '1 landing page'],
    [1, 2, '1 of 2 landing pages'],
    [5_000, 5_000, '5,000 landing pages'],
    [200, 12_345, '200 of 12,345 landing pages'],
    [2_000, undefined, '2,000 landing pages'],
  ])('formats %s shown of %s as "%s"', (shown, total, text) => {
    expect(formatCount(kind, shown, total)).toBe(text);
  });
});
