import { describe, expect, it } from 'vitest';
import { correctSlip } from './read-refusal.ts';

describe('mendSlip', () => {
  it.each([
    ['?a={clickid&b={clickid}', '{clickid', '?a={clickid}&b={clickid}'],
    ['?a=clickid}&b={clickid}', 'clickid}', '?a={clickid}&b={clickid}'],
    ['?a={{clickid}}', '{{clickid}}', '?a={clickid}'],
    ['?a=[clickid]&b=[clickid]', '[clickid]', '?a={clickid}&b={clickid}'],
  ])('replaces %s', (text, written, mended) => {
    expect(correctSlip({ urls: [text] }, { written, meant: '{clickid}' })).toEqual({ urls: [mended] });
  });
});
