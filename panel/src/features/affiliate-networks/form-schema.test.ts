import { array, assert, constantFrom, dictionary, integer, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedAffiliateNetwork } from '../../lib/api/api.ts';
import { affiliateNetworkFormSchema, nonEmptyLines, statusKeys } from './form-schema.ts';

const { read, write, schema, empty } = affiliateNetworkFormSchema;

const network: ListedAffiliateNetwork = {
  id: '0198c5a2-7b1e-7c3d-9e4f-000000000001',
  name: 'Example Network',
  clickIdParam: null,
  defaultPayout: null,
  currency: null,
  postbackIps: [],
  statusMap: {},
  duplicatePolicy: 'ignore',
  decimalMark: null,
  status: 'active',
  version: 1,
  createdAt: '2026-11-16T10:00:00.000Z',
};
const filled = read(network);
const issuesOf = (change: Partial<typeof filled>) =>
  schema.safeParse(write({ ...filled, ...change })).error?.issues.map(({ path }) => path.join('.')) ?? [];

const statuses = constantFrom('hold' as const, 'approved' as const, 'rejected' as const, 'refunded' as const);

describe('affiliateNetworkFormSchema', () => {
  it('writes any valid affiliate network back unchanged', () => {
    const networks = record({
      clickIdParam: constantFrom('sub1', 's2s', null),
      defaultPayout: constantFrom(null, 0, 0.000001, 12.5, 1_000_000_000),
      currency: constantFrom('USD', 'JPY', null),
      postbackIps: array(constantFrom('192.0.2.1', '192.0.2.0/24', '2001:db8::/32')),
      statusMap: dictionary(string({ unit: constantFrom('a', 'b', '1', '_'), minLength: 1 }), statuses, {
        maxKeys: 50,
      }).map((map) => Object.fromEntries(Object.entries(map))),
      duplicatePolicy: constantFrom('ignore' as const, 'update' as const, 'append' as const),
      decimalMark: constantFrom('point' as const, 'comma' as const, null),
    });
    assert(
      property(networks, (values) => {
        const expected = { name: network.name, ...values };
        expect(schema.parse(write(read({ ...network, ...values })))).toEqual(expected);
      }),
    );
  });

  it('reads IP addresses one per line, and ignores spaces and empty lines', () => {
    const postbackIps = ' 192.0.2.1 \n\n  \n192.0.2.0/24\r\n';
    expect(write({ ...filled, postbackIps })['postbackIps']).toEqual(['192.0.2.1', '192.0.2.0/24']);
    expect(nonEmptyLines(' \n\t\n')).toEqual([]);
  });

  it('reports the line that is not an IP address', () => {
    expect(issuesOf({ postbackIps: '192.0.2.1\n192.0.2.1-192.0.2.9' })).toEqual(['postbackIps.1']);
  });

  it.each([
    ['empty', [' ']],
    ['repeated', ['paid', 'paid']],
    ['repeated in a different case', ['paid', 'PAID']],
    ['repeated twice', ['paid', 'open', 'paid', 'paid']],
  ])('rejects a status word that is %s', (_, words) => {
    const statusMap = words.map((word) => ({ word, status: 'approved' }));
    expect(issuesOf({ statusMap }).length).toBeGreaterThan(0);
  });

  it('rejects a default payout that is not a number', () => {
    expect(issuesOf({ defaultPayout: '1,5' })).toEqual(['defaultPayout']);
    expect(write({ ...filled, defaultPayout: ' ' })['defaultPayout']).toBeNull();
  });

  it('requires only a name', () => {
    expect(issuesOf({ ...empty })).toEqual(['name']);
  });
});

describe('statusKeys', () => {
  it('returns one distinct key per word, equal to the word apart from trailing spaces', () => {
    const words = array(string({ unit: constantFrom('a', ' '), maxLength: 3 }), { maxLength: 8 });
    assert(
      property(words, integer({ min: 0, max: 7 }), (list, at) => {
        const keys = statusKeys(list.map((word) => ({ word, status: 'hold' })));
        expect(new Set(keys).size).toBe(list.length);
        expect(keys[at]?.trimEnd()).toBe(list[at]?.trimEnd());
      }),
    );
  });
});
