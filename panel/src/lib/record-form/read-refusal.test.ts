import { describe, expect, it } from 'vitest';
import { correctSlip } from './read-refusal.ts';

describe('correctSlip', () => {
  it.each([
    ['?a={clickid&b={clickid}', '{clickid', '?a={clickid}&b={clickid}'],
    ['?a=clickid}&b={clickid}', 'clickid}', '?a={clickid}&b={clickid}'],
    ['?a={{clickid}}', '{{clickid}}', '?a={clickid}'],
    ['?a=[clickid]&b=[clickid]', '[clickid]', '?a={clickid}&b={clickid}'],
  ])('corrects %s', (text, written, corrected) => {
    expect(correctSlip({ urls: [text] }, { written, meant: '{clickid}' })).toEqual({ urls: [corrected] });
  });
});
