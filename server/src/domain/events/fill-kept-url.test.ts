import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillTemplate, parseTemplate, type MacroValue } from '../macros/index.ts';
import { keptMacros } from '../macros/kept-text.ts';
import { leastId } from './feed-cursor.ts';
import type { FeedRow } from './feed-row.ts';
import { fillKeptUrl } from './fill-kept-url.ts';

const clickId = '0HqkfYh2Pp9a8LmXK3vW7RtZc1NbE5sGdUjQ6o';
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', leastId, 'a b', '{token1}', '%41', "it's", '..', 'Österreich', '\u2028'),
);
const ids = fc.constantFrom(leastId, '01900000-0000-7000-8000-0000000000aa');
const rows = fc.record({
  externalId: texts,
  campaignId: ids,
  trafficSourceId: ids,
  rotatorId: ids,
  pathId: ids,
  landingId: ids,
  offerId: ids,
  affiliateNetworkId: ids,
  country: texts,
  region: texts,
  city: texts,
  isp: texts,
  deviceType: texts,
  os: texts,
  browser: texts,
  language: texts,
  tokens: fc.array(texts, { minLength: 15, maxLength: 15 }),
});

const valuesOf = (row: Record<string, unknown> & { tokens: string[] }): Record<string, MacroValue> => ({
  ...Object.fromEntries(row.tokens.map((value, at) => [`token${at + 1}`, value])),
  clickid: clickId,
  externalid: String(row['externalId']),
  campaignid: idOrNothing(row['campaignId']),
  sourceid: idOrNothing(row['trafficSourceId']),
  rotatorid: idOrNothing(row['rotatorId']),
  pathid: idOrNothing(row['pathId']),
  landingid: idOrNothing(row['landingId']),
  offerid: idOrNothing(row['offerId']),
  networkid: idOrNothing(row['affiliateNetworkId']),
  country: String(row['country']),
  region: String(row['region']),
  city: String(row['city']),
  isp: String(row['isp']),
  device: String(row['deviceType']),
  os: String(row['os']),
  browser: String(row['browser']),
  language: String(row['language']),
});
const idOrNothing = (id: unknown) => (id === leastId ? undefined : String(id));

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
    const row = { tokens: [] } as unknown as FeedRow;
    expect(fillKeptUrl('https://a.example/?c={clickid}', row, '')).toBe('https://a.example/?c={clickid}');
    expect(fillKeptUrl('https://a.example/%7Btoken1%7D', row, clickId)).toBe(
      'https://a.example/%7Btoken1%7D',
    );
  });
});
