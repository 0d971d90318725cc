import { tokenNames, type TokenName } from '@waypost/contract/visit-attributes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillTemplate, parseTemplate, type MacroValue } from '../macros/index.ts';
import { keptMacros } from '../macros/parse-template.ts';
import type { FeedRow } from './feed-row.ts';
import { fillKeptUrl } from './present-event.ts';

const clickId = '0HqkfYh2Pp9a8LmXK3vW7RtZc1NbE5sGdUjQ6o';
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    '00000000-0000-0000-0000-000000000000',
    'a b',
    '{token1}',
    '%41',
    "it's",
    '..',
    'Österreich',
    '\u2028',
  ),
);
const known = fc.option(texts);
const ids = fc.constantFrom(null, '01900000-0000-7000-8000-0000000000aa');
const tokens = Object.fromEntries(tokenNames.map((name) => [name, known])) as Record<TokenName, typeof known>;
const rows = fc.record({
  externalId: known,
  campaignId: ids,
  trafficSourceId: ids,
  rotatorId: ids,
  pathId: ids,
  landingId: ids,
  offerId: ids,
  affiliateNetworkId: ids,
  country: known,
  region: known,
  city: known,
  isp: known,
  deviceType: known,
  os: known,
  browser: known,
  language: known,
  ...tokens,
});
type Row = typeof rows extends fc.Arbitrary<infer Value> ? Value : never;

const valuesOf = (row: Row): Record<string, MacroValue> => ({
  ...Object.fromEntries(tokenNames.map((name) => [name, row[name] ?? undefined])),
  clickid: clickId,
  externalid: row.externalId ?? undefined,
  campaignid: row.campaignId ?? undefined,
  sourceid: row.trafficSourceId ?? undefined,
  rotatorid: row.rotatorId ?? undefined,
  pathid: row.pathId ?? undefined,
  landingid: row.landingId ?? undefined,
  offerid: row.offerId ?? undefined,
  networkid: row.affiliateNetworkId ?? undefined,
  country: row.country ?? undefined,
  region: row.region ?? undefined,
  city: row.city ?? undefined,
  isp: row.isp ?? undefined,
  device: row.deviceType ?? undefined,
  os: row.os ?? undefined,
  browser: row.browser ?? undefined,
  language: row.language ?? undefined,
});

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(...keptMacros.map((name) => `{${name}}`)),
    fc.constantFrom('', '&a=', 'x', '%20', 'ä', '%7Btoken1%7D', '{unknown}'),
  ),
  { maxLength: 8 },
);

describe('a recorded URL', () => {
  it('is the one that the visitor got, whatever the values are', () => {
    fc.assert(
      fc.property(pieces, fc.constantFrom('?', '/p?q=', '#'), rows, (parts, begin, row) => {
        const template = parseTemplate(`https://a.example${begin}${parts.join('')}`);
        const { kept } = template;
        fc.pre(kept !== undefined);
        const sent = fillTemplate(template, {
          value: (name) => valuesOf(row)[name],
          param: () => undefined,
        });
        expect(fillKeptUrl(kept ?? '', row as unknown as FeedRow, clickId)).toBe(sent);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['a value that no column has', 'https://a.example/?t={timestamp}'],
    ['a name, which may change', 'https://a.example/?n={campaignname}'],
    ['a value as it is', 'https://a.example/?k={token1:raw}'],
    ['a value in the path', 'https://a.example/{token1}?k={token2}'],
    ['a parameter', 'https://a.example/?k={param.x}'],
    ['a macro that is none', 'https://a.example/?k={whatever}'],
  ])('is kept whole where the template has %s', (_, url) => {
    expect(parseTemplate(url).kept).toBeUndefined();
  });

  it('keeps the place of a click id that nobody knows any more, and what a filled URL may contain', () => {
    const row = {} as unknown as FeedRow;
    expect(fillKeptUrl('https://a.example/?c={clickid}', row, '')).toBe('https://a.example/?c={clickid}');
    expect(fillKeptUrl('https://a.example/%7Btoken1%7D', row, clickId)).toBe(
      'https://a.example/%7Btoken1%7D',
    );
  });
});
