import { array, assert, boolean, constantFrom, integer, option, property, record, uuid } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedOffer } from '../../lib/api/api.ts';
import { offerFormSchema, type OfferValues } from './form-schema.ts';

const { read, write, schema, empty } = offerFormSchema;

const offer: ListedOffer = {
  id: '0198c5a2-7b1e-7c3d-9e4f-000000000001',
  name: 'Vouchers',
  affiliateNetworkId: null,
  url: 'https://offer.example/?s={clickid}',
  country: null,
  payout: { mode: 'auto', amount: null },
  caps: [],
  overflowOfferId: null,
  shortName: null,
  status: 'active',
  version: 1,
  createdAt: '2026-11-16T10:00:00.000Z',
};
const filled: OfferValues = { ...read(offer) };
const issuesOf = (values: OfferValues) =>
  schema.safeParse(write(values)).error?.issues.map(({ path }) => path.join('.')) ?? [];

// Amounts are multiples of a millionth, the smallest amount that the contract accepts.
const amounts = integer({ min: 0, max: 1_000_000_000_000 }).map((millionths) => millionths / 1_000_000);
const caps = array(
  record({
    limit: integer({ min: 1, max: 1_000_000_000 }),
    per: constantFrom('hour' as const, 'day' as const, 'total' as const),
    counts: constantFrom('clicks' as const, 'conversions' as const),
  }),
).map((list) => [...new Map(list.map((cap) => [`${cap.counts} ${cap.per}`, cap])).values()]);

describe('offerFormSchema', () => {
  it('writes any valid offer back unchanged', () => {
    const offers = record({
      affiliateNetworkId: option(uuid({ version: 7 })),
      country: constantFrom('DE', 'BR', null),
      isFixed: boolean(),
      amount: amounts,
      caps,
      overflowOfferId: option(uuid({ version: 7 })),
      shortName: constantFrom('a', 'quiz-2', null),
    });
    assert(
      property(offers, ({ isFixed, amount, ...rest }) => {
        const payout = isFixed ? { mode: 'fixed' as const, amount } : offer.payout;
        const { name, url } = offer;
        const expected = { name, url, payout, ...rest };
        expect(schema.parse(write(read({ ...offer, ...expected })))).toEqual(expected);
      }),
    );
  });

  it('omits the amount of an automatic payout, even if one was typed before', () => {
    expect(write({ ...filled, payout: { mode: 'auto', amount: '12' } })['payout']).toEqual({ mode: 'auto' });
  });

  it.each(['', 'ten', '1,5', '-1', '0.0000001', '1000000001'])(
    'rejects "%s" as the amount of a fixed payout',
    (amount) => {
      expect(issuesOf({ ...filled, payout: { mode: 'fixed', amount } })).toEqual(['payout.amount']);
    },
  );

  it.each([' 12 ', '12.', '0', '0.000001', '1000000000'])('accepts "%s" as a fixed payout', (amount) => {
    expect(issuesOf({ ...filled, payout: { mode: 'fixed', amount } })).toEqual([]);
  });

  it('treats a short name that contains only spaces as empty, and rejects a number', () => {
    expect(write({ ...filled, shortName: '  ' })['shortName']).toBeNull();
    expect(issuesOf({ ...filled, shortName: '2' })).toEqual(['shortName']);
  });

  it.each([
    ['a repeated period', [1, 2], 'caps.1.per'],
    ['an empty limit', [''], 'caps.0.limit'],
    ['a limit of 0', [0], 'caps.0.limit'],
  ])('rejects caps with %s', (_, limits, path) => {
    const list = limits.map((limit) => ({ limit, per: 'day', counts: 'clicks' }));
    expect(issuesOf({ ...filled, caps: list })).toEqual([path]);
  });

  it('rejects an empty form with errors at the name and the URL', () => {
    expect(new Set(issuesOf(empty))).toEqual(new Set(['name', 'url']));
  });
});
