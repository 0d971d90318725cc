import { goalRulesInput } from '@waypost/contract/goals.ts';
import { describe, expect, it } from 'vitest';
import type { Conversion } from './conversion.ts';
import { loadGoals } from './decide-goals.ts';
import { interpretEvent, type EventTerms } from './interpret-event.ts';
import { interpretPageEvent, withoutMoney } from './interpret-page-event.ts';
import { readIncoming } from './read-incoming.ts';

const day = 86_400_000;
const visit = { campaignId: 'c', offerId: null, country: 'DE', timeMs: 0 };

function buildTerms(actions: object[], change: Partial<EventTerms> = {}): EventTerms {
  const given = actions.length === 0 ? [] : [{ label: 'All', conditions: null, actions }];
  const { rules } = goalRulesInput.parse({ rules: given });
  return {
    goals: loadGoals(
      rules.map((rule) => ({ ...rule, id: 'rule', priority: 1 })),
      { timezone: 'UTC' },
    ),
    attributionDays: 30,
    statusMap: {},
    duplicatePolicy: 'append',
    workspace: { currency: 'USD', rates: { EUR: '2' } },
    network: { currency: 'EUR', defaultPayout: '7' },
    offerPayout: null,
    cost: { mode: 'none', amount: '0' },
    ...change,
  };
}

const action = (change: object = {}) => ({ idx: 1, label: 'Sale', from: 'both', ...change });
const forged =
  'event=sale&payout[]=7&txid[0]=1&payout=1000000&currency=USD&txid=F0&status=rejected&sum=9&Amount=8&note=x';

/** Plays events of pages and of networks on one visit; those of pages begin with `page:`. */
function play(terms: EventTerms, events: string[], ...timesMs: number[]) {
  const stored: Conversion[] = [];
  const verdicts = events.map((text, at) => {
    const isPage = text.startsWith('page:');
    const incoming = readIncoming(new URLSearchParams(text.replace('page:', '')));
    const interpret = isPage ? interpretPageEvent : interpretEvent;
    const { verdict, changes } = interpret({
      incoming: isPage ? withoutMoney(incoming) : incoming,
      receivedMs: timesMs[at] ?? 0,
      visit,
      stored,
      terms,
    });
    for (const { before, conversion } of changes) {
      const place = before === null ? -1 : stored.indexOf(before);
      stored[place === -1 ? stored.length : place] = conversion;
    }
    return verdict;
  });
  const kept = stored.map(
    ({ transactionId, status, amounts: { revenue, value } }) =>
      `${transactionId} ${status} ${revenue} ${value}`,
  );
  return { verdicts, kept };
}

describe('an event of a page', () => {
  it('counts nothing without rules, or where no action takes it', () => {
    expect(play(buildTerms([]), [`page:${forged}`])).toEqual({ verdicts: ['from-page'], kept: [] });
    const terms = buildTerms([action({ from: 'network' })]);
    expect(play(terms, [`page:${forged}`])).toEqual({ verdicts: ['from-page'], kept: [] });
  });

  it.each([
    ['nothing where nothing is set', action(), {}, '0'],
    ['what the action pays', action({ payoutType: 'fixed', payoutFixed: 3 }), { offerPayout: '5' }, '3'],
    ['what the offer pays, in its network’s currency', action(), { offerPayout: '5' }, '10'],
    ['nothing where the action pays nothing', action({ payoutType: 'none' }), { offerPayout: '5' }, '0'],
  ])('brings %s, and nothing that it says itself', (_, given, change, revenue) => {
    const terms = buildTerms([{ ...given, storeValue: true }], change);
    expect(play(terms, [`page:${forged}`])).toEqual({
      verdicts: ['counted'],
      kept: [` approved ${revenue} null`],
    });
  });

  it('is not asked for by what it says of money: neither fields nor parameters have that', () => {
    const incoming = withoutMoney(readIncoming(new URLSearchParams(forged)));
    expect(incoming).toMatchObject({ event: 'sale', amount: null, isAmountBad: false });
    expect([incoming.transactionId, incoming.status, incoming.currency]).toEqual(['', '', '']);
    expect([...incoming.params.keys()]).toEqual(['event', 'note']);
  });

  it('counts once for a visit and action, whatever the policy and its transaction', () => {
    const terms = buildTerms([action({ payoutType: 'fixed', payoutFixed: 3 })]);
    expect(play(terms, ['page:txid=1', 'page:txid=2', 'page:status=rejected'])).toEqual({
      verdicts: ['counted', 'duplicate', 'duplicate'],
      kept: [' approved 3 null'],
    });
  });

  it('never changes what a network said', () => {
    const said = 'txid=N&payout=4&status=hold&currency=USD';
    expect(play(buildTerms([action()]), [said, 'page:txid=N&status=approved', 'page:payout=9'])).toEqual({
      verdicts: ['counted', 'duplicate', 'duplicate'],
      kept: ['N hold 4 null'],
    });
  });

  it('comes after the attribution window', () => {
    expect(play(buildTerms([action()]), ['page:'], 30 * day + 1).verdicts).toEqual(['expired-window']);
  });
});

describe('a network that reports what a page had reported', () => {
  it.each([
    ['payout=4&currency=USD', ' approved 4 null'],
    ['txid=N&payout=4&currency=USD', 'N approved 4 null'],
    ['txid=N&status=hold&payout=4&currency=USD', 'N hold 4 null'],
    ['txid=N&status=rejected', 'N rejected 14 null'],
  ])('takes its place: %s', (said, kept) => {
    expect(play(buildTerms([action()]), ['page:event=sale', said])).toEqual({
      verdicts: ['counted', 'updated'],
      kept: [kept],
    });
  });

  it('does so once: the next transaction is another conversion', () => {
    const usd = 'payout=4&currency=USD';
    const { kept } = play(buildTerms([action()]), ['page:', `txid=A&${usd}`, 'page:', `txid=B&${usd}`]);
    expect(kept).toEqual(['A approved 4 null', 'B approved 4 null']);
  });

  it('cannot do so when it is too late for anything new', () => {
    const late = 30 * day + 1;
    const { verdicts } = play(buildTerms([action()]), ['page:', 'txid=A', 'payout=1'], 0, late, late);
    expect(verdicts).toEqual(['counted', 'expired-window', 'expired-window']);
  });

  it('leaves it as it is where the network’s amount has no rate', () => {
    expect(play(buildTerms([action()]), ['page:', 'payout=4&currency=GBP'])).toEqual({
      verdicts: ['counted', 'unknown-currency'],
      kept: [' approved 0 null'],
    });
  });
});
