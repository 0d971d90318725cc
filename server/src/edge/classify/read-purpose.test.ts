import { describe, expect, it } from 'vitest';
import { readPurpose } from './read-purpose.ts';

describe('the purpose of a request', () => {
  it.each([
    ['sec-purpose', 'prefetch', 'sec-purpose'],
    ['sec-purpose', 'prefetch;prerender', 'sec-purpose'],
    ['sec-purpose', 'prefetch;anonymous-client-ip', 'sec-purpose'],
    ['purpose', 'prefetch', 'purpose'],
    ['purpose', 'Preview', 'purpose'],
    ['x-purpose', 'preview', 'x-purpose'],
    ['x-purpose', 'instant', 'x-purpose'],
    ['x-moz', 'prefetch', 'x-moz'],
  ] as const)('%s: %s is a prefetch', (name, value, reason) => {
    expect(readPurpose('GET', { [name]: value })).toEqual({ isPrefetch: true, reason });
  });

  it('HEAD is never a visit, whatever else is sent', () => {
    expect(readPurpose('HEAD', { purpose: 'prefetch' })).toEqual({ isPrefetch: true, reason: 'head' });
  });

  it('a preview service fetches for somebody who only sees the link', () => {
    expect(readPurpose('GET', {}, true)).toEqual({ isPrefetch: true, reason: 'preview' });
  });

  it('a plain request is a visit', () => {
    const headers = { 'sec-fetch-mode': 'navigate', purpose: '', 'x-moz': 'something' };
    expect(readPurpose('GET', headers)).toEqual({ isPrefetch: false, reason: undefined });
    expect(readPurpose('POST', {})).toEqual({ isPrefetch: false, reason: undefined });
  });
});
