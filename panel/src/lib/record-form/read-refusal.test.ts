import { describe, expect, it } from 'vitest';
import { mendSlip } from './read-refusal.ts';

describe('mendSlip', () => {
  it.each([
    ['?a={clickid&b={clickid}', '{clickid', '?a={clickid}&b={clickid}'],
    ['?a=clickid}&b={clickid}', 'clickid}', '?a={clickid}&b={clickid}'],
    ['?a={{clickid}}', '{{clickid}}', '?a={clickid}'],
    ['?a=[clickid]&b=[clickid]', '[clickid]', '?a={clickid}&b={clickid}'],
  ])('replaces %s', (text, written, mended) => {
    expect(mendSlip({ urls: [text] }, { written, meant: '{clickid}' })).toEqual({ urls: [mended] });
  });
});
