import { expect, it } from 'vitest';
import { showValue } from './show-value.ts';

it('values are read by people: names for ids, words for nothing', () => {
  const names = new Map([['id-1', 'Push source']]);
  const shown = [undefined, null, '', true, 'id-1', 'other', 0.5, { of: 'id-1' }].map((value) =>
    showValue(value, names),
  );
  expect(shown).toEqual([
    'not there',
    'nothing',
    'nothing',
    'yes',
    'Push source',
    'other',
    '0.5',
    '{\n  "of": "Push source"\n}',
  ]);
});
