import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conditionTree, goalConditions, goalFields, rotatorConditions, rotatorFields } from './conditions.ts';

const leaf = { field: 'country', op: 'is', values: ['DE'] };
const id = '0198c5a2-7b1e-7c3d-9e4f-5a6b7c8d9e0f';

function issuesOf(tree: unknown, schema: z.ZodType = rotatorConditions): [string, string][] {
  const issues = schema.safeParse(tree).error?.issues ?? [];
  return issues.map(({ path, message }) => [path.join('.'), message]);
}

function nest(depth: number): unknown {
  return depth === 0 ? leaf : { all: [nest(depth - 1)] };
}

describe('a condition tree', () => {
  it('may be null, which always matches, but must not be omitted', () => {
    expect(rotatorConditions.parse(null)).toBeNull();
    expect(rotatorConditions.safeParse(undefined).success).toBe(false);
    expect(z.strictObject({ conditions: rotatorConditions }).safeParse({}).success).toBe(false);
  });

  it.each([
    ['a leaf', leaf],
    ['all', { all: [leaf, leaf] }],
    ['any', { any: [leaf] }],
    ['not', { not: leaf }],
    ['groups within groups', { any: [{ all: [leaf, { not: { any: [leaf] } }] }, leaf] }],
  ])('accepts %s and returns it unchanged', (_, tree) => {
    const normalized = rotatorConditions.parse(tree);
    expect(normalized).toEqual(tree);
    expect(conditionTree.parse(normalized)).toEqual(tree);
    expect(rotatorConditions.parse(normalized)).toEqual(normalized);
  });

  it('can be nested up to four levels deep', () => {
    expect(rotatorConditions.safeParse(nest(4)).success).toBe(true);
    expect(issuesOf(nest(5))).toEqual([
      ['all.0.all.0.all.0.all.0', 'must not be nested more than 4 levels deep'],
    ]);
    expect(issuesOf({ not: { not: { not: { not: { not: leaf } } } } })).toHaveLength(1);
  });

  it('allows at most 200 conditions in total', () => {
    const many = (count: number) => ({ any: Array.from({ length: count }, () => leaf) });
    expect(rotatorConditions.safeParse(many(200)).success).toBe(true);
    expect(issuesOf(many(201))).toEqual([['any.200', 'exceeds the limit of 200 conditions']]);
    expect(issuesOf({ all: [many(150), many(51), many(9)] })).toEqual([
      ['all.1.any.50', 'exceeds the limit of 200 conditions'],
    ]);
  });

  it('allows at most 100 patterns', () => {
    const patterns = (count: number) => ({
      field: 'userAgent',
      op: 'matches',
      values: Array.from({ length: count }, () => 'a+'),
    });
    expect(rotatorConditions.safeParse({ any: [patterns(60), patterns(40)] }).success).toBe(true);
    expect(issuesOf({ any: [patterns(60), patterns(41)] })).toEqual([
      ['any.1.values', 'exceeds the limit of 100 patterns'],
    ]);
  });

  it.each([
    [[], ''],
    ['country', ''],
    [7, ''],
    [{ all: [] }, 'all'],
    [{ any: {} }, 'any'],
    [{ all: [leaf, null] }, 'all.1'],
    [{ not: [leaf] }, 'not'],
    [{ all: [leaf], any: [leaf] }, 'any'],
    [{ not: leaf, field: 'country' }, 'field'],
    [{ all: [{ ...leaf, value: 'DE' }] }, 'all.0.value'],
    [JSON.parse('{"__proto__": 1, "field": "country", "op": "is", "values": ["DE"]}'), '__proto__'],
    [{}, 'field'],
    [{ ...leaf, field: 7 }, 'field'],
    [{ ...leaf, op: 'equals' }, 'op'],
    [{ ...leaf, values: 'DE' }, 'values'],
    [{ ...leaf, values: [] }, 'values'],
    [{ not: { any: [leaf, { ...leaf, values: ['DE', 'UK'] }] } }, 'not.any.1.values.1'],
  ])('rejects %j at %j', (tree, path) => {
    expect(issuesOf(tree).map(([at]) => at)).toEqual([path]);
  });

  it('reports up to twenty issues at once', () => {
    const tree = {
      all: [
        { ...leaf, op: 'lt' },
        { ...leaf, field: 'planet' },
        { ...leaf, values: [1, 'XX'] },
      ],
    };
    expect(issuesOf(tree).map(([at]) => at)).toEqual([
      'all.0.op',
      'all.1.field',
      'all.2.values.0',
      'all.2.values.1',
    ]);
    expect(issuesOf({ ...leaf, values: Array.from({ length: 900 }, () => 7) })).toHaveLength(20);
  });
});

describe('validation messages', () => {
  it.each([
    [{ ...leaf, field: 'payout' }, 'must be one of country, region, city,'],
    [
      { ...leaf, op: 'contains' },
      'must be one of is, isNot for country; to match unknown locations, use the value unknown',
    ],
    [{ field: 'city', op: 'isEmpty' }, 'to match unknown locations, use the value unknown'],
    [
      { field: 'browser', op: 'in', values: ['10.0.0.0/8'] },
      'must be one of is, isNot, contains, startsWith,',
    ],
    [{ ...leaf, values: ['UK'] }, 'must be an ISO 3166-1 country code such as DE, or unknown'],
    [{ field: 'asn', op: 'between', values: [9, 3] }, 'must have the lower value first'],
    [{ field: 'osVersion', op: 'between', values: ['10.10', '10.2'] }, 'must have the lower value first'],
    [
      { field: 'date', op: 'between', values: ['2026-02-01', '2026-01-31'] },
      'must have the lower value first',
    ],
    [{ field: 'asn', op: 'between', values: [9] }, 'must have exactly two values for between'],
    [{ field: 'asn', op: 'lt', values: [9, 10] }, 'must have exactly one value for lt'],
    [{ field: 'asn', op: 'gt', values: ['9'] }, 'must be a number'],
    [{ field: 'asn', op: 'lt', values: ['unknown'] }, 'must be a number'],
    [{ field: 'os', op: 'isSet', values: ['x'] }, 'must have no values for isSet'],
    [{ field: 'ip', op: 'is', values: ['10.0.0.0/8'] }, 'must be an IP address'],
    [{ field: 'ip', op: 'in', values: ['10.0.0.0/33'] }, 'a network such as 10.0.0.0/8 or a range such as'],
    [{ field: 'userAgent', op: 'matches', values: ['a(b'] }, 'must be a valid pattern: unclosed ('],
    [
      { field: 'userAgent', op: 'matches', values: ['('.repeat(200_000)] },
      'must have at most 512 characters',
    ],
    [{ field: 'osVersion', op: 'is', values: ['XP'] }, 'must be a version such as 10.2'],
    [{ field: 'weekday', op: 'is', values: [0] }, 'must be a weekday from 1 (Monday) to 7 (Sunday)'],
    [{ field: 'hourOfDay', op: 'is', values: [24] }, 'must be an hour from 0 to 23'],
    [{ field: 'date', op: 'is', values: ['2026-02-30'] }, 'must be a date such as 2026-12-31'],
    [{ field: 'bot', op: 'is', values: ['true'] }, 'must be true or false'],
    [{ field: 'bot', op: 'is', values: [true, false] }, 'must have exactly one value for is'],
    [{ field: 'unique', op: 'is', values: ['visitor'] }, 'must be one of campaign, path, workspace'],
    [{ field: 'deviceType', op: 'is', values: ['phone'] }, 'must be one of desktop, mobile, tablet, tv,'],
    [{ field: 'campaign', op: 'is', values: ['x'] }, 'must be a UUID'],
    [{ field: 'os', op: 'is', values: [' '] }, 'must not be empty'],
    [{ field: 'os', op: 'is', values: ['a\u{0}b'] }, 'must not contain control characters'],
    [{ field: 'os', op: 'is', values: ['x'.repeat(513)] }, 'must have at most 512 characters'],
    [
      { field: 'os', op: 'is', values: Array.from({ length: 1001 }, String) },
      'must have 1 to 1000 values for is',
    ],
    [{ ...leaf, timezone: 'UTC' }, 'is only allowed for weekday, hourOfDay and date'],
    [{ field: 'date', op: 'is', values: ['2026-01-01'], timezone: '+02:00' }, 'must be an IANA time zone'],
    [{ ...leaf, windowHours: 24 }, 'is only allowed for unique'],
    [
      { field: 'unique', op: 'is', values: ['path'], windowHours: 0 },
      'must be a whole number of hours, 1 to 8760',
    ],
  ])('include "$1" for $0', (tree, message) => {
    expect(issuesOf(tree).map(([, text]) => text)).toEqual([expect.stringContaining(message)]);
  });
});

describe('normalized conditions', () => {
  it.each([
    [
      { ...leaf, values: [' de ', 'Unknown'] },
      { ...leaf, values: ['DE', 'unknown'] },
    ],
    [
      { field: 'continent', op: 'is', values: ['eu'] },
      { field: 'continent', op: 'is', values: ['EU'] },
    ],
    [
      { field: 'deviceType', op: 'isNot', values: ['TV'] },
      { field: 'deviceType', op: 'isNot', values: ['tv'] },
    ],
    [
      { field: 'campaign', op: 'is', values: [id.toUpperCase()] },
      { field: 'campaign', op: 'is', values: [id] },
    ],
    [
      { field: 'city', op: 'is', values: ['  Köln '] },
      { field: 'city', op: 'is', values: ['Köln'] },
    ],
    [
      { field: 'os', op: 'isEmpty' },
      { field: 'os', op: 'isEmpty', values: [] },
    ],
    [
      { field: 'os', op: 'isSet', values: null },
      { field: 'os', op: 'isSet', values: [] },
    ],
    [
      { field: 'hourOfDay', op: 'lt', values: [9], timezone: 'europe/berlin', windowHours: null },
      { field: 'hourOfDay', op: 'lt', values: [9], timezone: 'Europe/Berlin' },
    ],
    [
      { field: 'unique', op: 'is', values: ['Workspace'], windowHours: 24, timezone: null },
      { field: 'unique', op: 'is', values: ['workspace'], windowHours: 24 },
    ],
  ])('replace %j with %j', (written, normalized) => {
    expect(rotatorConditions.parse(written)).toEqual(normalized);
    expect(rotatorConditions.parse(normalized)).toEqual(normalized);
  });
});

describe('condition fields', () => {
  const goalLeaf = { field: 'payout', op: 'gt', values: [0.5] };

  it('differ between goals and rotators', () => {
    expect(goalConditions.parse(goalLeaf)).toEqual(goalLeaf);
    expect(issuesOf(goalLeaf)).toHaveLength(1);
    expect(issuesOf({ field: 'city', op: 'is', values: ['Rome'] }, goalConditions)).toHaveLength(1);
  });

  it('that goals and rotators share have the same definition', () => {
    for (const name of ['country', 'campaign', 'param.NAME'] as const)
      expect(goalFields[name]).toEqual(rotatorFields[name]);
  });

  it.each(['param.utm_source', 'param.a[b]', 'param.x.y', 'token1', 'token15'])('include %s', (field) => {
    expect(rotatorConditions.safeParse({ field, op: 'contains', values: ['x'] }).success).toBe(true);
  });

  it.each([
    'param.',
    'param.a b',
    'param.a=b',
    `param.${'x'.repeat(65)}`,
    'token0',
    'token16',
    'constructor',
    '',
  ])('do not include %j', (field) => {
    expect(issuesOf({ field, op: 'is', values: ['x'] }).map(([at]) => at)).toEqual(['field']);
  });
});
