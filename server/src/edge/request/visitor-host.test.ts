import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastValue, normalizeHost } from './visitor-host.ts';

// Any UTF-16 code units, including unpaired surrogates.
const anyText = fc.array(fc.nat(0xffff), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes));

describe('normalizeHost', () => {
  it.each([
    ['track.example.com', 'track.example.com'],
    ['Track.EXAMPLE.com', 'track.example.com'],
    ['track.example.com:8090', 'track.example.com'],
    ['track.example.com:', 'track.example.com'],
    ['track.example.com.', 'track.example.com'],
    ['track.example.com.:443', 'track.example.com'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['localhost:8090', 'localhost'],
    ['127.0.0.1:8090', '127.0.0.1'],
    ['[::1]:8090', '[::1]'],
    ['[2001:DB8::0:1]', '[2001:db8::1]'],
    [`${'a.'.repeat(126)}a:443`, `${'a.'.repeat(126)}a`],
  ])('normalizes %s', (host, expected) => {
    expect(normalizeHost(host)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    '.',
    ':80',
    'a..b',
    '.a',
    'a.b..',
    '-a.example',
    'a-.example',
    'a b',
    'a/b',
    'a@b',
    'a:b',
    'a:1:2',
    'a_b.example',
    'bücher.example',
    '*.example',
    '[::1',
    '[::1]x',
    '[nonsense]',
    '::1',
    `${'a.'.repeat(127)}a`,
    'a'.repeat(10_000),
  ])('returns an empty string for %j', (host) => {
    expect(normalizeHost(host)).toBe('');
  });

  it('returns only valid hosts and is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.stringMatching(/^[-.a-z:0-9]*$/)), (text) => {
        const host = normalizeHost(text);
        expect(host).toMatch(/^(?:[a-z0-9.-]*|\[[0-9a-f:]+\])$/);
        expect(normalizeHost(host)).toBe(host);
      }),
    );
  });
});

it('lastValue returns the last value, which the nearest proxy added', () => {
  expect(lastValue('made-up.example, track.example')).toBe('track.example');
  expect(lastValue(['made-up.example', ' track.example '])).toBe('track.example');
  expect(lastValue('track.example')).toBe('track.example');
  expect(lastValue(undefined)).toBeUndefined();
});
