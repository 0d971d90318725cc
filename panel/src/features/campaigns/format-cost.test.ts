import { expect, it } from 'vitest';
import { costModes, hasAmount, formatCost } from './format-cost.ts';

it('formatCost describes every cost model, and hasAmount is false only for none and auto', () => {
  expect(costModes.map(({ value }) => formatCost({ mode: value, amount: 0.25 }, 'EUR'))).toEqual([
    'No cost tracking',
    '€0.25 per visit (CPV)',
    '€0.25 per unique visit (CPUV)',
    '€0.25 per 1,000 visits (CPM)',
    '€0.25 per conversion (CPA)',
    '25.0% of revenue',
    'From the campaign link (auto)',
  ]);
  expect(costModes.filter(({ value }) => !hasAmount(value)).map(({ value }) => value)).toEqual([
    'none',
    'auto',
  ]);
});
