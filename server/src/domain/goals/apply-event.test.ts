import type { ConversionStatus } from '@waypost/contract/conversion-status.ts';
import { describe, expect, it } from 'vitest';
import { applyEvent, type ArrivingAction, type DuplicatePolicy } from './apply-event.ts';
import type { Conversion } from './conversion.ts';

const arrival = (status: ConversionStatus | null, amount?: string, currency = 'USD'): ArrivingAction => ({
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
    // A rate of 1 keeps the numbers readable.
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

/** Plays events one after the other; what is stored after them, and what was said of each. */
function play(policy: DuplicatePolicy, ...arrivals: ArrivingAction[]) {
  const stored: Conversion[] = [];
  const verdicts = arrivals.map((given) => {
    const change = applyEvent(stored, given, policy);
    if (change === 'unknown-currency') return change;
    const { conversion } = change;
    if (conversion !== null) stored[conversion.ordinal] = conversion;
    return change.verdict;
  });
  const kept = stored.map(({ status, amounts: { revenue } }) => `${status} ${revenue}`);
  return { verdicts, kept, stored };
}

describe('a first event', () => {
  it.each([
    [null, 'counted', 'approved 10'],
    ['approved', 'counted', 'approved 10'],
    ['hold', 'counted', 'hold 10'],
    ['refunded', 'counted', 'refunded 10'],
    ['rejected', 'stored', 'rejected 10'],
  ] as const)('with the status %s is %s', (status, verdict, kept) => {
    expect(play('ignore', arrival(status, '10'))).toMatchObject({ verdicts: [verdict], kept: [kept] });
  });

  it('of a visit that is too old is refused; what is there already still moves', () => {
    const late = { ...arrival('approved', '10'), mayCreate: false };
    expect(play('ignore', late).verdicts).toEqual(['expired-window']);
    expect(play('ignore', arrival('hold', '10'), late).kept).toEqual(['approved 10']);
    expect(play('append', arrival('approved', '10'), late).verdicts).toEqual(['counted', 'expired-window']);
  });

  it('without a rate changes nothing', () => {
    const foreign = { ...arrival('approved', '10', 'GBP'), amounts: undefined };
    expect(play('ignore', foreign)).toMatchObject({ verdicts: ['unknown-currency'], kept: [] });
    expect(play('ignore', arrival('hold', '5'), foreign)).toMatchObject({ kept: ['hold 5'] });
    expect(play('update', arrival(null, '5'), foreign)).toMatchObject({ kept: ['approved 5'] });
    expect(play('accumulate', arrival(null, '5'), foreign)).toMatchObject({ kept: ['approved 5'] });
  });
});

describe('the same again', () => {
  it.each([
    ['ignore', 'other-amount', ['approved 10']],
    ['update', 'updated', ['approved 4']],
    ['accumulate', 'updated', ['approved 14']],
    ['append', 'counted', ['approved 10', 'approved 4']],
  ] as const)('under %s is %s', (policy, verdict, kept) => {
    for (const status of ['approved', null] as const) {
      const played = play(policy, arrival('approved', '10'), arrival(status, '4'));
      expect(played).toMatchObject({ verdicts: ['counted', verdict], kept });
    }
  });

  it.each(['ignore', 'update'] as const)(
    'under %s with the same amount or none changes nothing',
    (policy) => {
      const first = arrival('approved', '10');
      const dearer = arrival('approved', '10');
      const revalued = { ...dearer, amounts: { ...dearer.amounts!, revenue: '12' } };
      expect(play(policy, first, revalued, arrival(null))).toMatchObject({
        verdicts: ['counted', 'duplicate', 'duplicate'],
        kept: ['approved 10'],
      });
    },
  );

  it('under ignore with another amount than an action with a fixed payout has is no other amount', () => {
    const first = arrival('approved', '10');
    const repeated = { ...arrival('approved', '4'), amounts: first.amounts };
    expect(play('ignore', first, repeated).verdicts).toEqual(['counted', 'duplicate']);
  });

  it('an updated amount takes the rule’s present meaning with it', () => {
    const step = { ...arrival('approved', '4'), isConversion: false, label: 'Step' };
    const { stored } = play('update', arrival('approved', '10'), step);
    expect(stored[0]).toMatchObject({ isConversion: false, label: 'Step' });
  });

  it('sums have one currency, or the workspace’s, and are one conversion', () => {
    const euro = (amount: string) => {
      const given = arrival('approved', amount, 'EUR');
      return { ...given, amounts: { ...given.amounts!, revenue: `${amount}1` } };
    };
    const [one] = play('accumulate', euro('1'), euro('2')).stored;
    expect(one?.amounts).toMatchObject({ payout: '3', currency: 'EUR', revenue: '32', flatCost: '2' });
    const [mixed] = play('accumulate', euro('1'), arrival('approved', '5')).stored;
    expect(mixed?.amounts).toMatchObject({ payout: '16', currency: 'USD', revenue: '16' });
    expect(play('accumulate', euro('1'), arrival(null)).verdicts).toEqual(['counted', 'duplicate']);
  });

  it('sums are the same whichever part is approved first', () => {
    const held = [arrival('hold', '10'), arrival('hold', '5')];
    const approvals = [arrival('approved', '5'), arrival('approved', '10')];
    expect(play('accumulate', ...held, ...approvals).kept).toEqual(['approved 15']);
    expect(play('accumulate', ...held, ...approvals.toReversed()).kept).toEqual(['approved 15']);
  });

  it.each(['ignore', 'update', 'accumulate'] as const)(
    'under %s adds nothing to what earns nothing',
    (policy) => {
      const played = play(policy, arrival('approved', '10'), arrival('refunded'), arrival(null, '4'));
      expect(played).toMatchObject({ verdicts: ['counted', 'updated', 'duplicate'], kept: ['refunded 10'] });
    },
  );
});

describe('a new status', () => {
  it.each(['ignore', 'update', 'accumulate', 'append'] as const)('under %s is no duplicate', (policy) => {
    expect(play(policy, arrival('hold', '10'), arrival('approved'))).toMatchObject({
      verdicts: ['counted', 'updated'],
      kept: ['approved 10'],
    });
  });

  it.each(['ignore', 'update', 'accumulate', 'append'] as const)(
    'under %s brings the amount of an approval with it, and none that takes back',
    (policy) => {
      expect(play(policy, arrival('hold', '0'), arrival('approved', '25')).kept).toEqual(['approved 25']);
      expect(play(policy, arrival('approved', '25'), arrival('rejected', '0')).kept).toEqual(['rejected 25']);
    },
  );

  it.each([
    ['approved', 'hold'],
    ['rejected', 'hold'],
    ['rejected', 'refunded'],
    ['refunded', 'approved'],
    ['refunded', 'hold'],
    ['refunded', 'rejected'],
  ] as const)('after %s, a late %s is outdated', (now, late) => {
    expect(play('ignore', arrival(now, '10'), arrival(late, '4'))).toMatchObject({
      verdicts: [expect.any(String), 'outdated-status'],
      kept: [`${now} 10`],
    });
  });

  it('re-approves what was rejected', () => {
    const played = play('ignore', arrival('approved', '10'), arrival('rejected'), arrival('approved'));
    expect(played.kept).toEqual(['approved 10']);
  });

  it('where repeats are conversions of their own moves the oldest that can, and re-approves none', () => {
    const events = [arrival('hold', '1'), arrival('hold', '2'), arrival('approved'), arrival('rejected')];
    expect(play('append', ...events).kept).toEqual(['rejected 1', 'hold 2']);
    expect(play('append', ...events, arrival('approved'), arrival('approved', '3')).kept).toEqual([
      'rejected 1',
      'approved 2',
      'approved 3',
    ]);
    expect(play('append', arrival('rejected', '1'), arrival('rejected')).verdicts[1]).toBe('duplicate');
    expect(play('append', arrival('rejected', '1'), arrival('refunded')).verdicts[1]).toBe('outdated-status');
  });
});

describe('an event that came before what last changed it', () => {
  const at = (receivedMs: number, given: ArrivingAction): ArrivingAction => ({ ...given, receivedMs });

  it.each(['ignore', 'update', 'accumulate'] as const)('under %s moves no status', (policy) => {
    const [rejected, approved] = [at(5, arrival('rejected', '10')), at(4, arrival('approved', '9'))];
    expect(play(policy, rejected, approved)).toMatchObject({
      verdicts: ['stored', 'outdated-status'],
      kept: ['rejected 10'],
    });
    const [first, again] = [at(1, arrival('approved', '10')), at(3, arrival('approved'))];
    const taken = [first, at(2, arrival('rejected')), again, at(2, arrival('rejected'))];
    expect(play(policy, ...taken).kept).toEqual(['approved 10']);
  });

  it('overwrites no amount; one of the same moment does', () => {
    const [first, newer] = [at(1, arrival('approved', '1')), at(3, arrival('approved', '3'))];
    expect(play('update', first, newer, at(2, arrival('approved', '2')))).toMatchObject({
      verdicts: ['counted', 'updated', 'outdated-status'],
      kept: ['approved 3'],
    });
    expect(play('update', first, newer, at(2, arrival(null, '3'))).verdicts.at(-1)).toBe('duplicate');
    expect(play('update', first, newer, at(3, arrival(null, '4'))).kept).toEqual(['approved 4']);
    expect(play('ignore', at(3, arrival('hold', '4')), at(3, arrival('approved'))).kept).toEqual([
      'approved 4',
    ]);
  });

  it('still adds up, and what adds up does not make what it is added to older', () => {
    const summed = [at(5, arrival('hold', '10')), at(2, arrival('hold', '4')), at(4, arrival('approved'))];
    expect(play('accumulate', ...summed)).toMatchObject({
      verdicts: ['counted', 'updated', 'outdated-status'],
      kept: ['hold 14'],
    });
    expect(play('append', at(5, arrival('hold', '10')), at(4, arrival('approved', '3')))).toMatchObject({
      verdicts: ['counted', 'counted'],
      kept: ['hold 10', 'approved 3'],
    });
    expect(play('append', at(5, arrival('hold', '10')), at(4, arrival('rejected'))).verdicts[1]).toBe(
      'outdated-status',
    );
  });
});

it('of several that are stored since the policy was another, the latest of the status is meant', () => {
  const { stored } = play('append', arrival('approved', '1'), arrival('approved', '2'), arrival('hold', '3'));
  const change = applyEvent(stored, arrival('approved', '4'), 'update');
  expect(change).toMatchObject({ conversion: { ordinal: 2, status: 'approved' } });
  const approved = stored.slice(0, 2);
  expect(applyEvent(approved, arrival('approved', '4'), 'update')).toMatchObject({
    conversion: { ordinal: 1 },
  });
});

it('it earns for the first time once', () => {
  const statuses = ['rejected', 'approved', 'rejected', 'approved', 'refunded'] as const;
  const stored: Conversion[] = [];
  const firsts = statuses.map((status) => {
    const change = applyEvent(stored, arrival(status, '10'), 'ignore');
    if (change === 'unknown-currency') return change;
    if (change.conversion !== null) stored[0] = change.conversion;
    return change.isFirstEarning;
  });
  expect(firsts).toEqual([false, true, false, false, false]);
});
