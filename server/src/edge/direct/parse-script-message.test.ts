import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScriptMessage } from './parse-script-message.ts';

const campaignId = '0198c5a4-0000-7000-8000-00000000abcd';
const parse = (content: unknown) => parseScriptMessage(Buffer.from(JSON.stringify(content)));
const visit = (fields: object) => {
  const report = parse({ c: campaignId, ...fields });
  if (report?.kind !== 'visit') throw new Error('no visit');
  return report;
};
const tags = (t: unknown[]) => {
  const report = parse({ cid: 'x', t });
  if (report?.kind !== 'tags') throw new Error('no tags');
  return report.tags;
};

describe('a report of a visit', () => {
  it('names the campaign, the page, where the visitor came from and what the browser kept', () => {
    const report = visit({ u: 'https://Page.example/lp?zone=1#top', r: 'https://news.example/', m: 'kept' });
    expect({ ...report, page: report.page?.href }).toEqual({
      kind: 'visit',
      campaignId,
      page: 'https://page.example/lp?zone=1',
      referrer: 'https://news.example/',
      memory: 'kept',
    });
  });

  it('needs nothing but the campaign, in letters of any case', () => {
    const report = parse({ c: campaignId.toUpperCase() });
    const nothing = { page: undefined, referrer: undefined, memory: undefined };
    expect(report).toEqual({ kind: 'visit', campaignId, ...nothing });
    expect(visit({ u: 1, r: ['x'], m: { a: 1 } })).toEqual(report);
    expect(visit({ u: null, r: '', m: null })).toEqual(report);
  });

  it.each([
    '/lp?zone=1',
    'page.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///x',
    'http://',
    '',
  ])('knows no page at %j', (u) => {
    expect(visit({ u }).page).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"c":'],
    ['a list', `["${campaignId}"]`],
    ['null', 'null'],
    ['a number', '5'],
    ['a text', `"${campaignId}"`],
    ['no campaign', '{"u":"https://page.example/"}'],
    ['a campaign that is no id', '{"c":"x"}'],
    ['a campaign that is no text', '{"c":5}'],
    ['another encoding', `\u0000${campaignId}`],
  ])('is not what %s says', (_, body) => {
    expect(parseScriptMessage(Buffer.from(body))).toBeUndefined();
  });
});

describe('a report of tags', () => {
  it('has the tags as a link has them: without commas and blanks around, each once', () => {
    expect(tags(['a', ' b ', 'c,d', 'a', '', ',', '  '])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('has at most 10 of at most 64 characters', () => {
    expect(tags(Array.from({ length: 20 }, (_, at) => `tag${at}`))).toHaveLength(10);
    expect(tags(['a,b,c,d,e,f,g', 'h,i,j,k,l'])).toHaveLength(10);
    expect(tags(['x'.repeat(10_000)])).toEqual(['x'.repeat(64)]);
  });

  it('leaves out what is no text', () => {
    expect(tags([1, null, {}, ['a'], true, 'b'])).toEqual(['b']);
    expect(parse({ cid: 'x', t: 'a' })).toBeUndefined();
    expect(parse({ cid: 5, t: ['a'] })).toBeUndefined();
  });
});

describe('a body of any shape', () => {
  it('never throws', () => {
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
        const report = parse(content);
        if (report?.kind === 'tags') expect(report.tags.length).toBeLessThanOrEqual(10);
      }),
    );
  });

  it('may be nested as deep as it likes', () => {
    expect(parseScriptMessage(Buffer.from('['.repeat(16_000)))).toBeUndefined();
    expect(parseScriptMessage(Buffer.from(`${'['.repeat(8_000)}${']'.repeat(8_000)}`))).toBeUndefined();
  });
});
