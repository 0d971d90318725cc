import { describe, expect, it } from 'vitest';
import { newOffer, offerChange, offerFilter } from './offers.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const least = { name: 'Offer', url: 'https://offer.example/?c={clickid}' };

function placesOf(schema: typeof newOffer | typeof offerChange, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map((issue) => issue.path.join('.')) ?? [];
}

describe('newOffer', () => {
  it('needs a name and an address, and pays what comes in where nothing is said', () => {
    expect(newOffer.parse(least)).toEqual({ ...least, payout: { mode: 'auto', amount: null } });
    expect(placesOf(newOffer, {})).toEqual(['name', 'url']);
  });

  it('takes null for everything that is optional', () => {
    const nothing = { affiliateNetworkId: null, country: null, payout: null, dailyCap: null };
    expect(newOffer.parse({ ...least, ...nothing })).toMatchObject({
      dailyCap: null,
      payout: { mode: 'auto', amount: null },
    });
  });

  it('takes the read-only fields of a read and no others', () => {
    expect(placesOf(newOffer, { ...least, id, createdAt: 'x', updatedAt: 'x', tenantId: 'x' })).toEqual([]);
    expect(newOffer.safeParse({ ...least, displayName: 'x' }).success).toBe(false);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'a'.repeat(161) }, 'name'],
    [{ url: 'https://{host}/' }, 'url'],
    [{ url: 'offer.example' }, 'url'],
    [{ country: 'UK' }, 'country'],
    [{ affiliateNetworkId: 'network' }, 'affiliateNetworkId'],
    [{ status: 'archived' }, 'status'],
  ])('refuses %j', (fields, place) => {
    expect(placesOf(newOffer, { ...least, ...fields })).toEqual([place]);
  });
});

describe('payout', () => {
  it.each([
    [{ mode: 'auto' }, { mode: 'auto', amount: null }],
    [
      { mode: 'auto', amount: null },
      { mode: 'auto', amount: null },
    ],
    [
      { mode: 'fixed', amount: 0 },
      { mode: 'fixed', amount: 0 },
    ],
    [
      { mode: 'fixed', amount: 1.000001 },
      { mode: 'fixed', amount: 1.000001 },
    ],
  ])('reads %j as %j', (given, payout) => {
    expect(newOffer.parse({ ...least, payout: given }).payout).toEqual(payout);
    expect(offerChange.parse({ payout: given }).payout).toEqual(payout);
  });

  it.each([
    [{ mode: 'fixed' }, 'payout.amount'],
    [{ mode: 'fixed', amount: null }, 'payout.amount'],
    [{ mode: 'fixed', amount: -1 }, 'payout.amount'],
    [{ mode: 'fixed', amount: 0.0000001 }, 'payout.amount'],
    [{ mode: 'fixed', amount: '1' }, 'payout.amount'],
    [{ mode: 'auto', amount: 0 }, 'payout.amount'],
    [{ mode: 'cpa', amount: 1 }, 'payout.mode'],
    [{ amount: 1 }, 'payout.mode'],
    [{ mode: 'auto', currency: 'EUR' }, 'payout'],
    ['auto', 'payout'],
  ])('refuses %j: a fixed payout has an amount, an automatic one has none', (payout, place) => {
    expect(placesOf(newOffer, { ...least, payout })).toEqual([place]);
    expect(placesOf(offerChange, { payout })).toEqual([place]);
  });
});

describe('dailyCap', () => {
  it('is a whole number of conversions or clicks, with or without an offer to overflow to', () => {
    const cap = { limit: 1, counts: 'clicks' };
    expect(newOffer.parse({ ...least, dailyCap: cap }).dailyCap).toEqual({ ...cap, overflowOfferId: null });
    const overflowing = { ...cap, overflowOfferId: id.toUpperCase() };
    expect(offerChange.parse({ dailyCap: overflowing }).dailyCap).toEqual({ ...cap, overflowOfferId: id });
  });

  it.each([
    [{ limit: 0 }, 'dailyCap.limit'],
    [{ limit: 1.5 }, 'dailyCap.limit'],
    [{ limit: 1_000_000_001 }, 'dailyCap.limit'],
    [{ limit: '5' }, 'dailyCap.limit'],
    [{ counts: 'visits' }, 'dailyCap.counts'],
    [{ counts: undefined }, 'dailyCap.counts'],
    [{ overflowOfferId: 'offer' }, 'dailyCap.overflowOfferId'],
    [{ period: 'day' }, 'dailyCap'],
  ])('refuses %j', (fields, place) => {
    expect(placesOf(newOffer, { ...least, dailyCap: { limit: 5, counts: 'clicks', ...fields } })).toEqual([
      place,
    ]);
  });
});

describe('offerChange', () => {
  it('asks for nothing and fills in nothing', () => {
    expect(offerChange.parse({})).toEqual({});
  });

  it('takes null for what can be taken away, and the usual payout back', () => {
    const nothing = { affiliateNetworkId: null, country: null, dailyCap: null };
    expect(offerChange.parse({ ...nothing, payout: null })).toEqual({
      ...nothing,
      payout: { mode: 'auto', amount: null },
    });
  });

  it.each([{ name: null }, { url: null }, { status: 'paused' }])('refuses %j', (change) => {
    expect(offerChange.safeParse(change).success).toBe(false);
  });
});

it('a list of offers can be narrowed to one network', () => {
  expect(offerFilter.parse({ affiliateNetworkId: id.toUpperCase(), includeArchived: '1' })).toEqual({
    affiliateNetworkId: id,
    includeArchived: '1',
  });
  expect(offerFilter.safeParse({ affiliateNetworkId: '' }).success).toBe(false);
  expect(offerFilter.safeParse({ network: id }).success).toBe(false);
});
