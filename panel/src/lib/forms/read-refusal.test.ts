import { describe, expect, it } from 'vitest';
import { correctTypo } from './read-refusal.ts';

describe('correctTypo', () => {
  it.each([
    ['?a={clickid&b={clickid}', '{clickid', '?a={clickid}&b={clickid}'],
    ['?a=clickid}&b={clickid}', 'clickid}', '?a={clickid}&b={clickid}'],
    ['?a={{clickid}}', '{{clickid}}', '?a={clickid}'],
    ['?a=[clickid]&b=[clickid]', '[clickid]', '?a={clickid}&b={clickid}'],
  ])('corrects %s', (text, written, corrected) => {
    expect(correctTypo({ urls: [text] }, { written, meant: '{clickid}' })).toEqual({ urls: [corrected] });
  });
});
