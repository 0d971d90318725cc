import { expect, it } from 'vitest';
import { estimateStrength } from './password-strength.ts';

it('a process of its own tells how hard a password is to guess for who knows what it is about', async () => {
  expect(await estimateStrength('margarete-2026', ['margarete'])).toEqual({
    score: 2,
    warning: 'userInputs',
  });
});
