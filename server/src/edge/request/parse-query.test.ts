import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parametersMax, parseQuery, queryLengthMax } from './parse-query.ts';

const read = (query: string) => Object.fromEntries(parseQuery(`/c/1?${query}`).entries());

// Any UTF-16 code units, including unpaired surrogates.
const anyText = fc.array(fc.nat(0xffff), { maxLength: 3_000 }).map((codes) => String.fromCharCode(...codes));

describe('parseQuery', () => {
  it.each([
    ['a=1&b=2', { a: '1', b: '2' }],
    ['', {}],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['a=1=2', { a: '1=2' }],
    ['=1&a=2', { a: '2' }],
    ['&&a=1&&', { a: '1' }],
    ['a=1;b=2', { a: '1;b=2' }],
    ['a=x+y%2Bz', { a: 'x y+z' }],
    ['a+b=1', { 'a b': '1' }],
    ['a%3Db%26c=1', { 'a=b&c': '1' }],
    ['a=%E2%82%AC', { a: '€' }],
    ['a=%F0%9F%98%80', { a: '😀' }],
    ['a=#b', { a: '#b' }],
  ])('reads %s in the same way as a browser', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it.each([
    ['a=1?b=2', { a: '1', b: '2' }],
    ['a=1?b=2?c=3', { a: '1', b: '2', c: '3' }],
    ['?a=1', { a: '1' }],
    ['a=x%3Fy', { a: 'x?y' }],
  ])('treats a second question mark as a separator: %s', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it.each([
    ['a=100%', { a: '100%' }],
    ['a=%zz&b=%4', { a: '%zz', b: '%4' }],
    ['a=%%41', { a: '%A' }],
    ['a=%u0041', { a: '%u0041' }],
    ['%=1', { '%': '1' }],
    ['a=%FF', { a: '\ufffd' }],
    ['a=%E2%82', { a: '\ufffd' }],
    ['a=%ED%A0%80', { a: '\ufffd\ufffd\ufffd' }],
    ['a=%C3%A9\xc3\xa9', { a: 'éé' }],
    ['a=\xe9', { a: '\ufffd' }],
    ['a=€😀+', { a: '€😀 ' }],
    ['a=\ud800!', { a: '\ufffd!' }],
  ])('keeps invalid escapes and replaces invalid UTF-8: %j', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it.each([
    ['a=x%00y%0Az%7F%C2%85', { a: 'xyz' }],
    ['a=x%09y', { a: 'x\ty' }],
    ['a%0D=1', { a: '1' }],
    ['%00=1', {}],
    ['a=x\ny', { a: 'xy' }],
  ])('removes control characters except tabs: %j', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it('returns the first value of a name, even if it is empty or the name is escaped', () => {
    expect(read('a=1&a=2')).toEqual({ a: '1' });
    expect(read('a=&a=2')).toEqual({ a: '' });
    expect(read('%61=1&a=2')).toEqual({ a: '1' });
  });

  it('treats &amp; as a separator', () => {
    expect(read('a=1&amp;b=2&amp%3Bc=3&amp=4&d=5;e')).toEqual({
      a: '1',
      b: '2',
      'amp;c': '3',
      amp: '4',
      d: '5;e',
    });
    expect(parseQuery('/c/1?a=1&amp;b=2').get('b')).toBe('2');
  });

  it('starts the query at an ampersand if there is no question mark', () => {
    expect(parseQuery('/c/1&a=1&b=2').entries()).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(parseQuery('/c/1&a=1?b=2').entries()).toEqual([['b', '2']]);
  });

  it('does not expose inherited object properties', () => {
    const query = parseQuery('/?__proto__=1&constructor=2');
    expect(query.entries()).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
    expect(query.get('toString')).toBeUndefined();
    expect(query.get('__proto__')).toBe('1');
  });

  it('returns no entries if the URL has no query', () => {
    expect(parseQuery('/c/1').entries()).toEqual([]);
    expect(parseQuery('').get('a')).toBeUndefined();
    expect(parseQuery('/c/1').isTruncated).toBe(false);
  });

  it.each([
    ['a=1&b', true],
    ['', true],
    ['a=~!"#\'<>{}|^`', true],
    ['a=x\\y', false],
    ['a=%41', false],
    ['a=b+c', false],
    ['a=\t', false],
    ['a=\x7f', false],
    ['a=\xe9', false],
    ['a=\u2028', false],
  ])('sets isPlain for %j to %s', (query, expected) => {
    expect(parseQuery(`/c/1?${query}`).isPlain).toBe(expected);
  });

  it('reads the query of an absolute URL', () => {
    expect(parseQuery('http://track.example/c/1?a=1').get('a')).toBe('1');
  });
});

describe('parseQuery limits', () => {
  it('truncate a value to 512 bytes without splitting a character', () => {
    expect(read(`a=${'x'.repeat(513)}`)).toEqual({ a: 'x'.repeat(512) });
    expect(read(`a=x${'%E2%82%AC'.repeat(200)}`)).toEqual({ a: `x${'€'.repeat(170)}` });
    expect(read(`a=xx${'%F0%9F%98%80'.repeat(200)}`)).toEqual({ a: `xx${'😀'.repeat(127)}` });
    expect(read(`a=${'%FF'.repeat(200)}`)).toEqual({ a: '\ufffd'.repeat(170) });
    expect(read(`a=${'%41'.repeat(512)}`)).toEqual({ a: 'A'.repeat(512) });
  });

  it('drop everything beyond 8 KiB, including the parameter at the limit', () => {
    const filler = `a=1&b=${'x'.repeat(queryLengthMax - 7)}`;
    const complete = parseQuery(`/?${filler}&`);
    expect([complete.isTruncated, complete.get('b')?.length]).toEqual([true, 512]);
    expect(['a', 'b'].map((name) => complete.isTruncatedValue(name))).toEqual([false, true]);
    expect(filler).toHaveLength(queryLengthMax - 1);
    const full = parseQuery(`/?${filler}&c=2`);
    expect([full.isTruncated, full.get('a'), full.get('b')?.length, full.get('c')]).toEqual([
      true,
      '1',
      512,
      undefined,
    ]);
    const truncated = parseQuery(`/?${filler}xx&c=2`);
    expect([truncated.isTruncated, truncated.entries()]).toEqual([true, [['a', '1']]]);
  });

  it('drop everything beyond 200 parameters', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=${at}`).join('&');
    const most = parseQuery(`/?${many(parametersMax)}`);
    expect([most.isTruncated, most.entries().length]).toEqual([false, parametersMax]);
    const over = parseQuery(`/?${many(parametersMax + 1)}`);
    expect([over.isTruncated, over.entries().length, over.get('p200')]).toEqual([
      true,
      parametersMax,
      undefined,
    ]);
  });
});

// Reference implementation that does not handle control characters, which the tests above cover.
function parseSimply(query: string): [string, string][] {
  const decode = (text: string) => {
    const bytes = text
      .replaceAll('+', ' ')
      .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));
  };
  const values = new Map<string, string>();
  for (const pair of query.split(/[&?]/)) {
    const [name = ''] = pair.split('=', 1);
    const key = decode(name.replace(/^amp;/, ''));
    if (key !== '' && !values.has(key)) values.set(key, decode(pair.slice(name.length + 1)));
  }
  return [...values];
}

const pieces = fc.constantFrom(
  'a',
  'b',
  'ab',
  '=',
  '&',
  '?',
  '+',
  '%',
  '%2',
  '%41',
  '%C3',
  '%A9',
  '%c3%a9',
  '%E2%82%AC',
  '%F0%9F',
  ';',
  'amp;',
  '.',
  ' ',
);

describe('parseQuery with arbitrary input', () => {
  it('returns the same as the reference implementation', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const query = parts.join('');
        const expected = parseSimply(query);
        expect(parseQuery(`/?${query}`).entries()).toEqual(expected);
        const parsed = parseQuery(`/?${query}`);
        for (const [name, value] of expected) expect([name, parsed.get(name)]).toEqual([name, value]);
        for (const name of ['', 'a', 'aa', 'a=', '&']) {
          const value = expected.find(([other]) => other === name)?.[1];
          expect([query, name, parsed.get(name)]).toEqual([query, name, value]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads well-formed queries like URLSearchParams', () => {
    const unit = fc.oneof(
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.integer({ min: 0xa0, max: 0xd7ff }),
      fc.constant(0x1f600),
    );
    const text = fc.string({ unit: unit.map((code) => String.fromCodePoint(code)), maxLength: 20 });
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name }), (pairs) => {
        const named = pairs.filter(([name]) => name !== '');
        const query = parseQuery(`/?${new URLSearchParams(named).toString()}`);
        expect(query.entries()).toEqual(named);
        for (const [name, value] of named) expect(query.get(name)).toBe(value);
      }),
    );
  });

  it('never throws and returns only well-formed texts within the limit', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const part of parseQuery(`/?${text}`).entries().flat()) {
          expect(part.isWellFormed()).toBe(true);
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(512);
        }
      }),
    );
  });
});
