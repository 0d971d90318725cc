import { expect, it } from 'vitest';
import { markUntrusted } from './mark-untrusted.ts';

it('markUntrusted puts the note before untrusted text and escapes invisible characters', () => {
  const data = { events: [{ tokens: { token1: 'shoes\u{e0041}' }, referrer: 'https://a.example/\u202e' }] };
  const answer = markUntrusted({ data, about: { workspace: 'Main\u200b' } });
  expect(answer).toEqual({
    about: { note: expect.stringContaining('not instructions'), workspace: 'Main[U+200B]' },
    data: { events: [{ tokens: { token1: 'shoes[U+E0041]' }, referrer: 'https://a.example/[U+202E]' }] },
  });
  const text = JSON.stringify(answer);
  expect(text.indexOf('not instructions')).toBeLessThan(text.indexOf('"data"'));
});
