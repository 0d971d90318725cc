import { describe, expect, it } from 'vitest';
import { appendParameters, fillTemplate, parseTemplate, urlLengthMax, type MacroValues } from './index.ts';

const given: Record<string, string | number> = {
  clickid: '2Qx8',
  cost: '0.0042',
  timestamp: 1_794_820_805,
  token1: 'a b&c=d/e?f#g',
  token2: 'https://evil.example/x?y=1#z',
  token3: '..',
  token4: 'über 100 % 🙂',
  token5: 'a%20b%zz',
  token6: '\r\nSet-Cookie: x=1',
  token7: '"><script>\'\\',
  token8: 'a/b?c=d&e=f#g',
  token9: '',
  token10: 'one\ud800two',
  city: 'São Paulo',
};
const params: Record<string, string> = { utm_term: 'x y', 'Mixed-Case': 'M' };
const values: MacroValues = { value: (name) => given[name], param: (name) => params[name] };

function fill(url: string): string | undefined {
  return fillTemplate(parseTemplate(url), values);
}

describe('fillTemplate', () => {
  it.each([
    ['no macros', 'https://a.example/p?x=1#y', 'https://a.example/p?x=1#y'],
    ['a value', 'https://a.example/?c={clickid}', 'https://a.example/?c=2Qx8'],
    ['aliases', 'https://a.example/?c={cid}-{subid}-{SubID}', 'https://a.example/?c=2Qx8-2Qx8-2Qx8'],
    ['a name with underscores', 'https://a.example/?c={click_id}', 'https://a.example/?c=2Qx8'],
    ['a number', 'https://a.example/?t={timestamp}', 'https://a.example/?t=1794820805'],
    [
      'a query value',
      'https://a.example/?q={token1}&r=1',
      'https://a.example/?q=a%20b%26c%3Dd%2Fe%3Ff%23g&r=1',
    ],
    ['a path segment', 'https://a.example/{token1}/x', 'https://a.example/a%20b%26c%3Dd%2Fe%3Ff%23g/x'],
    ['a fragment', 'https://a.example/#{token1}', 'https://a.example/#a%20b%26c%3Dd%2Fe%3Ff%23g'],
    ['a parameter name', 'https://a.example/?{token1}=1', 'https://a.example/?a%20b%26c%3Dd%2Fe%3Ff%23g=1'],
    ['letters of any language', 'https://a.example/?c={city}', 'https://a.example/?c=S%C3%A3o%20Paulo'],
    [
      'a whole URL',
      'https://a.example/{token2}',
      'https://a.example/https%3A%2F%2Fevil.example%2Fx%3Fy%3D1%23z',
    ],
    ['line breaks', 'https://a.example/?x={token6}', 'https://a.example/?x=%0D%0ASet-Cookie%3A%20x%3D1'],
    ['quotes', 'https://a.example/?x={token7}', 'https://a.example/?x=%22%3E%3Cscript%3E%27%5C'],
    ['an unpaired surrogate', 'https://a.example/?x={token10}', 'https://a.example/?x=one%EF%BF%BDtwo'],
    ['dots in a path', 'https://a.example/a/{token3}/b', 'https://a.example/a//b'],
    ['dots in a query', 'https://a.example/a?b={token3}', 'https://a.example/a?b=..'],
    ['an empty value', 'https://a.example/?x={token9}&y=1', 'https://a.example/?x=&y=1'],
    ['a missing value', 'https://a.example/?x={token15}&y=1', 'https://a.example/?x=&y=1'],
    ['an unknown macro', 'https://a.example/?x={whatever}&y={random:1,2}', 'https://a.example/?x=&y='],
    ['a parameter', 'https://a.example/?x={param.utm_term}', 'https://a.example/?x=x%20y'],
    [
      'a parameter, by its exact name',
      'https://a.example/{param.Mixed-Case}/{param.mixed-case}',
      'https://a.example/M/',
    ],
    [
      'braces that are not macros',
      'https://a.example/?x={}&y={"a":1}',
      'https://a.example/?x=%7B%7D&y=%7B%22a%22:1%7D',
    ],
    [
      'encoded braces',
      'https://a.example/?x=%7Bclickid%7d&y=%7Bwhatever%7D',
      'https://a.example/?x=2Qx8&y=%7Bwhatever%7D',
    ],
    [
      'encoded braces with a raw value',
      'https://a.example/?x=%7Btoken8%3Araw%7D',
      'https://a.example/?x=a/b?c=d&e=f#g',
    ],
    ['only a host', 'https://a.example', 'https://a.example/'],
    ['a query right after the host', 'https://a.example?c={clickid}', 'https://a.example/?c=2Qx8'],
    ['a fragment right after the host', 'https://a.example#{clickid}', 'https://a.example/#2Qx8'],
    [
      'a host in a different alphabet',
      'HTTPS://Münze.Example:8443/ä{city}',
      'https://xn--mnze-0ra.example:8443/%C3%A4S%C3%A3o%20Paulo',
    ],
    ['a default port', 'https://a.example:443/{clickid}', 'https://a.example/2Qx8'],
    ['an IPv6 address', 'http://[2001:DB8::1]:8080/{clickid}', 'http://[2001:db8::1]:8080/2Qx8'],
  ])('supports %s', (_, url, expected) => {
    expect(fill(url)).toBe(expected);
  });

  it.each([
    ['delimiters are kept', 'https://a.example/{token8:raw}', 'https://a.example/a/b?c=d&e=f#g'],
    [
      'valid escapes are kept and stray percent signs are encoded',
      'https://a.example/?x={token5:raw}',
      'https://a.example/?x=a%20b%25zz',
    ],
    [
      'spaces and letters are encoded',
      'https://a.example/?x={token4:RAW}',
      'https://a.example/?x=%C3%BCber%20100%20%25%20%F0%9F%99%82',
    ],
    [
      'line breaks are encoded',
      'https://a.example/{token6:raw}',
      'https://a.example/%0D%0ASet-Cookie:%20x=1',
    ],
    [
      'quotes, brackets and backslashes are encoded',
      'https://a.example/{token7:raw}',
      'https://a.example/%22%3E%3Cscript%3E%27%5C',
    ],
    [
      'a URL cannot replace the host',
      'https://a.example/{token2:raw}',
      'https://a.example/https://evil.example/x?y=1#z',
    ],
  ])('inserts raw values: %s', (_, url, expected) => {
    expect(fill(url)).toBe(expected);
  });

  it.each([
    ['https://a.example', 'https://a.example/?sub%20id=2Qx8'],
    ['https://a.example/?x=1#y', 'https://a.example/?x=1&sub%20id=2Qx8#y'],
    ['https://a.example/?sub+id={token1:raw}', 'https://a.example/?sub+id=a%20b&c=d/e?f#g'],
    ['https://a.example/?sub%20id', 'https://a.example/?sub%20id'],
  ])('adds the click ID parameter unless the URL has one: %s', (url, expected) => {
    expect(fillTemplate(parseTemplate(url, 'sub id'), values)).toBe(expected);
  });

  it('reads only values that the template uses', () => {
    const requested: string[] = [];
    fillTemplate(parseTemplate('https://a.example/{country}?x={param.q}&y={nothing}'), {
      value: (name) => {
        requested.push(name);
        return undefined;
      },
      param: (name) => {
        requested.push(`param.${name}`);
        return undefined;
      },
    });
    expect(requested).toEqual(['country', 'param.q']);
  });
});

describe('fillTemplate above 8 KiB', () => {
  const long = (url: string, value: (name: string) => string) =>
    fillTemplate(parseTemplate(url), { value, param: () => undefined }) ?? '';

  it('shortens only the longest values', () => {
    const url = long('https://a.example/?a={token1}&b={token2}&c={clickid}&d={token3}#end', (name) =>
      name === 'clickid' ? '2Qx8' : 'x'.repeat(name === 'token2' ? 100 : 9_000),
    );
    expect(url.length).toBeGreaterThan(urlLengthMax - 3);
    expect(url.length).toBeLessThanOrEqual(urlLengthMax);
    const { searchParams, hash } = new URL(url);
    expect([searchParams.get('b')?.length, searchParams.get('c'), hash]).toEqual([100, '2Qx8', '#end']);
    expect(searchParams.get('a')).toBe(searchParams.get('d'));
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('never splits a two-byte character at offset %i', (shift) => {
    const url = long(`https://a.example/?a=${'.'.repeat(shift)}{token1}`, () => 'éx'.repeat(3_000));
    expect(decodeURIComponent(url)).toMatch(/^[^?]*\?a=\.*(?:éx)+é?$/);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])(
    'never splits a four-byte character at offset %i',
    (shift) => {
      const url = long(`https://a.example/?a=${'.'.repeat(shift)}{token1}`, () => '🙂'.repeat(3_000));
      expect(url).toMatch(/(?:%F0%9F%99%82)+$/);
      expect(url.length).toBeGreaterThan(urlLengthMax - 12);
      expect(decodeURIComponent(url)).not.toContain('\ufffd');
    },
  );

  it('never splits an escape sequence in a raw value', () => {
    for (const shift of [0, 1, 2]) {
      const url = long(`https://a.example/?a=${'.'.repeat(shift)}{token1:raw}`, () => '%41'.repeat(3_000));
      expect(url).toMatch(/(?:%41)+$/);
    }
  });

  it('returns undefined for a template that is too long by itself', () => {
    expect(long(`https://a.example/${'🙂'.repeat(1_000)}{token1}`, () => '')).toBe('');
  });
});

describe('parseTemplate', () => {
  it.each([
    '',
    'a.example',
    'javascript:alert(1)',
    'https://{clickid}.example/',
    'https://a.example\\@b.example/',
  ])('rejects %j', (url) => {
    expect(() => parseTemplate(url)).toThrow('the URL must');
  });
});

const pairs = [
  ['a', '1'],
  ['b', 'x y&z'],
  ['', 'nameless'],
  ['ü', ''],
] as const;

describe('appendParameters', () => {
  it.each([
    ['a URL without a query', 'https://h.example/p', 'https://h.example/p?a=1&b=x%20y%26z&%C3%BC='],
    ['a URL with a query', 'https://h.example/?q=1', 'https://h.example/?q=1&a=1&b=x%20y%26z&%C3%BC='],
    ['an empty query', 'https://h.example/?', 'https://h.example/?a=1&b=x%20y%26z&%C3%BC='],
    ['a query that ends with &', 'https://h.example/?q&', 'https://h.example/?q&a=1&b=x%20y%26z&%C3%BC='],
    ['a fragment', 'https://h.example/#f?a=2', 'https://h.example/?a=1&b=x%20y%26z&%C3%BC=#f?a=2'],
  ])('appends to %s', (_, url, expected) => {
    expect(appendParameters(url, pairs, 'all')).toBe(expected);
  });

  it('skips existing parameters unless the mode is all', () => {
    const url = 'https://h.example/?a=own&%C3%BC=own';
    expect(appendParameters(url, pairs, 'missing')).toBe(`${url}&b=x%20y%26z`);
    expect(appendParameters(url, [['a', '1']], 'all')).toBe(`${url}&a=1`);
    expect(appendParameters(url, [['a', '1']], 'missing')).toBe(url);
  });

  it('skips unfilled macros', () => {
    const sent = [
      ['click', '${SUBID}'],
      ['zone', '7'],
    ] as const;
    expect(appendParameters('https://h.example/', sent, 'all')).toBe('https://h.example/?zone=7');
  });

  it('skips parameters that do not fit', () => {
    const long = ['long', 'x'.repeat(urlLengthMax)] as const;
    expect(appendParameters('https://h.example/', [long, ['a', '1']], 'all')).toBe('https://h.example/?a=1');
  });
});

it.each([
  ['?a={token1}&b={token2:raw}', true],
  ['?a={token1:raw}', true],
  ['?a={token1}', false],
  ['', false],
])('parseTemplate detects raw macros in %s', (rest, hasRaw) => {
  expect(parseTemplate(`https://a.example/${rest}`).hasRaw).toBe(hasRaw);
});
