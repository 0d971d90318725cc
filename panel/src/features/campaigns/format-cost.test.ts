import { expect, it } from 'vitest';
import { costModes, hasAmount, formatCost } from './format-cost.ts';

it('what traffic costs is a sentence for every way of paying', () => {
  expect(costModes.map(({ value }) => formatCost({ mode: value, amount: 0.25 }, 'EUR'))).toEqual([
    'The traffic costs nothing.',
    'Each visit costs €0.25.',
    'Each unique visit costs €0.25.',
    '1,000 visits cost €0.25.',
    'Each conversion costs €0.25.',
    '25.0% of the revenue is the cost.',
    'The source says in the link what each visit costs.',
  ]);
  expect(costModes.filter(({ value }) => !hasAmount(value)).map(({ value }) => value)).toEqual([
    'none',
    'auto',
  ]);
});
