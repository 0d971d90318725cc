import { describe, expect, it } from 'vitest';
import { readReferrer } from './read-referrer.ts';

describe('readReferrer', () => {
  it.each([
    ['https://www.Example.com/path?x=1', 'example.com'],
    ['https://example.com', 'example.com'],
    ['HTTP://NEWS.example.com:8080/', 'news.example.com'],
    ['https://user:secret@example.com/a@b', 'example.com'],
    ['https://example.com?x=https://other.example', 'example.com'],
    ['https://example.com#x', 'example.com'],
    ['https://example.com\\@evil.example/', 'example.com'],
    ['https://www.com/', 'www.com'],
    ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
    ['https://203.0.113.9/', '203.0.113.9'],
    ['https://[2001:db8::1]:443/', '[2001:db8::1]'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
    ['about:blank', undefined],
    ['javascript:alert(1)', undefined],
    ['https://', undefined],
    ['https:///path', undefined],
    ['https://exa mple.com/', undefined],
    ['https://-/', undefined],
    ['example.com/path', undefined],
    [`https://${'a'.repeat(2_000)}.com/`, undefined],
  ])('reads the domain of %s as %s', (header, expected) => {
    expect(readReferrer(header).referrerDomain).toBe(expected);
  });

  it('keeps the referrer as sent, up to 1,024 characters', () => {
    const long = `https://example.com/${'x'.repeat(5_000)}`;
    expect(readReferrer('https://www.Example.com/A').referrer).toBe('https://www.Example.com/A');
    expect(readReferrer(long)).toEqual({ referrer: long.slice(0, 1_024), referrerDomain: 'example.com' });
  });

  it('returns undefined values if there is no header', () => {
    expect(readReferrer(undefined)).toEqual({ referrer: undefined, referrerDomain: undefined });
    expect(readReferrer('')).toEqual({ referrer: undefined, referrerDomain: undefined });
  });
});
