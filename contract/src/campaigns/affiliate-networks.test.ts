import { describe, expect, it } from 'vitest';
import { affiliateNetworkChange, newAffiliateNetwork } from './affiliate-networks.ts';

const name = 'Network';

function problemsOf(fields: object): string[] {
  const issues = newAffiliateNetwork.safeParse({ name, ...fields }).error?.issues ?? [];
  return issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

function mapOf(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`word ${n}`, 'hold']));
}

describe('newAffiliateNetwork', () => {
  it('requires only a name, and by default allows all IP addresses and ignores duplicates', () => {
    const defaults = { postbackIps: [], statusMap: {}, duplicatePolicy: 'ignore' };
    expect(newAffiliateNetwork.parse({ name })).toEqual({ name, ...defaults });
    const nothing = { postbackIps: null, statusMap: null, duplicatePolicy: null };
    expect(newAffiliateNetwork.parse({ name, ...nothing })).toEqual({ name, ...defaults });
    expect(newAffiliateNetwork.safeParse({}).success).toBe(false);
  });

  it('treats a blank click ID parameter as null', () => {
    expect(newAffiliateNetwork.parse({ name, clickIdParam: '' }).clickIdParam).toBeNull();
  });

  it.each([
    [{ clickIdParam: 'a'.repeat(121) }],
    [{ defaultPayout: -0.01 }],
    [{ defaultPayout: '5' }],
    [{ duplicatePolicy: 'merge' }],
    [{ decimalMark: ',' }],
    [{ status: 'archived' }],
    [{ offers: [] }],
  ])('rejects %j', (fields) => {
    expect(problemsOf(fields)).toHaveLength(1);
  });
});

describe('postbackIps', () => {
  it.each(['192.0.2.1', ' 192.0.2.0/24 ', '0.0.0.0/0', '2001:DB8::1', '2001:db8::/32', '::ffff:192.0.2.1'])(
    'accepts %s',
    (address) => {
      expect(newAffiliateNetwork.parse({ name, postbackIps: [address] }).postbackIps).toEqual([
        address.trim(),
      ]);
    },
  );

  it.each([
    '',
    'network.example',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.0/33',
    '192.0.2.*',
    '192.0.2.1-192.0.2.9',
    '192.0.2.1, 192.0.2.2',
    '[::1]',
    '::/129',
    '1::2::3',
  ])('rejects %j, which is neither an address nor a network', (address) => {
    expect(problemsOf({ postbackIps: ['192.0.2.1', address] })).toEqual([
      'postbackIps.1: must be an IP address such as 192.0.2.1 or a network such as 192.0.2.0/24',
    ]);
  });

  it('accepts up to 100 entries', () => {
    const addresses = (count: number) => Array.from({ length: count }, (_, n) => `192.0.2.${n}`);
    expect(problemsOf({ postbackIps: addresses(100) })).toEqual([]);
    expect(problemsOf({ postbackIps: addresses(101) })).toEqual([
      'postbackIps: must have 0 to 100 addresses',
    ]);
  });
});

describe('statusMap', () => {
  it('trims and lowercases status values', () => {
    const statusMap = { ' Paid OUT ': 'approved', VOID: 'rejected', '1': 'hold', constructor: 'refunded' };
    expect(newAffiliateNetwork.parse({ name, statusMap }).statusMap).toEqual({
      'paid out': 'approved',
      void: 'rejected',
      '1': 'hold',
      constructor: 'refunded',
    });
  });

  it.each([
    [{ ' ': 'hold' }, 'statusMap. : must not be empty'],
    [{ ['w'.repeat(61)]: 'hold' }, `statusMap.${'w'.repeat(61)}: must have at most 60 characters`],
    [{ 'a\0': 'hold' }, 'statusMap.a\0: must not contain control characters'],
    [{ paid: 'approved', Paid: 'hold' }, 'statusMap.Paid: is already mapped with different capitalization'],
  ])('rejects %j', (statusMap, problem) => {
    expect(problemsOf({ statusMap })).toEqual([problem]);
  });

  it.each([[{ paid: 'pending' }], [{ paid: null }], [['approved']], ['approved']])(
    'rejects %j, which does not map to conversion statuses',
    (statusMap) => {
      expect(problemsOf({ statusMap })).toHaveLength(1);
    },
  );

  it('accepts up to 50 values of up to 60 characters', () => {
    expect(problemsOf({ statusMap: { ['w'.repeat(60)]: 'hold', ...mapOf(49) } })).toEqual([]);
    expect(problemsOf({ statusMap: mapOf(51) })).toEqual(['statusMap: must have at most 50 entries']);
  });
});

describe('affiliateNetworkChange', () => {
  it('requires no field and adds no defaults', () => {
    expect(affiliateNetworkChange.parse({})).toEqual({});
  });

  it('resets fields to their defaults if they are null', () => {
    const nothing = { clickIdParam: null, defaultPayout: null, currency: null };
    expect(
      affiliateNetworkChange.parse({ ...nothing, postbackIps: null, statusMap: null, duplicatePolicy: null }),
    ).toEqual({ ...nothing, postbackIps: [], statusMap: {}, duplicatePolicy: 'ignore' });
  });

  it('accepts a record as it was read, including read-only fields', () => {
    const read = { id: 'x', name, postbackIps: ['::1'], status: 'archived', createdAt: 'x' };
    expect(affiliateNetworkChange.safeParse(read).success).toBe(true);
    expect(affiliateNetworkChange.safeParse({ ...read, offers: 3 }).success).toBe(false);
  });
});
