import type { ConversionStatus } from '@waypost/contract/values/conversion-status.ts';
import { describe, expect, it } from 'vitest';
import { applyEvent, type ActionUpdate, type DuplicatePolicy } from './apply-event.ts';
import type { Conversion } from './conversion.ts';

const update = (status: ConversionStatus | null, amount?: string, currency = 'USD'): ActionUpdate => ({
  idx: 1,
  transactionId: 'T1',
  event: 'sale',
  label: 'Sale',
  isConversion: true,
  status,
  receivedMs: 0,
  sent: amount === undefined ? null : { amount, currency },
  amounts: {
    payout: amount ?? '0',
    currency,
    // The exchange rate is 1, which keeps the numbers readable.
    revenue: amount ?? '0',
    value: null,
    flatCost: '2',
    shareCost: '0',
    outside: { revenue: '0', flatCost: '0', shareCost: '0' },
  },
  ownCurrency: 'USD',
  mayCreate: true,
  isFromPage: false,
});

// Applies the events in order and returns the stored conversions and all verdicts.
function apply(policy: DuplicatePolicy, ...updates: ActionUpdate[]) {
  const stored: Conversion[] = [];
  const verdicts = updates.map((given) => {
    const change = applyEvent(stored, given, policy);
    if (change === 'unknown-currency') return change;
    const { conversion } = change;
    if (conversion !== null) stored[conversion.ordinal] = conversion;
    return change.verdict;
  });
  const states = stored.map(({ status, amounts: { revenue } }) => `${status} ${revenue}`);
  return { verdicts, states, stored };
}

describe('a first event', () => {
  it.each([
    [null, 'counted', 'approved 10'],
    ['approved', 'counted', 'approved 10'],
    ['hold', 'counted', 'hold 10'],
    ['refunded', 'counted', 'refunded 10'],
    ['rejected', 'stored', 'rejected 10'],
  ] as const)('with status %s has the verdict %s', (status, verdict, states) => {
    expect(apply('ignore', update(status, '10'))).toMatchObject({ verdicts: [verdict], states: [states] });
  });

  it('is rejected after the attribution window, while stored conversions can still change', () => {
    const late = { ...update('approved', '10'), mayCreate: false };
    expect(apply('ignore', late).verdicts).toEqual(['expired-window']);
    expect(apply('ignore', update('hold', '10'), late).states).toEqual(['approved 10']);
    expect(apply('append', update('approved', '10'), late).verdicts).toEqual(['counted', 'expired-window']);
  });

  it('changes nothing if its amount has no exchange rate', () => {
    const foreign = { ...update('approved', '10', 'GBP'), amounts: undefined };
    expect(apply('ignore', foreign)).toMatchObject({ verdicts: ['unknown-currency'], states: [] });
    expect(apply('ignore', update('hold', '5'), foreign)).toMatchObject({ states: ['hold 5'] });
    expect(apply('update', update(null, '5'), foreign)).toMatchObject({ states: ['approved 5'] });
    expect(apply('accumulate', update(null, '5'), foreign)).toMatchObject({ states: ['approved 5'] });
  });
});

describe('a repeated event', () => {
  it.each([
    ['ignore', 'other-amount', ['approved 10']],
    ['update', 'updated', ['approved 4']],
    ['accumulate', 'updated', ['approved 14']],
    ['append', 'counted', ['approved 10', 'approved 4']],
  ] as const)('under the policy `%s`, has the verdict %s', (policy, verdict, states) => {
    for (const status of ['approved', null] as const) {
      const applied = apply(policy, update('approved', '10'), update(status, '4'));
      expect(applied).toMatchObject({ verdicts: ['counted', verdict], states });
    }
  });

  it.each(['ignore', 'update'] as const)(
    'under the policy `%s`, changes nothing if it has the same amount or no amount',
    (policy) => {
      const first = update('approved', '10');
      const dearer = update('approved', '10');
      const revalued = { ...dearer, amounts: { ...dearer.amounts!, revenue: '12' } };
      expect(apply(policy, first, revalued, update(null))).toMatchObject({
        verdicts: ['counted', 'duplicate', 'duplicate'],
        states: ['approved 10'],
      });
    },
  );

  it('under the policy `ignore`, is a duplicate if the action has a fixed payout', () => {
    const first = update('approved', '10');
    const repeated = { ...update('approved', '4'), amounts: first.amounts };
    expect(apply('ignore', first, repeated).verdicts).toEqual(['counted', 'duplicate']);
  });

  it('under the policy `update`, replaces the label and the conversion flag', () => {
    const step = { ...update('approved', '4'), isConversion: false, label: 'Step' };
    const { stored } = apply('update', update('approved', '10'), step);
    expect(stored[0]).toMatchObject({ isConversion: false, label: 'Step' });
  });

  it('under the policy `accumulate`, adds amounts, in the workspace currency if their currencies differ', () => {
    const euro = (amount: string) => {
      const given = update('approved', amount, 'EUR');
      return { ...given, amounts: { ...given.amounts!, revenue: `${amount}1` } };
    };
    const [one] = apply('accumulate', euro('1'), euro('2')).stored;
    expect(one?.amounts).toMatchObject({ payout: '3', currency: 'EUR', revenue: '32', flatCost: '2' });
    const [mixed] = apply('accumulate', euro('1'), update('approved', '5')).stored;
    expect(mixed?.amounts).toMatchObject({ payout: '16', currency: 'USD', revenue: '16' });
    expect(apply('accumulate', euro('1'), update(null)).verdicts).toEqual(['counted', 'duplicate']);
  });

  it('under the policy `accumulate`, gives the same sum in any order of approvals', () => {
    const held = [update('hold', '10'), update('hold', '5')];
    const approvals = [update('approved', '5'), update('approved', '10')];
    expect(apply('accumulate', ...held, ...approvals).states).toEqual(['approved 15']);
    expect(apply('accumulate', ...held, ...approvals.toReversed()).states).toEqual(['approved 15']);
  });

  it.each(['ignore', 'update', 'accumulate'] as const)(
    'under the policy `%s`, adds nothing to a refunded conversion',
    (policy) => {
      const applied = apply(policy, update('approved', '10'), update('refunded'), update(null, '4'));
      expect(applied).toMatchObject({
        verdicts: ['counted', 'updated', 'duplicate'],
        states: ['refunded 10'],
      });
    },
  );
});

describe('a new status', () => {
  it.each(['ignore', 'update', 'accumulate', 'append'] as const)(
    'under the policy `%s`, is not a duplicate',
    (policy) => {
      expect(apply(policy, update('hold', '10'), update('approved'))).toMatchObject({
        verdicts: ['counted', 'updated'],
        states: ['approved 10'],
      });
    },
  );

  it.each(['ignore', 'update', 'accumulate', 'append'] as const)(
    'under the policy `%s`, updates the amount on approval and keeps it on reversal',
    (policy) => {
      expect(apply(policy, update('hold', '0'), update('approved', '25')).states).toEqual(['approved 25']);
      expect(apply(policy, update('approved', '25'), update('rejected', '0')).states).toEqual([
        'rejected 25',
      ]);
    },
  );

  it.each([
    ['approved', 'hold'],
    ['rejected', 'hold'],
    ['rejected', 'refunded'],
    ['refunded', 'approved'],
    ['refunded', 'hold'],
    ['refunded', 'rejected'],
  ] as const)('received after %s is outdated if it is %s', (now, late) => {
    expect(apply('ignore', update(now, '10'), update(late, '4'))).toMatchObject({
      verdicts: [expect.any(String), 'outdated-status'],
      states: [`${now} 10`],
    });
  });

  it('re-approves a rejected conversion', () => {
    const applied = apply('ignore', update('approved', '10'), update('rejected'), update('approved'));
    expect(applied.states).toEqual(['approved 10']);
  });

  it('under the policy `append`, changes the oldest conversion that allows the change, and approves none again', () => {
    const events = [update('hold', '1'), update('hold', '2'), update('approved'), update('rejected')];
    expect(apply('append', ...events).states).toEqual(['rejected 1', 'hold 2']);
    expect(apply('append', ...events, update('approved'), update('approved', '3')).states).toEqual([
      'rejected 1',
      'approved 2',
      'approved 3',
    ]);
    expect(apply('append', update('rejected', '1'), update('rejected')).verdicts[1]).toBe('duplicate');
    expect(apply('append', update('rejected', '1'), update('refunded')).verdicts[1]).toBe('outdated-status');
  });
});

describe('an event received before the last change', () => {
  const at = (receivedMs: number, given: ActionUpdate): ActionUpdate => ({ ...given, receivedMs });

  it.each(['ignore', 'update', 'accumulate'] as const)(
    'under the policy `%s`, does not change the status',
    (policy) => {
      const [rejected, approved] = [at(5, update('rejected', '10')), at(4, update('approved', '9'))];
      expect(apply(policy, rejected, approved)).toMatchObject({
        verdicts: ['stored', 'outdated-status'],
        states: ['rejected 10'],
      });
      const [first, again] = [at(1, update('approved', '10')), at(3, update('approved'))];
      const taken = [first, at(2, update('rejected')), again, at(2, update('rejected'))];
      expect(apply(policy, ...taken).states).toEqual(['approved 10']);
    },
  );

  it('does not overwrite the amount, unlike an event received at the same time', () => {
    const [first, newer] = [at(1, update('approved', '1')), at(3, update('approved', '3'))];
    expect(apply('update', first, newer, at(2, update('approved', '2')))).toMatchObject({
      verdicts: ['counted', 'updated', 'outdated-status'],
      states: ['approved 3'],
    });
    expect(apply('update', first, newer, at(2, update(null, '3'))).verdicts.at(-1)).toBe('duplicate');
    expect(apply('update', first, newer, at(3, update(null, '4'))).states).toEqual(['approved 4']);
    expect(apply('ignore', at(3, update('hold', '4')), at(3, update('approved'))).states).toEqual([
      'approved 4',
    ]);
  });

  it('still counts under the policies `accumulate` and `append`, but cannot change the status', () => {
    const summed = [at(5, update('hold', '10')), at(2, update('hold', '4')), at(4, update('approved'))];
    expect(apply('accumulate', ...summed)).toMatchObject({
      verdicts: ['counted', 'updated', 'outdated-status'],
      states: ['hold 14'],
    });
    expect(apply('append', at(5, update('hold', '10')), at(4, update('approved', '3')))).toMatchObject({
      verdicts: ['counted', 'counted'],
      states: ['hold 10', 'approved 3'],
    });
    expect(apply('append', at(5, update('hold', '10')), at(4, update('rejected'))).verdicts[1]).toBe(
      'outdated-status',
    );
  });
});

it('applyEvent changes the latest of several conversions after the policy changes from append to update', () => {
  const { stored } = apply('append', update('approved', '1'), update('approved', '2'), update('hold', '3'));
  const change = applyEvent(stored, update('approved', '4'), 'update');
  expect(change).toMatchObject({ conversion: { ordinal: 2, status: 'approved' } });
  const approved = stored.slice(0, 2);
  expect(applyEvent(approved, update('approved', '4'), 'update')).toMatchObject({
    conversion: { ordinal: 1 },
  });
});

it('applyEvent reports the first earning only once', () => {
  const statuses = ['rejected', 'approved', 'rejected', 'approved', 'refunded'] as const;
  const stored: Conversion[] = [];
  const firsts = statuses.map((status) => {
    const change = applyEvent(stored, update(status, '10'), 'ignore');
    if (change === 'unknown-currency') return change;
    if (change.conversion !== null) stored[0] = change.conversion;
    return change.isFirstEarning;
  });
  expect(firsts).toEqual([false, true, false, false, false]);
});
