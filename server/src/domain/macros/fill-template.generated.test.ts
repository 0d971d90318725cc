import { macroNames, macros } from '@waypost/contract/visits/macros.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../testing/rounds.ts';
import { encodeRaw, encodeValue } from './encode-value.ts';
import { appendParameters, fillTemplate, parseTemplate, urlLengthMax } from './index.ts';

const nasty = [
  '//evil.example',
  '@evil.example/',
  ':8080@evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '\r\nLocation: https://evil.example',
  '\t\n\0',
  '../../..',
  '%2e%2e/%2E.',
  '.',
  '%',
  '%0d%0a',
  '%5C',
  '#',
  '?',
  '&x=1',
  ';',
  '{clickid}',
  '{token1:raw}',
  '"\'<>`|^',
  '\u212a\u017f',
  '\u2028\u202e',
  '\ud800',
  '。evil。example',
  '🙂'.repeat(2_000),
  'x'.repeat(10_000),
];
const value = fc.oneof(
  fc.constantFrom(...nasty),
  fc.array(fc.constantFrom(...nasty), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
);
const spellings = macroNames.flatMap((name) => [name, ...(macros[name].aliases ?? [])]);
const macro = fc
  .tuple(fc.constantFrom(...spellings, 'param.x', 'unknown', 'x:y'), fc.constantFrom('', ':raw'))
  .map(([name, suffix]) => `{${name}${suffix}}`);
const encodedMacro = macro.map((text) => text.replace(':raw', ''));
const literal = fc.constantFrom('', 'a', '/', '-', '.', 'b/c', '%41', 'ä');
const origins = fc.constantFrom(
  'https://a.example',
  'http://a.example:8080',
  'https://MÜNZE.example',
  'http://[2001:db8::1]',
  'http://127.0.0.1:81',
);

function templateOf(part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const run = fc.array(fc.oneof(part, literal), { maxLength: 4 }).map((parts) => parts.join(''));
  return fc
    .tuple(origins, fc.constantFrom('/', '?', '#', '/p/'), run, fc.constantFrom('', '?q=', '#'), run)
    .map((parts) => parts.join(''));
}

function fill(url: string, given: readonly string[]): string | undefined {
  let at = 0;
  const next = () => given[(at += 1) % given.length];
  return fillTemplate(parseTemplate(url), { value: next, param: next });
}

const severalValues = fc.array(value, { minLength: 1, maxLength: 4 });

describe('fillTemplate with any values', () => {
  it('returns a valid ASCII URL of at most 8 KiB with the origin of the template', () => {
    fc.assert(
      fc.property(templateOf(macro), severalValues, (url, given) => {
        const filled = fill(url, given) ?? expect.fail(`refused ${url}`);
        expect(new URL(filled).origin).toBe(new URL(url.replaceAll(/\{[^}]*\}/g, '')).origin);
        expect(filled).toMatch(/^[\x21-\x7e]*$/);
        expect(filled).not.toMatch(/["'<>\\^`{|}]/);
        expect(filled.length).toBeLessThanOrEqual(urlLengthMax);
      }),
      { numRuns: rounds(1_000, 5_000) },
    );
  });

  it('returns a URL that the parser does not change', () => {
    fc.assert(
      fc.property(templateOf(encodedMacro), severalValues, (url, given) => {
        const filled = fill(url, given) ?? '';
        const hasOwnDots = /(?:^|\/)(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(url.replaceAll(/\{[^}]*\}/g, ''));
        if (!hasOwnDots) expect(new URL(filled).href).toBe(filled);
      }),
      { numRuns: rounds(1_000, 5_000) },
    );
  });

  it('encodes values so that they add no delimiter and decode to the same text', () => {
    fc.assert(
      fc.property(value, (text) => {
        const encoded = encodeValue(text);
        expect(encoded).toMatch(/^(?:[A-Za-z0-9_.~!*()-]|%[0-9A-F]{2})*$/);
        expect(decodeURIComponent(encoded)).toBe(text.toWellFormed());
        fc.pre(encoded.length < 4_000);
        const url = new URL(fill('https://a.example/p/{token1}?q={token2}&r=1#{token3}', [text]) ?? '');
        expect([...url.searchParams]).toEqual([
          ['q', text.toWellFormed()],
          ['r', '1'],
        ]);
        expect(url.pathname.split('/')).toHaveLength(3);
        expect(decodeURIComponent(url.hash)).toBe(text === '' ? '' : `#${text.toWellFormed()}`);
      }),
      { numRuns: rounds(500, 2_000) },
    );
  });

  it('encodes raw values idempotently', () => {
    fc.assert(
      fc.property(value, (text) => {
        const once = encodeRaw(text);
        expect(encodeRaw(once)).toBe(once);
        expect(encodeRaw(encodeValue(text))).toBe(encodeValue(text));
      }),
      { numRuns: rounds(500, 2_000) },
    );
  });

  it('appends parameters before the fragment, within 8 KiB and on the same host', () => {
    const pairs = fc.array(fc.tuple(value, value), { maxLength: 5 });
    fc.assert(
      fc.property(templateOf(encodedMacro), pairs, fc.constantFrom('all', 'missing'), (url, given, mode) => {
        const filled = fill(url, ['x']) ?? '';
        const appended = new URL(appendParameters(filled, given, mode));
        const before = new URL(filled);
        expect([appended.origin, appended.hash, appended.pathname]).toEqual([
          before.origin,
          before.hash,
          before.pathname,
        ]);
        expect(appended.href.length).toBeLessThanOrEqual(urlLengthMax);
        const kept = [...before.searchParams];
        expect([...appended.searchParams].slice(0, kept.length)).toEqual(kept);
      }),
      { numRuns: rounds(500, 2_000) },
    );
  });
});
