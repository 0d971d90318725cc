import { describe, expect, it } from 'vitest';
import { readLanguage, readPurpose } from './read-headers.ts';

describe('readLanguage', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['EN-us', 'en'],
    ['zh-Hant-TW', 'zh'],
    ['pt_BR', 'pt'],
    ['fil-PH,fil;q=0.9', 'fil'],
    ['en;q=0.5, fr;q=0.9', 'fr'],
    ['en;q=0, fr;q=0.1', 'fr'],
    ['*, de;q=0.5', 'de'],
    [' ru ', 'ru'],
    ['en;q=high,de;q=0.2', 'de'],
    ['*', undefined],
    ['', undefined],
    ['english', undefined],
    ['e', undefined],
    ['12', undefined],
    [';;;,,,', undefined],
    [`${'x'.repeat(9_999)},de`, undefined],
  ])('reads %s as %s', (header, expected) => {
    expect(readLanguage(header)).toBe(expected);
    expect(readLanguage(header)).toBe(expected);
  });

  it('returns undefined without a header', () => {
    expect(readLanguage(undefined)).toBeUndefined();
  });
});

describe('readPurpose', () => {
  it.each([
    ['sec-purpose', 'prefetch', 'sec-purpose'],
    ['sec-purpose', 'prefetch;prerender', 'sec-purpose'],
    ['sec-purpose', 'prefetch;anonymous-client-ip', 'sec-purpose'],
    ['purpose', 'prefetch', 'purpose'],
    ['purpose', 'Preview', 'purpose'],
    ['x-purpose', 'preview', 'x-purpose'],
    ['x-purpose', 'instant', 'x-purpose'],
    ['x-moz', 'prefetch', 'x-moz'],
  ] as const)('detects a prefetch by %s: %s', (name, value, reason) => {
    expect(readPurpose('GET', { [name]: value })).toEqual({ isPrefetch: true, reason });
  });

  it('treats every HEAD request as a prefetch', () => {
    expect(readPurpose('HEAD', { purpose: 'prefetch' })).toEqual({ isPrefetch: true, reason: 'head' });
  });

  it('treats requests from link preview services as prefetches', () => {
    expect(readPurpose('GET', {}, true)).toEqual({ isPrefetch: true, reason: 'preview' });
  });

  it('does not treat a request without prefetch headers as a prefetch', () => {
    const headers = { 'sec-fetch-mode': 'navigate', purpose: '', 'x-moz': 'something' };
    expect(readPurpose('GET', headers)).toEqual({ isPrefetch: false, reason: undefined });
    expect(readPurpose('POST', {})).toEqual({ isPrefetch: false, reason: undefined });
  });
});
