import fc from 'fast-check';
import { recordName } from '@waypost/contract/values/text.ts';
import { describe, expect, it } from 'vitest';
import type { EntryLists, Settings } from './entries.ts';
import { readFiles, type GivenConfiguration } from './read-files.ts';
import { writeFiles } from './write-files.ts';
import { rounds } from '../../testing/rounds.ts';

const head = 'format: 1\nworkspace: { timezone: UTC, currency: USD }\n';

function read(texts: Record<string, string>): GivenConfiguration {
  const all = { 'waypost.yaml': head, ...texts };
  const files = new Map(Object.entries(all).map(([name, text]) => [name, Buffer.from(text)]));
  return readFiles(files, []);
}

function mistakesOf(texts: Record<string, string>): string[] {
  return read(texts).mistakes.map(
    ({ file, line, column, field, message }) => `${file}:${line}:${column} ${field}: ${message}`,
  );
}

describe('offer caps', () => {
  const offers = (more: string) => ({ 'offers.yaml': `- name: O\n  url: https://o.example/\n${more}` });
  const former = '  dailyCap: { limit: 5, counts: clicks, overflowOffer: Spare }\n';

  it('can be written as the single daily cap of earlier versions', () => {
    const now = '  caps: [{ limit: 5, per: day, counts: clicks }]\n  overflowOffer: Spare\n';
    const entry = read(offers(former)).entries.offers?.[0];
    expect(entry).toEqual(read(offers(now)).entries.offers?.[0]);
    expect(entry).toMatchObject({
      entry: { caps: [{ limit: 5, per: 'day', counts: 'clicks' }], overflowOffer: 'Spare' },
    });
  });

  it('cannot be combined with the single daily cap of earlier versions', () => {
    const both = `${former}  caps: [{ limit: 5, per: hour, counts: clicks }]\n`;
    for (const mixed of [both, `${former}  overflowOffer: Other\n`])
      expect(mistakesOf(offers(mixed))).toEqual([
        'offers.yaml:3:3 dailyCap: cannot be combined with caps or overflowOffer; move it to caps',
      ]);
  });
});

describe('errors in configuration files', () => {
  it('are reported all at once, with file, line and column', () => {
    expect(
      mistakesOf({
        'landings.yaml':
          '- name: A\n  url: ftp://example.com/\n- name: B\n  url: https://b.example/\n  color: red\n',
        'offers.yaml':
          '- name: O\n  url: https://o.example/\n  caps:\n    - limit: 0\n      per: day\n      counts: visits\n',
      }),
    ).toEqual([
      'landings.yaml:2:3 url: must start with http:// or https://',
      'landings.yaml:5:3 color: unknown field',
      expect.stringMatching(/^offers\.yaml:4:7 caps\.0\.limit: must be a whole number/),
      expect.stringMatching(/^offers\.yaml:6:7 caps\.0\.counts: /),
    ]);
  });

  it.each([
    ['a duplicate key', '- name: A\n  name: B\n  url: https://a.example/\n', /:2:3 .*duplicate key/],
    ['a tag', '- name: !!str A\n  url: https://a.example/\n', /:1:\d+ .*tag/],
    ['an anchor', '- name: &a A\n  url: https://a.example/\n', /:1:\d+ .*anchor/],
    ['an alias', '- &a { name: A, url: "https://a.example/" }\n- *a\n', /alias/],
    ['a second document', '--- []\n--- []\n', /document/],
    ['NUL', '- name: "A\\0"\n  url: https://a.example/\n', /:1:9 .*NUL/],
    ['an unpaired surrogate', '- name: A\n  note: "\\ud800"\n', /:2:9 .*surrogate/],
    ['broken YAML', '- name: "A\n', /landings\.yaml:\d+:\d+/],
    ['a file that is not a list', 'name: A\n', /:1:1 : must be a list/],
    ['a number as a name', '- name: 12\n  url: https://a.example/\n', /:1:3 name: .*quote/],
    ['an item that is not a record', '- A\n', /landings\.yaml:1:3/],
  ])('include %s, with its position', (_what, text, expected) => {
    expect(mistakesOf({ 'landings.yaml': text }).join('\n')).toMatch(expected);
  });

  it('include duplicate names and unknown file names', () => {
    const twice = '- { name: A, url: "https://a.example/" }\n- { name: A, url: "https://b.example/" }\n';
    expect(mistakesOf({ 'landings.yaml': twice, 'landing.yaml': '[]' })).toEqual([
      expect.stringContaining('landing.yaml:1:1 : is not a configuration file'),
      expect.stringContaining('another landing is named "A"; add a key, such as "A (2)"'),
    ]);
  });

  it('include an unsupported format version and invalid UTF-8', () => {
    expect(mistakesOf({ 'waypost.yaml': head.replace('1', '2') })).toEqual([
      expect.stringContaining('waypost.yaml:1:1 format: must be 1'),
    ]);
    const files = new Map([['waypost.yaml', new Uint8Array([0xff, 0xfe, 0x00])]]);
    expect(readFiles(files, []).mistakes).toMatchObject([{ message: 'is not valid UTF-8' }]);
  });

  it('name the fields of a rotator as the file does', () => {
    const text = [
      '- name: R',
      '  country: XX',
      '  defaultPath: Nowhere',
      '  paths:',
      '    - name: Main',
      '      landings:',
      '        - { landing: L, weight: -1 }',
      '        - { landingId: L }',
      '    - name: Main',
      '  rules:',
      '    - name: Rule',
      '      id: 5',
      '      conditions: { field: campaign, op: contains, values: [C] }',
      '      paths: [{ path: Other }]',
    ].join('\n');
    const mistakes = mistakesOf({ 'rotators.yaml': text });
    for (const expected of [
      /:2:3 country: must be an ISO 3166-1 country code/,
      /:9:7 paths\.1\.key: is required because another path has the same name; must be "Main \(2\)"/,
      /:7:25 paths\.0\.landings\.0\.weight: must be a whole number/,
      /:8:13 paths\.0\.landings\.1\.landingId: unknown field/,
      /:8:11 paths\.0\.landings\.1\.landing: is missing/,
      /:14:\d+ rules\.0\.paths\.0\.path: must be one of the paths/,
      /:12:7 rules\.0\.id: unknown field/,
      /:13:\d+ rules\.0\.conditions\.op: must be one of is, isNot for campaign/,
    ])
      expect(mistakes).toContainEqual(expect.stringMatching(expected));
  });

  it.each([
    ['a field of the rotator', '- { name: R, country: XX, paths: [{ name: Main }] }', ['country']],
    ['a path of the rotator', '- { name: R, paths: [{ name: Main, enabled: 5 }] }', ['paths.0.enabled']],
  ])('include an error in %s exactly once', (_what, text, fields) => {
    const { mistakes } = read({ 'rotators.yaml': text });
    expect(mistakes.map(({ field }) => field)).toEqual(fields);
  });

  it.each([
    ['a rotator that is not a record', '- Main', [': expected object']],
    ['an empty rotator', '-', [': expected object']],
    ['a list in place of a rotator', '- [Main]', [': expected object']],
    [
      'paths that are not a list',
      '- { name: R, paths: Main }',
      ['defaultPath: is missing', 'paths: expected array'],
    ],
    [
      'a path that is not a record',
      '- { name: R, paths: [M] }',
      ['defaultPath: is missing', 'paths.0: expected object'],
    ],
    ['an empty path', '- { name: R, paths: [~] }', ['defaultPath: is missing', 'paths.0: expected object']],
    ['a path without a name', '- { name: R, paths: [{ key: M }] }', ['paths.0.name: is missing']],
    [
      'a path key that is not text',
      '- { name: R, paths: [{ name: M, key: 5 }] }',
      ['paths.0.key: must be text', 'defaultPath: is missing'],
    ],
    [
      'a path key that is not the name',
      '- { name: R, paths: [{ name: M, key: N }] }',
      ['paths.0.key: must be "M"'],
    ],
    [
      'a default path that is not text',
      '- { name: R, defaultPath: 5 }',
      ['defaultPath: must be text; quote values that look like numbers'],
    ],
    [
      'an offer that is not a record',
      '- { name: R, paths: [{ name: M, offers: [O] }] }',
      ['paths.0.offers.0: expected object'],
    ],
    ['a rule that is not a record', '- { name: R, rules: [A] }', ['rules.0: expected object']],
    [
      'a path of a rule that is not a record',
      '- { name: R, rules: [{ name: A, paths: [M] }] }',
      ['rules.0.paths.0: expected object'],
    ],
  ])('include %s', (_what, text, expected) => {
    const { mistakes } = read({ 'rotators.yaml': text });
    const found = mistakes.map(({ field, message }) => `${field}: ${message}`);
    expect(found.map((line) => line.replace(/Invalid input: |, received.*/g, ''))).toEqual(expected);
  });

  it.each([
    ['goals that are not a list', 'goals: Sale', ['goals']],
    ['a goal that is not a record', 'goals: [Sale]', ['goals.0']],
    ['an invalid goal and an unknown field', 'goals: [Sale], color: red', ['color', 'goals.0']],
    ['a share of revenue above 1', 'cost: { mode: revshare, amount: 1.1 }', ['cost.amount']],
  ])('of campaigns include %s', (_what, text, fields) => {
    const { mistakes } = read({ 'campaigns.yaml': `- { name: C, trafficSource: S, rotator: R, ${text} }` });
    expect(mistakes.map(({ field }) => field)).toEqual(fields);
  });

  it('include duplicate domains and lists that are used as field names', () => {
    const texts = {
      'domains.yaml': '- host: a.example\n- host: a.example\n',
      'landings.yaml': '- { name: A, url: "https://a.example/", ? [b] : 1 }',
    };
    expect(mistakesOf(texts)).toEqual([
      'landings.yaml:1:3 [ b ]: unknown field',
      'domains.yaml:2:3 name: a.example is already in the list',
    ]);
  });

  it('include a file of more than 64 MiB', () => {
    const files = new Map([['waypost.yaml', new Uint8Array(64 * 1024 * 1024 + 1)]]);
    expect(readFiles(files, []).mistakes).toMatchObject([{ message: 'is larger than 64 MiB' }]);
  });

  it('do not repeat the position that the YAML parser adds to its message', () => {
    const { mistakes } = read({ 'landings.yaml': '- name: "A\n' });
    expect(mistakes.map(({ message }) => message)).toContainEqual('Missing closing "quote');
  });

  it('include a merge key', () => {
    const text = '- { name: A, url: "https://a.example/", <<: { note: B } }\n';
    expect(mistakesOf({ 'landings.yaml': text })).toEqual([expect.stringContaining('<<: unknown field')]);
  });

  it('are limited to 1,000 per file', () => {
    expect(read({ 'landings.yaml': '- !!str A\n'.repeat(1_200) }).mistakes).toHaveLength(1_000);
  });

  it('include an unknown field in a goal exactly once', () => {
    const campaigns =
      '- name: C\n  trafficSource: S\n  rotator: R\n  goals: [{ label: A, color: red, actions: [{ idx: 1, label: Sale }] }]\n';
    expect(mistakesOf({ 'campaigns.yaml': campaigns })).toEqual([
      expect.stringMatching(/^campaigns\.yaml:4:\d+ goals\.0\.color: /),
    ]);
  });

  it('include invalid costs and goals of campaigns, and private postback addresses', () => {
    const text = [
      '- name: C',
      '  trafficSource: S',
      '  rotator: R',
      '  cost: { mode: revshare, amount: 2 }',
      '- name: D',
      '  trafficSource: S',
      '  rotator: R',
      '  postbackUrl: http://127.0.0.1/',
      '- name: E',
      '  trafficSource: S',
      '  rotator: R',
      '  goals:',
      '    - label: G',
      '      actions: [{ idx: 1, label: A, payoutType: fixed }]',
    ].join('\n');
    const mistakes = mistakesOf({ 'campaigns.yaml': text });
    for (const expected of [
      /:4:\d+ cost\.amount: must be a share of revenue between 0 and 1/,
      /:8:3 postbackUrl: /,
      /:14:\d+ goals\.0\.actions\.0(\.payoutFixed)?: is required if payoutType is fixed/,
    ])
      expect(mistakes).toContainEqual(expect.stringMatching(expected));
  });
});

it('readFiles accepts costs up to their limits, empty postback URLs and many references', () => {
  const campaign = (name: string, more: string) =>
    `- { name: ${name}, trafficSource: S, rotator: R, postbackUrl: "", ${more} }\n`;
  const offers = Array.from({ length: 17 }, (_, at) => `{ offer: O${at} }`).join(', ');
  const { mistakes, entries } = read({
    'campaigns.yaml':
      campaign('A', 'cost: { mode: revshare, amount: 1 }') + campaign('B', 'cost: { mode: cpv, amount: 2 }'),
    'traffic-sources.yaml': '- { name: S, postbackUrl: "" }',
    'rotators.yaml': `- { name: R, paths: [{ name: Main, offers: [${offers}] }] }`,
  });
  expect(mistakes).toEqual([]);
  expect(entries.campaigns?.map(({ entry }) => entry.postbackUrl)).toEqual([null, null]);
  expect(entries.trafficSources?.[0]?.entry.postbackUrl).toBeNull();
  expect(entries.rotators?.[0]?.entry.paths[0]?.offers.at(-1)?.offer).toBe('O16');
});

it('writeFiles leaves out the default values of campaigns, and readFiles restores them', () => {
  const plain =
    '- name: A\n  trafficSource: S\n  rotator: R\n  goals:\n    - label: G\n      actions:\n        - idx: 1\n          label: X\n';
  const changed = `- name: B
  trafficSource: S
  rotator: R
  status: paused
  country: DE
  cost:
    mode: cpv
    amount: 2
  tracking:
    method: direct
    includePrefetch: true
  attributionDays: 30
  passParameters: true
  fallbackUrl: https://example.com/
  postbackUrl: https://example.com/
  goals:
    - label: G
      enabled: false
      actions:
        - idx: 1
          label: X
          enabled: false
          payoutType: fixed
          payoutFixed: 2
          postbackUrl: https://example.com/
          postbackEnabled: false
          postbackOn: [approved]
          storeValue: true
          isConversion: false
          affectsCost: true
          affectsRevenue: false
`;
  const text = plain + changed;
  const { mistakes, entries } = read({ 'campaigns.yaml': text });
  expect(mistakes).toEqual([]);
  const campaigns = entries.campaigns?.map(({ entry }) => entry) ?? [];
  const written = writeFiles(settings, { ...nothing, campaigns }).get('campaigns.yaml') ?? '';
  expect(written.replaceAll(/^#.*\n|^\n/gm, '')).toBe(text);
});

describe('record names', () => {
  it('are preserved when a file is written and read', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(...':-#\'"{}[]&*!|>%@`,?~= \\yn0.e\u00a0\ufeff\u2009'),
        minLength: 1,
        maxLength: 12,
      }),
    );
    const names = text.map((given) => recordName.safeParse(given).data).filter((name) => name !== undefined);
    fc.assert(
      fc.property(fc.uniqueArray(names, { maxLength: 8 }), (some) => {
        const landings = some.map((name) => ({
          key: name,
          name,
          url: 'https://example.com/',
          country: null,
          tags: [],
          status: 'active' as const,
        }));
        const files = writeFiles(settings, { ...nothing, landings });
        const given = readFiles(
          new Map([...files].map(([name, content]) => [name, Buffer.from(content)])),
          [],
        );
        expect(given.mistakes).toEqual([]);
        expect(given.entries.landings?.map(({ entry }) => entry)).toEqual(landings);
        expect(given.settings).toEqual(settings);
      }),
      { numRuns: rounds(30, 300) },
    );
  });
});

const settings: Settings = {
  timezone: 'UTC',
  currency: 'USD',
  fallbackUrl: null,
  blockUrl: null,
  addressPrivacy: 'full',
  visitors: 'cookie',
  maxCostPerVisit: 100,
  retention: { visitDays: 400, eventDays: 30, postbackDays: 90 },
  rates: { EUR: '1.08' },
};
const nothing: EntryLists = {
  affiliateNetworks: [],
  trafficSources: [],
  landings: [],
  offers: [],
  rotators: [],
  domains: [],
  campaigns: [],
};

it.each([
  ['keys', Array.from({ length: 50_000 }, (_, at) => `k${at}: 1`).join('\n')],
  ['fields', `- {${Array.from({ length: 50_000 }, (_, at) => `k${at}: 1`).join(',')}}`],
  ['quotes', '"'.repeat(200_000)],
])('readFiles reports errors in a large file of only %s within seconds', (_, text) => {
  const files = new Map([['landings.yaml', Buffer.from(text)]]);
  expect(readFiles(files, []).mistakes.length).toBeGreaterThan(0);
});
