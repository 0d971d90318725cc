import { describe, expect, it } from 'vitest';
import type { CostMode } from '@waypost/contract/campaigns/campaigns.ts';
import { visitCosts } from './visit-cost.ts';

const charge = (mode: CostMode, amount = '0', costRate: string | null = '1', maxCostPerVisit = '100') =>
  visitCosts({ campaign: { cost: { mode, amount } }, source: { costRate }, maxCostPerVisit });

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
] as const)(
  'visitCosts charges $cost for the cost model $mode with the amount $amount',
  ({ cost, ...given }) => {
    const { mode, amount } = given;
    const isUnique = 'isUnique' in given ? given.isUnique : true;
    const sent = 'sent' in given ? given.sent : undefined;
    expect(charge(mode, amount)(isUnique, sent)).toEqual({ cost, problem: undefined });
  },
);

describe('a cost sent by the traffic source', () => {
  it('counts as zero with a problem if it cannot be parsed', () => {
    expect(charge('auto')(true, 'free')).toEqual({ cost: '0', problem: 'bad-cost' });
  });

  it('is accepted up to the limit and ignored above it', () => {
    expect(charge('auto')(true, '100')).toEqual({ cost: '100', problem: undefined });
    expect(charge('auto')(true, '100.000001')).toEqual({ cost: '0', problem: 'cost-above-limit' });
    expect(charge('auto')(true, '999999999.99')).toEqual({ cost: '0', problem: 'cost-above-limit' });
    expect(charge('auto', '0', '1', '0.5')(true, '0.6').problem).toBe('cost-above-limit');
  });

  it('is converted exactly before it is compared with the limit', () => {
    expect(charge('auto', '0', '0.0067')(true, '150.5')).toEqual({ cost: '1.00835', problem: undefined });
    expect(charge('auto', '0', '0.0067')(true, '14925').cost).toBe('99.9975');
    expect(charge('auto', '0', '0.0067')(true, '15000').problem).toBe('cost-above-limit');
  });

  it('counts as zero with a problem if its currency has no rate, unless the cost is zero', () => {
    expect(charge('auto', '0', null)(true, '5')).toEqual({ cost: '0', problem: 'cost-without-rate' });
    expect(charge('auto', '0', null)(true, '0.00')).toEqual({ cost: '0', problem: undefined });
  });

  it('has the default limit and is not converted if the document contains neither limit nor rate', () => {
    const costOf = visitCosts({ campaign: { cost: { mode: 'auto', amount: '0' } }, source: {} });
    expect([costOf(true, '100').cost, costOf(true, '101').problem]).toEqual(['100', 'cost-above-limit']);
  });

  it('has a limit that does not apply to the fixed cost of the campaign', () => {
    expect(charge('cpv', '500')(true, undefined).cost).toBe('500');
  });
});
