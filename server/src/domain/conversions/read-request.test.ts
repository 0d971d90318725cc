import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFormPairs, readRequest } from './read-request.ts';

const request = (body: string | Buffer, contentType = '', query = '') =>
  readRequest({ method: 'POST', query, contentType, body: Buffer.from(body) });

describe('readFormPairs', () => {
  it.each<[string, [string, string][]]>([
    ['', []],
    [
      'a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a=1?b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a=1&amp;b=2&amp%3Bc=3',
      [
        ['a', '1'],
        ['b', '2'],
        ['amp;c', '3'],
      ],
    ],
    ['a=x+y%2Bz%20', [['a', 'x y+z ']]],
    ['a=1=2', [['a', '1=2']]],
    ['a', [['a', '']]],
    ['a=%zz%4', [['a', '%zz%4']]],
    ['a=%C3%A9\xc3\xa9\xe9', [['a', 'éé\ufffd']]],
    ['a%00=%00', [['a\0', '\0']]],
  ])('parses %j', (text, expected) => {
    expect(readFormPairs(text)).toEqual(expected);
  });

  it('stops after 200 parameters', () => {
    expect(readFormPairs('a=1&'.repeat(300))).toHaveLength(200);
  });
});

describe('readRequest', () => {
  it('merges the query and the body, and prefers values in the query', () => {
    const { incoming } = request('payout=2&txid=B', 'application/x-www-form-urlencoded', 'cid=c&payout=1');
    expect(incoming).toMatchObject({ clickId: 'c', amount: '1', transactionId: 'B' });
  });

  it.each([
    ['JSON', 'application/json', ' {"cid":"c","payout":0.1}'],
    [
      'JSON with the content type of a form',
      'application/x-www-form-urlencoded',
      '{"cid":"c","payout":0.10}',
    ],
    ['JSON with a byte order mark', '', '\uFEFF{"cid":"c","sum":"0.1"}'],
    ['a form with the content type of JSON', 'application/json', 'cid=c&payout=0.1'],
  ])('accepts %s', (_, contentType, body) => {
    expect(request(body, contentType)).toMatchObject({
      incoming: { clickId: 'c', amount: '0.1' },
      isBodyUnreadable: false,
    });
  });

  it.each([
    ['truncated JSON', 'application/json', '{"cid":"c"'],
    ['a JSON list', 'application/json', '[1]'],
    [
      'multipart form data',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="cid"\r\n\r\nc\r\n--x--',
    ],
    ['plain text', 'text/plain', 'conversion'],
  ])('reports an unreadable body: %s', (_, contentType, body) => {
    expect(request(body, contentType)).toMatchObject({ incoming: { clickId: '' }, isBodyUnreadable: true });
    expect(request(body, contentType, 'cid=q')).toMatchObject({ incoming: { clickId: 'q' } });
  });

  it('accepts any bytes and returns only text that databases can store', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), fc.string(), (body, contentType, query) => {
        const { incoming } = readRequest({ method: 'POST', query, contentType, body: Buffer.from(body) });
        // Databases must be able to store the text.
        for (const text of [...incoming.params].flat()) expect(text).toMatch(/^[^\0]+$/u);
      }),
    );
  });
});
