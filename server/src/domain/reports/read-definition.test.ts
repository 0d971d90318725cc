import { metricIds } from '@waypost/contract/reports/report-metrics.ts';
import { publicForm, definitionForm } from '@waypost/contract/reports/report-forms.ts';
import { reportQuery } from '@waypost/contract/reports/reports.ts';
import { describe, expect, it } from 'vitest';
import { readTimeKey, writeTimeKey } from './dimension-keys.ts';
import { computeMicros, listSums, nameSum } from './metric-sums.ts';
import { readExpression } from './read-filter.ts';
import { readDefinition } from './read-definition.ts';
import { writeMicros } from './read-row.ts';

const id = '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21';

function issuesOf(given: Record<string, unknown>): string[] {
  const parsed = reportQuery.safeParse({ from: '2026-11-16', to: '2026-11-16', ...given });
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const reading = readDefinition(parsed.data, { timezone: 'Europe/Berlin' }, publicForm.vocabulary);
  return 'issues' in reading ? reading.issues.map(({ path, message }) => `${path}: ${message}`) : [];
}

function definitionOf(given: Record<string, unknown>) {
  const reading = readDefinition(
    reportQuery.parse({ from: '2026-11-16', to: '2026-11-16', ...given }),
    { timezone: 'Asia/Kolkata' },
    publicForm.vocabulary,
  );
  if ('issues' in reading) throw new Error(reading.issues[0]?.message);
  return reading.definition;
}

describe('readDefinition', () => {
  it('fills in defaults', () => {
    expect(definitionOf({})).toMatchObject({
      timezone: 'Asia/Kolkata',
      range: { fromMs: Date.parse('2026-11-15T18:30:00Z') },
      dimensions: [],
      metrics: ['visits', 'lpclicks', 'conversions', 'cost', 'revenue', 'profit', 'roi'],
      sort: { by: 'visits', direction: 'desc' },
    });
  });

  it.each([
    [{ dimensions: 'day,country' }, { by: 'day', direction: 'asc' }],
    [{ dimensions: 'country,day' }, { by: 'visits', direction: 'desc' }],
    [
      { dimensions: 'country', metrics: 'cost' },
      { by: 'cost', direction: 'desc' },
    ],
    [
      { dimensions: 'country', sortBy: 'country' },
      { by: 'country', direction: 'asc' },
    ],
    [
      { dimensions: 'day', sortBy: 'roi' },
      { by: 'roi', direction: 'desc' },
    ],
    [
      { dimensions: 'day', sortDir: 'desc' },
      { by: 'day', direction: 'desc' },
    ],
    [
      { dimensions: 'country', sortDir: 'asc' },
      { by: 'visits', direction: 'asc' },
    ],
  ])('sorts %j by %j', (given, sort) => {
    expect(definitionOf(given).sort).toEqual(sort);
  });

  it.each([
    [{ from: undefined }, /^from: is required/],
    [{ to: '2026-11-15' }, /^to: must not be earlier than the start \(from\)/],
    [{ timezone: 'Mars/Base' }, /^timezone: must be an IANA time zone/],
    [{ timezone: '+02:00' }, /^timezone: must be an IANA time zone/],
    [{ dimensions: '' }, /^dimensions: unknown dimension ""; must be one of hour, day,/],
    [{ dimensions: 'day,dya' }, /^dimensions: unknown dimension "dya"/],
    [{ dimensions: 'day,day' }, /^dimensions: contains "day" more than once/],
    [{ dimensions: 'day, country' }, /^dimensions: unknown dimension " country"/],
    [{ metrics: 'Visits' }, /^metrics: unknown metric "Visits"; must be one of visits,/],
    [{ metrics: 'event21' }, /^metrics: unknown metric "event21"/],
    [{ metrics: 'toString' }, /^metrics: unknown metric "toString"/],
    [
      { sortBy: 'cost', metrics: 'visits' },
      /^sortBy: must be one of the requested dimensions and metrics: visits$/,
    ],
    [{ sortDir: 'up' }, /^sortDir: /],
    [{ totals: '0' }, /^totals: must be 1 or omitted/],
    [{ limit: '0' }, /^limit: must be a whole number from 1 to 1000/],
    [{ limit: '1001' }, /^limit: must be a whole number from 1 to 1000/],
    [{ limit: '1e2' }, /^limit: must be a whole number from 1 to 1000/],
    [{ offset: '-1' }, /^offset: must be a whole number from 0/],
    [{ filter: Array.from({ length: 7 }, () => 'visits>1') }, /^filter: must have at most 6 expressions/],
    [
      { filter: ['weekday=9'] },
      /^filter: "9" is not a valid weekday: it must be a number from 1 \(Monday\) to 7 \(Sunday\)$/,
    ],
    [
      { filter: ['hourOfDay=24'] },
      /^filter: "24" is not a valid hourOfDay: it must be a number from 0 to 23$/,
    ],
    [
      { filter: ['configVersion>x'] },
      /^filter: "x" is not a valid configVersion: it must be a whole number up to 4294967295$/,
    ],
    [{ dimensions: 'tag,day' }, /^filter: tag needs the filter campaign=ID/],
    [{ filter: ['tag=a'] }, /^filter: tag needs the filter campaign=ID/],
    [
      { dimensions: 'tag,day', filter: [`campaign=${id}|${id.replace('7e21', '7e22')}`] },
      /^filter: tag needs/,
    ],
    [{ dimensions: 'tag,day', filter: [`campaign!=${id}`] }, /^filter: tag needs/],
    [
      { dimensions: 'tag', filter: [`campaign=${id}`] },
      /^dimensions: tag needs at least one other dimension/,
    ],
  ])('rejects %j', (given, issue) => {
    expect(issuesOf(given)[0]).toMatch(issue);
  });

  it('accepts tags as a dimension or filter if one campaign is selected', () => {
    expect(issuesOf({ dimensions: 'tag,day', filter: [`campaign=${id}`] })).toEqual([]);
    expect(issuesOf({ filter: [`campaign=${id}`, 'tag=a'] })).toEqual([]);
  });
});

describe('readExpression', () => {
  it.each([
    ['country=de|AT', { field: 'country', operator: '=', keys: ['DE', 'AT'], isMissingMeant: false }],
    ['country!=', { field: 'country', operator: '!=', keys: [], isMissingMeant: true }],
    ['country=DE|', { field: 'country', keys: ['DE'], isMissingMeant: true }],
    ['token1= a=b!=c ', { field: 'token1', operator: '=', keys: [' a=b!=c '] }],
    ['token2!=x\ny', { field: 'token2', operator: '!=', keys: ['x\ny'] }],
    [`campaign=${id.toUpperCase()}`, { field: 'campaign', keys: [id] }],
    ['day>2026-01-01', { field: 'day', operator: '>', keys: [20_454] }],
    ['configVersion<7', { field: 'configVersion', operator: '<', keys: [7] }],
    ['hourOfDay=07|23', { message: expect.stringContaining('is not a valid hourOfDay') }],
    ['weekday=1|7', { field: 'weekday', keys: [1, 7] }],
    ['visits>10.5', { field: 'visits', operator: '>', units: [10_500_000_000_000n] }],
    ['roi=|-0.2', { field: 'roi', units: [-200_000_000_000n], isMissingMeant: true }],
  ])('parses %j', (expression, expected) => {
    const reading = readExpression(expression, publicForm.vocabulary);
    expect('filter' in reading ? reading.filter : reading).toMatchObject(expected);
  });

  it.each([
    ['', 'is not a valid filter'],
    ['country', 'is not a valid filter'],
    ['=DE', 'is not a valid filter'],
    ['nothing=1', 'unknown dimension or metric "nothing". Available: hour,'],
    ['__proto__=1', 'is not a valid filter'],
    ['constructor=1', 'unknown dimension or metric'],
    ['country>DE', '> needs a metric, a numeric dimension or a time dimension; country is none of these'],
    ['visits>1|2', 'visits> takes one value, not 2'],
    ['visits>', 'visits> needs a value'],
    ['day<', 'day< needs a value'],
    ['visits=many', '"many" is not a valid number for visits'],
    ['visits=1e3', '"1e3" is not a valid number'],
    ['visits==1', '"=1" is not a valid number'],
    ['visits>=1', '"=1" is not a valid number'],
    ['country=XX', '"XX" is not a valid country'],
    ['deviceType=phone', 'it must be one of desktop, mobile, tablet, tv, console, wearable, other'],
    ['campaign=1', 'it must be a 36-character ID'],
    ['day=2026-02-30', '"2026-02-30" is not a valid day'],
    ['week=2026-11-17', 'is not a valid week'],
    ['hour=2026-11-17', 'is not a valid hour'],
    ['configVersion=4294967296', 'is not a valid configVersion'],
    [`token1=${'x'.repeat(2_049)}`, 'longer than 2048 characters'],
    [`token1=${'x|'.repeat(1_000)}`, 'token1 has more than 1000 values'],
    ['token1=\0', 'token1 has a value with a NUL'],
    ['token1=ok|a\0b', 'token1 has a value with a NUL'],
    ['token1=\ud800', 'token1 has a value with a NUL'],
  ])('rejects %j', (expression, message) => {
    const reading = readExpression(expression, publicForm.vocabulary);
    expect(reading).toMatchObject({ kind: 'mistake' });
    expect('message' in reading && reading.message).toContain(message);
  });
});

it.each([
  ['in full up to 60 characters', 'x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['truncated to 60 characters', 'x'.repeat(61), `"${'x'.repeat(60)}…"`],
])('readExpression quotes an invalid value %s', (_, value, quoted) => {
  const reading = readExpression(`visits>${value}`, publicForm.vocabulary);
  expect('message' in reading && reading.message).toContain(quoted);
});

it('readExpression quotes the first of several invalid values', () => {
  const reading = readExpression('visits=first|second', publicForm.vocabulary);
  expect('message' in reading && reading.message).toMatch(/^"first"/);
});

describe('readDefinition with filters in a body', () => {
  const range = { from: '2026-11-16', to: '2026-11-16' };

  function readBody(more: Record<string, unknown>) {
    const parsed = definitionForm.query.safeParse({ ...range, ...more });
    if (!parsed.success)
      return { issues: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) };
    return readDefinition(parsed.data, { timezone: 'UTC' }, definitionForm.vocabulary);
  }

  it.each([
    [
      { field: 'token1', op: 'contains', values: ['a', 7] },
      { operator: 'contains', keys: ['a', '7'] },
    ],
    [
      { field: 'tag', op: 'startsWith', values: ['a'] },
      { operator: 'startsWith', keys: ['a'] },
    ],
    [
      { field: 'country', op: 'isNot', values: ['de', null] },
      { operator: '!=', keys: ['DE'], isMissingMeant: true },
    ],
    [
      { field: 'token1', op: 'is', values: ['a|b', ''] },
      { operator: '=', keys: ['a|b'], isMissingMeant: true },
    ],
    [
      { field: 'status', op: 'is', values: ['hold'] },
      { operator: '=', keys: ['hold'] },
    ],
    [
      { field: 'configVersion', op: 'lt', values: [7] },
      { operator: '<', keys: [7] },
    ],
  ])('parses %j', (filter, expected) => {
    const campaign = { field: 'campaign', op: 'is', values: [id] };
    expect(readBody({ filters: [filter, campaign] })).toMatchObject({
      definition: { dimensionFilters: [{ field: filter.field, ...expected }, { field: 'campaign' }] },
    });
  });

  it.each<[requested: { includeTests?: true; filters?: object[] }, withTests: boolean]>([
    [{}, false],
    [{ includeTests: true }, true],
    [{ filters: [{ field: 'tag', op: 'is', values: ['a', 'waypost-test'] }] }, true],
    [{ filters: [{ field: 'tag', op: 'isNot', values: ['waypost-test'] }] }, false],
    [{ filters: [{ field: 'tag', op: 'is', values: ['a'] }] }, false],
  ])('for %j, sets the inclusion of test traffic to %s', (requested, withTests) => {
    const campaign = { field: 'campaign', op: 'is', values: [id] };
    const filters = [...(requested.filters ?? []), campaign];
    expect(readBody({ ...requested, filters })).toMatchObject({ definition: { withTests } });
  });

  it('reads metric filters as numbers and accepts ten thousand values', () => {
    const values = Array.from({ length: 10_000 }, (_, at) => `${at}`);
    const filters = [
      { field: 'approveRate', op: 'gt', values: [0.5] },
      { field: 'token1', op: 'is', values },
    ];
    expect(readBody({ filters, totals: false, limit: 5 })).toMatchObject({
      definition: {
        metricFilters: [{ operator: '>', units: [500_000_000_000n] }],
        dimensionFilters: [{ keys: values }],
      },
    });
  });

  it.each([
    [{ field: 'country', op: 'contains', values: ['D'] }, 'filters.0', 'contains needs a text dimension'],
    [
      { field: 'visits', op: 'startsWith', values: ['1'] },
      'filters.0',
      'startsWith needs a dimension; visits',
    ],
    [{ field: 'token1', op: 'contains', values: ['a', ''] }, 'filters.0', 'token1 contains needs a value'],
    [{ field: 'token1', op: 'notContains', values: [null] }, 'filters.0', 'token1 notContains needs a value'],
    [{ field: 'token1', op: 'contains', values: Array(101).fill('a') }, 'filters.0', 'more than 100 values'],
    [{ field: 'token1', op: 'gt', values: ['a'] }, 'filters.0', 'gt needs a metric'],
    [{ field: 'visits', op: 'lt', values: [1, 2] }, 'filters.0', 'visits lt takes one value, not 2'],
    [{ field: 'visits', op: 'is', values: [1e21] }, 'filters.0', 'is not a valid number for visits'],
    [{ field: 'token1', op: 'is', values: [] }, 'filters.0.values', 'must have 1 to 10000 values'],
    [
      { field: 'token1', op: 'is', values: Array(10_001).fill('a') },
      'filters.0.values',
      'must have 1 to 10000',
    ],
    [
      { field: 'tag', op: 'contains', values: ['a'] },
      'filters',
      'tag needs a campaign filter with the operator “is” and',
    ],
  ])('rejects %j', (filter, path, message) => {
    expect(readBody({ filters: [filter] })).toEqual({
      issues: [{ path, message: expect.stringContaining(message) }],
    });
  });

  it('rejects more than twenty filters, unknown names, duplicate dimensions and a limit above 1,000', () => {
    const filter = { field: 'token1', op: 'is', values: ['a'] };
    for (const [more, path] of [
      [{ filters: Array.from({ length: 21 }, () => filter) }, 'filters'],
      [{ filters: [{ ...filter, field: 'nothing' }] }, 'filters.0.field'],
      [{ filters: [{ ...filter, op: 'like' }] }, 'filters.0.op'],
      [{ dimensions: ['day', 'day'] }, 'dimensions'],
      [{ metrics: ['visit'] }, 'metrics.0'],
      [{ limit: 1_001 }, 'limit'],
    ] as const)
      expect(readBody(more)).toMatchObject({ issues: [{ path }] });
  });
});

describe('a time key', () => {
  it.each([
    ['hour', '2026-10-25T02:00+02:00'],
    ['hour', '2026-10-25T02:00+01:00'],
    ['hour', '2026-01-01T23:00-09:30'],
    ['hour', '2026-01-01T00:00+05:45'],
    ['day', '2026-02-28'],
    ['week', '2026-10-19'],
    ['month', '2026-10'],
    ['weekday', '7'],
    ['hourOfDay', '0'],
  ] as const)('for the dimension %s is written as it was read: %s', (dimension, text) => {
    const key = readTimeKey(dimension, text);
    expect(key).toBeDefined();
    expect(String(writeTimeKey(dimension, key ?? 0))).toBe(text);
  });

  it('for a repeated hour sorts in chronological order', () => {
    const first = readTimeKey('hour', '2026-10-25T02:00+02:00') ?? 0;
    expect(readTimeKey('hour', '2026-10-25T02:00+01:00')).toBeGreaterThan(first);
    expect(readTimeKey('hour', '2026-10-25T02:00 02:00')).toBe(first);
  });
});

describe('metric values', () => {
  it('are exact, rounded half to even, and null if the divisor is zero', () => {
    const of = (text: string) => computeMicros('cpv', sumsWith({ cost: text, visits: '2' }));
    expect([of('1'), of('3'), of('-1'), of('5')]).toEqual([0n, 2n, 0n, 2n]);
    expect(computeMicros('cpv', sumsWith({ cost: '1', visits: '0' }))).toBeNull();
    expect(computeMicros('roi', sumsWith({ cost: '-3', revenue: '1' }))).toBe(-1_333_333n);
    expect(computeMicros('cost', sumsWith({ cost: '10' }))).toBe(10n);
  });

  it.each([
    [0n, '0'],
    [1n, '0.000001'],
    [-1_500_000n, '-1.5'],
    [12_345_678_901_234_567_890_000_001n, '12345678901234567890.000001'],
  ])('of %s millionths are written as %s', (micros, text) => {
    expect(writeMicros(micros)).toBe(text);
  });

  it('are computed only from listed sums', () => {
    const sums = new Map(listSums(metricIds).map((sum) => [nameSum(sum), 0n]));
    for (const metric of metricIds) expect([0n, null]).toContain(computeMicros(metric, sums));
  });
});

// Converts amounts to millionths and leaves counts unchanged.
function sumsWith(given: Record<string, string>): Map<string, bigint> {
  const entries = Object.entries(given).map(([name, value]): [string, bigint] => [
    `${name}  `,
    BigInt(value) * (name === 'visits' ? 10n ** 12n : 10n ** 6n),
  ]);
  return new Map(entries);
}
