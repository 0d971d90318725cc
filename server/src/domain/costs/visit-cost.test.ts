import { expect, it } from 'vitest';
import { visitCosts } from './visit-cost.ts';

it.each([
  { mode: 'none', amount: '0', sent: '9', cost: '0' },
  { mode: 'cpv', amount: '0.05', isUnique: false, cost: '0.05' },
  { mode: 'cpuv', amount: '0.05', cost: '0.05' },
  { mode: 'cpuv', amount: '0.05', isUnique: false, cost: '0' },
  { mode: 'cpm', amount: '1.234567', cost: '0.001234567' },
  { mode: 'cpa', amount: '3', cost: '0' },
  { mode: 'revshare', amount: '0.5', cost: '0' },
  { mode: 'auto', amount: '0', sent: '0.0021', cost: '0.0021' },
  { mode: 'auto', amount: '0', cost: '0' },
] as const)('$mode of $amount: $cost', ({ cost, ...given }) => {
  const { mode, amount } = given;
  const isUnique = 'isUnique' in given ? given.isUnique : true;
  const sent = 'sent' in given ? given.sent : undefined;
  expect(visitCosts({ mode, amount })(isUnique, sent)).toEqual({ cost, isBad: false });
});

it('a cost that cannot be read is zero and said to be bad', () => {
  expect(visitCosts({ mode: 'auto', amount: '0' })(true, 'free')).toEqual({ cost: '0', isBad: true });
});
