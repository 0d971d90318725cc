import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoints } from './text.ts';
import { pageUrl, readWebAddress } from './web-address.ts';

function problemOf(value: unknown): string | undefined {
  return pageUrl.safeParse(value).error?.issues[0]?.message;
}

describe('pageUrl', () => {
  it.each([
    'https://example.com',
    'http://example.com/landing?x=1#top',
    'HTTPS://Example.COM/Path',
    'https://example.com/?cid={clickid}&s=${SUBID}',
    'https://example.com/{country}/{token1}',
    'https://example.com?c={clickid}',
    'https://example.com#{clickid}',
    'https://example.com:8443/{a}@{b}',
    'https://example.com/{unclosed',
    'https://münchen.example/größe',
    'https://xn--mnchen-3ya.example/',
    'https://a_b.example.com./',
    'http://localhost:3000/',
    'http://intranet/',
    'http://10.0.0.1/',
    'http://127.0.0.1:22/',
    'http://[::1]:8080/',
    'http://[fe80::1]/',
    'http://169.254.169.254/',
    'http://example.com:/',
  ])('accepts %s unchanged', (url) => {
    expect(pageUrl.parse(url)).toBe(url);
  });

  it('trims white space and keeps the rest unchanged', () => {
    expect(pageUrl.parse(' \thttps://EXAMPLE.com/{clickid}\n')).toBe('https://EXAMPLE.com/{clickid}');
  });

  it.each(['', '   ', '\n\t', '\u{FEFF}'])('rejects %j as empty', (value) => {
    expect(problemOf(value)).toBe('must not be empty');
  });

  it.each([
    'example.com',
    '//example.com',
    '/path',
    'ftp://example.com',
    'javascript:alert(1)',
    'http:example.com',
    'http:/example.com',
    '{url}',
    '{scheme}://example.com',
    'http{s}://example.com',
    'mailto:a@example.com',
    'data:text/html,x',
  ])('rejects %s, which is not an absolute http or https URL', (value) => {
    expect(problemOf(value)).toBe('must start with http:// or https://');
  });

  it.each(['http://', 'https:///', 'http:///example.com', 'http://?x', 'http://#x'])(
    'rejects %s without a host',
    (value) => {
      expect(problemOf(value)).toBe('must have a host after http:// or https://');
    },
  );

  it.each([
    'https://{host}/',
    'https://{sub}.example.com/',
    'https://example.com{path}',
    'https://example.com:{port}/',
    'https://${SUBID}.example.com/',
    'https://{user}@example.com/',
    'https://}example.com/',
  ])('rejects %s with a macro in the host', (value) => {
    expect(problemOf(value)).toBe('must have macros only after the host and port');
  });

  it.each([
    'http://user@example.com/',
    'http://user:secret@example.com/',
    'http://@example.com/',
    'http://a@b@c.com',
  ])('rejects %s with a user name', (value) => {
    expect(problemOf(value)).toBe('must not contain a user name or password');
  });

  it.each(['http:\\\\example.com', 'http://example.com\\@evil.example/', 'http://example.com/a\\b'])(
    'rejects %s with a backslash',
    (value) => {
      expect(problemOf(value)).toBe('must not contain a backslash');
    },
  );

  it.each([
    'http://example.com/a b',
    'http://exa mple.com/',
    'http://example.com/\tx',
    'ht\ntp://example.com/',
    'http://example.com/\r\nSet-Cookie:x',
    'http://example.com/\0x',
    'http://example.com/\u{7F}',
    'http://example.com/\u{85}x',
    'http://example.com/\u{A0}x',
    'http://example.com/\u{2028}x',
    'http://example.com/\u{202E}x',
    'http://example.com/\u{2066}x',
    'http://example.com/\uD800',
  ])('rejects %j with spaces or control characters', (value) => {
    expect(problemOf(value)).toBe('must not contain spaces or control characters');
  });

  it.each([
    'http://a..b.com/',
    'http://.example.com/',
    'http://example.com../',
    'http://./',
    'http://a*b.com/',
    'http://%7bhost%7d.com/',
    'http://example.com%2fx/',
    'http://example.com＠evil.example/',
    'http://256.1.1.1/',
    'http://example.com:65536/',
    'http://example.com:x/',
    'http://[::1/',
    'http://:80/',
    `http://${'a'.repeat(64)}.com/`,
  ])('rejects %s with an invalid host or port', (value) => {
    expect(problemOf(value)).toBe('must have a valid host and port');
  });

  it('accepts at most 2048 code points after trimming', () => {
    const start = 'https://example.com/';
    expect(problemOf(`  ${start}${'a'.repeat(2_028)}  `)).toBeUndefined();
    expect(problemOf(start + '😀'.repeat(2_028))).toBeUndefined();
    expect(problemOf(start + 'a'.repeat(2_029))).toBe('must have at most 2048 characters');
  });

  it.each([undefined, null, 7, {}, ['https://example.com']])('rejects %j, which is not text', (value) => {
    expect(pageUrl.safeParse(value).success).toBe(false);
  });

  it('reports one problem at a time', () => {
    expect(pageUrl.safeParse('ftp://a b\\{c}@').error?.issues).toHaveLength(1);
  });
});

describe('readWebAddress', () => {
  it('returns the parsed URL', () => {
    const address = readWebAddress('https://EXAMPLE.com:443/{clickid}');
    expect(address.ok && address.url.host).toBe('example.com');
  });

  it('accepts only text whose host, user and macros are parsed as written', () => {
    const pieces = 'http:// https:// / \\ @ : . {x} # ? %2f a example.com \t :80'.split(' ');
    const anyText = fc.array(fc.constantFrom(...pieces, ' '), { maxLength: 8 }).map((some) => some.join(''));
    fc.assert(
      fc.property(anyText, (text) => {
        const address = readWebAddress(text);
        if (!address.ok) return address.reason.startsWith('must ');
        const [, authority = ''] = /^https?:\/\/([^/?#]+)/.exec(text) ?? [];
        return (
          codePoints(text) <= 2_048 &&
          authority.toLowerCase().replace(/:\d*$/, '') === address.url.hostname &&
          address.url.username === '' &&
          !/[{}@\s\\]/.test(authority)
        );
      }),
      { numRuns: 5_000 },
    );
  });
});
