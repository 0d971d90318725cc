import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScriptMessage } from './parse-script-message.ts';

const campaignId = '0198c5a4-0000-7000-8000-00000000abcd';
const parse = (content: unknown) => parseScriptMessage(Buffer.from(JSON.stringify(content)));
const visit = (fields: object) => {
  const message = parse({ c: campaignId, ...fields });
  if (message?.kind !== 'visit') throw new Error('not a visit');
  return message;
};
const tags = (t: unknown[]) => {
  const message = parse({ cid: 'x', t });
  if (message?.kind !== 'tags') throw new Error('no tags');
  return message.tags;
};

describe('a visit message', () => {
  it('contains the campaign, page, referrer and stored visitor memory', () => {
    const message = visit({ u: 'https://Page.example/lp?zone=1#top', r: 'https://news.example/', m: 'kept' });
    expect({ ...message, page: message.page?.href }).toEqual({
      kind: 'visit',
      campaignId,
      page: 'https://page.example/lp?zone=1',
      referrer: 'https://news.example/',
      memory: 'kept',
    });
  });

  it('requires only the campaign ID, in uppercase or lowercase', () => {
    const message = parse({ c: campaignId.toUpperCase() });
    const nothing = { page: undefined, referrer: undefined, memory: undefined };
    expect(message).toEqual({ kind: 'visit', campaignId, ...nothing });
    expect(visit({ u: 1, r: ['x'], m: { a: 1 } })).toEqual(message);
    expect(visit({ u: null, r: '', m: null })).toEqual(message);
  });

  it.each([
    '/lp?zone=1',
    'page.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///x',
    'http://',
    '',
  ])('has no page for the URL %j', (u) => {
    expect(visit({ u }).page).toBeUndefined();
  });

  it.each([
    ['an empty body', ''],
    ['invalid JSON', '{"c":'],
    ['a list', `["${campaignId}"]`],
    ['null', 'null'],
    ['a number', '5'],
    ['a string', `"${campaignId}"`],
    ['no campaign', '{"u":"https://page.example/"}'],
    ['an invalid campaign ID', '{"c":"x"}'],
    ['a campaign ID that is not a string', '{"c":5}'],
    ['another encoding', `\u0000${campaignId}`],
  ])('with %s is parsed as undefined', (_, body) => {
    expect(parseScriptMessage(Buffer.from(body))).toBeUndefined();
  });
});

describe('a tags message', () => {
  it('splits tags at commas, trims them and removes duplicates, as in a link', () => {
    expect(tags(['a', ' b ', 'c,d', 'a', '', ',', '  '])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps at most 10 tags of at most 64 characters', () => {
    expect(tags(Array.from({ length: 20 }, (_, at) => `tag${at}`))).toHaveLength(10);
    expect(tags(['a,b,c,d,e,f,g', 'h,i,j,k,l'])).toHaveLength(10);
    expect(tags(['x'.repeat(10_000)])).toEqual(['x'.repeat(64)]);
  });

  it('skips tags that are not strings', () => {
    expect(tags([1, null, {}, ['a'], true, 'b'])).toEqual(['b']);
    expect(parse({ cid: 'x', t: 'a' })).toBeUndefined();
    expect(parse({ cid: 5, t: ['a'] })).toBeUndefined();
  });
});

describe('parseScriptMessage', () => {
  it('never throws for an arbitrary body', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        parseScriptMessage(Buffer.from(bytes));
      }),
    );
    const keys = fc.constantFrom('c', 'u', 'r', 'm', 'cid', 't', '__proto__');
    const values = fc.oneof(
      fc.jsonValue(),
      fc.webUrl(),
      fc.constant(campaignId),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.dictionary(keys, values), (content) => {
        const message = parse(content);
        if (message?.kind === 'tags') expect(message.tags.length).toBeLessThanOrEqual(10);
      }),
    );
  });

  it('returns undefined for a deeply nested body', () => {
    expect(parseScriptMessage(Buffer.from('['.repeat(16_000)))).toBeUndefined();
    expect(parseScriptMessage(Buffer.from(`${'['.repeat(8_000)}${']'.repeat(8_000)}`))).toBeUndefined();
  });
});
