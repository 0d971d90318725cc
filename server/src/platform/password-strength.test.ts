import { expect, it } from 'vitest';
import { estimateStrength } from './password-strength.ts';

it('estimateStrength considers words that an attacker may know', async () => {
  expect(await estimateStrength('margarete-2026', ['margarete'])).toEqual({
    score: 2,
    warning: 'userInputs',
  });
});
