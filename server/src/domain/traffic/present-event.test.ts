import { postbackResponseBytesMax } from '@waypost/contract/events/events.ts';
import { tokenNames, type TokenName } from '@waypost/contract/visits/visit-attributes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillTemplate, parseTemplate, type MacroValue } from '../macros/index.ts';
import { keptMacros } from '../macros/parse-template.ts';
import type { FeedRow } from './feed-row.ts';
import { presentBriefEvent } from './present-brief-event.ts';
import { fillKeptUrl, presentEvent } from './present-event.ts';

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

describe('fillKeptUrl', () => {
  it('restores the URL that the visitor was sent to, for any values', () => {
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
    ['a value without a column', 'https://a.example/?t={timestamp}'],
    ['a name, which can change', 'https://a.example/?n={campaignname}'],
    ['a raw value', 'https://a.example/?k={token1:raw}'],
    ['a value in the path', 'https://a.example/{token1}?k={token2}'],
    ['a parameter', 'https://a.example/?k={param.x}'],
    ['an unknown macro', 'https://a.example/?k={whatever}'],
  ])('does not apply to a template with %s, for which the filled URL is recorded', (_, url) => {
    expect(parseTemplate(url).kept).toBeUndefined();
  });

  it('keeps the macro if the click ID is unknown, and leaves a filled URL unchanged', () => {
    const row = {} as unknown as FeedRow;
    expect(fillKeptUrl('https://a.example/?c={clickid}', row, '')).toBe('https://a.example/?c={clickid}');
    expect(fillKeptUrl('https://a.example/%7Btoken1%7D', row, clickId)).toBe(
      'https://a.example/%7Btoken1%7D',
    );
  });
});

const tools = { writeTime: (timeMs: number) => `at ${timeMs}`, clickIdOf: () => clickId };
const feedRow = (given: Partial<FeedRow>): FeedRow =>
  ({
    type: 'visit',
    id: 'e1',
    timeMs: 12_900,
    visitId: 'v1',
    visitTimeMs: 10_000,
    campaignId: 'c1',
    cost: '0.5',
    revenue: '1.25',
    tags: ['mobile'],
    country: 'DE',
    token1: 'zone',
    token2: '',
    ...Object.fromEntries(tokenNames.slice(2).map((name) => [name, null])),
    destinationUrl: 'https://a.example/?c={clickid}',
    outcome: 'offer',
    isUnique: true,
    isBot: false,
    isPrefetch: true,
    reasons: ['sticky'],
    idx: 2,
    label: 'Sale',
    value: '3.5',
    status: 'approved',
    transactionId: 't1',
    isConversion: true,
    payout: '7.5',
    currency: 'EUR',
    eventId: 'e0',
    url: 'https://receiver.example/',
    method: 'POST',
    attempt: 3,
    responseStatus: 200,
    error: null,
    response: 'ok',
    isSuccess: true,
    durationMs: 40,
    ...given,
  }) as FeedRow;
const present = (given: Partial<FeedRow>) => presentEvent(feedRow(given), tools);

describe('presentEvent', () => {
  it('returns the common fields', () => {
    expect(present({})).toMatchObject({
      type: 'visit',
      id: 'e1',
      time: 'at 12900',
      visitId: 'v1',
      clickId,
      visitTime: 'at 10000',
      campaignId: 'c1',
      country: 'DE',
      tokens: { token1: 'zone', token2: '' },
      tags: ['mobile'],
      cost: 0.5,
      revenue: 1.25,
    });
  });

  it('returns tokens only in the `tokens` field', () => {
    expect(Object.keys(present({})).filter((name) => tokenNames.some((token) => token === name))).toEqual([]);
  });

  it('returns a null click ID if there is no visit or the click ID is unknown', () => {
    const withoutVisit = { visitId: null, type: 'event' } as const;
    expect(present(withoutVisit)).toMatchObject({ clickId: null, visitTime: null, secondsSinceVisit: null });
    const unknown = presentEvent(feedRow({}), { ...tools, clickIdOf: () => '' });
    expect(unknown).toMatchObject({ clickId: null, visitTime: 'at 10000' });
  });

  it.each([
    [
      'visit',
      {
        outcome: 'offer',
        destinationUrl: `https://a.example/?c=${clickId}`,
        unique: true,
        bot: false,
        prefetch: true,
        reasons: ['sticky'],
      },
    ],
    ['lpclick', { destinationUrl: `https://a.example/?c=${clickId}`, secondsSinceVisit: 2 }],
    [
      'event',
      {
        idx: 2,
        label: 'Sale',
        value: 3.5,
        status: 'approved',
        transactionId: 't1',
        isConversion: true,
        payout: 7.5,
        currency: 'EUR',
        secondsSinceVisit: 2,
      },
    ],
    [
      'postback',
      {
        eventId: 'e0',
        idx: 2,
        url: 'https://receiver.example/',
        method: 'POST',
        attempt: 3,
        status: 200,
        error: null,
        response: 'ok',
        success: true,
        durationMs: 40,
      },
    ],
  ] as const)('returns the fields of the event type %s', (type, fields) => {
    expect(present({ type })).toMatchObject({ type, ...fields });
  });

  it('returns null for unknown URLs and values', () => {
    expect(present({ destinationUrl: null })).toMatchObject({ destinationUrl: null });
    expect(present({ type: 'event', value: null })).toMatchObject({ value: null });
  });

  it('never returns negative seconds, even if the clocks of two edges disagree', () => {
    expect(present({ type: 'lpclick', timeMs: 9_000 })).toMatchObject({ secondsSinceVisit: 0 });
  });

  it('distinguishes an empty response from a missing one', () => {
    expect(present({ type: 'postback', response: '' })).toMatchObject({ response: '' });
    expect(present({ type: 'postback', response: '', responseStatus: null })).toMatchObject({
      response: null,
    });
  });

  it.each([
    ['not at all if it just fits', 'x'.repeat(postbackResponseBytesMax), postbackResponseBytesMax],
    ['at the limit if it is ASCII', 'x'.repeat(postbackResponseBytesMax + 1), postbackResponseBytesMax],
    [
      'before a character of two bytes',
      `${'x'.repeat(postbackResponseBytesMax - 1)}é`,
      postbackResponseBytesMax - 1,
    ],
    [
      'before a character of three bytes',
      `${'x'.repeat(postbackResponseBytesMax - 2)}€`,
      postbackResponseBytesMax - 2,
    ],
    [
      'after a character of three bytes',
      `${'x'.repeat(postbackResponseBytesMax - 3)}€x`,
      postbackResponseBytesMax,
    ],
    [
      'before a character of four bytes',
      `${'x'.repeat(postbackResponseBytesMax - 3)}🙂`,
      postbackResponseBytesMax - 3,
    ],
  ])('truncates a response at the size limit: %s', (_, response, bytes) => {
    const shown = present({ type: 'postback', response });
    const text = shown.type === 'postback' ? (shown.response ?? '') : '';
    expect(Buffer.byteLength(text)).toBe(bytes);
    expect(response.startsWith(text)).toBe(true);
  });
});

describe('presentBriefEvent', () => {
  it.each(['visit', 'lpclick', 'event', 'postback'] as const)(
    'returns the same values as presentEvent for the type %s',
    (type) => {
      for (const visitId of ['v1', null]) {
        const brief = presentBriefEvent(feedRow({ type, visitId }), tools);
        expect(present({ type, visitId })).toMatchObject(brief);
        expect(brief).toMatchObject({ type, clickId: visitId === null ? null : clickId, cost: 0.5 });
      }
    },
  );

  it('returns a null click ID if the click ID is unknown', () => {
    expect(presentBriefEvent(feedRow({}), { ...tools, clickIdOf: () => '' }).clickId).toBeNull();
  });
});
