import { describe, expect, it } from 'vitest';
import { newOffer, offerChange, offerListQuery } from './offers.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const least = { name: 'Offer', url: 'https://offer.example/?c={clickid}' };

function issuePathsOf(schema: typeof newOffer | typeof offerChange, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map((issue) => issue.path.join('.')) ?? [];
}

describe('newOffer', () => {
  it('requires a name and a URL; by default the payout is automatic', () => {
    expect(newOffer.parse(least)).toEqual({
      ...least,
      payout: { mode: 'auto', amount: null },
      caps: [],
    });
    expect(issuePathsOf(newOffer, {})).toEqual(['name', 'url']);
  });

  it('accepts null for all optional fields', () => {
    const nothing = {
      affiliateNetworkId: null,
      country: null,
      payout: null,
      caps: null,
      overflowOfferId: null,
    };
    expect(newOffer.parse({ ...least, ...nothing })).toMatchObject({
      caps: [],
      overflowOfferId: null,
      payout: { mode: 'auto', amount: null },
    });
  });

  it('accepts read-only fields and rejects unknown fields', () => {
    expect(issuePathsOf(newOffer, { ...least, id, createdAt: 'x', updatedAt: 'x', tenantId: 'x' })).toEqual(
      [],
    );
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
  ])('rejects %j', (fields, path) => {
    expect(issuePathsOf(newOffer, { ...least, ...fields })).toEqual([path]);
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
  ])('normalizes %j to %j', (given, payout) => {
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
  ])('rejects %j: only a fixed payout has an amount', (payout, path) => {
    expect(issuePathsOf(newOffer, { ...least, payout })).toEqual([path]);
    expect(issuePathsOf(offerChange, { payout })).toEqual([path]);
  });
});

describe('caps', () => {
  const cap = { limit: 5, per: 'day', counts: 'clicks' };

  it('default to an empty list, and the fallback offer is a separate field', () => {
    expect(newOffer.parse(least).caps).toEqual([]);
    const caps = [cap, { ...cap, per: 'total' }, { ...cap, counts: 'conversions' }];
    expect(newOffer.parse({ ...least, caps, overflowOfferId: id })).toMatchObject({
      caps,
      overflowOfferId: id,
    });
    expect(offerChange.parse({ caps: null }).caps).toEqual([]);
    expect(offerChange.parse({}).caps).toBeUndefined();
  });

  it.each([
    [{ limit: 0 }, 'caps.0.limit'],
    [{ limit: 1.5 }, 'caps.0.limit'],
    [{ limit: 1_000_000_001 }, 'caps.0.limit'],
    [{ limit: '5' }, 'caps.0.limit'],
    [{ per: 'week' }, 'caps.0.per'],
    [{ per: undefined }, 'caps.0.per'],
    [{ counts: 'visits' }, 'caps.0.counts'],
    [{ counts: undefined }, 'caps.0.counts'],
    [{ overflowOfferId: id }, 'caps.0'],
  ])('reject %j at %s', (fields, path) => {
    expect(issuePathsOf(newOffer, { ...least, caps: [{ ...cap, ...fields }] })).toEqual([path]);
  });

  it('cannot contain two caps for the same counter and period', () => {
    expect(issuePathsOf(newOffer, { ...least, caps: [cap, { ...cap, limit: 9 }] })).toEqual(['caps.1.per']);
  });
});

describe('offerChange', () => {
  it('requires no field and adds no defaults', () => {
    expect(offerChange.parse({})).toEqual({});
  });

  it('accepts null to clear fields and reset the payout', () => {
    const nothing = { affiliateNetworkId: null, country: null, overflowOfferId: null };
    expect(offerChange.parse({ ...nothing, payout: null })).toEqual({
      ...nothing,
      payout: { mode: 'auto', amount: null },
    });
  });

  it.each([{ name: null }, { url: null }, { status: 'paused' }])('rejects %j', (change) => {
    expect(offerChange.safeParse(change).success).toBe(false);
  });
});

it('offerListQuery accepts an affiliate network ID and rejects an empty one', () => {
  expect(offerListQuery.parse({ affiliateNetworkId: id.toUpperCase(), archived: 'all' })).toEqual({
    affiliateNetworkId: id,
    archived: 'all',
    sort: '-createdAt',
  });
  expect(offerListQuery.safeParse({ affiliateNetworkId: '' }).success).toBe(false);
  expect(offerListQuery.safeParse({ network: id }).success).toBe(false);
});
