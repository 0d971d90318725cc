import { expect, it } from 'vitest';
import { makeEstimator } from './estimate-strength.ts';

const estimate = makeEstimator();
const about = ['margarete@example.com', 'margarete', 'Blue Whale Media', 'waypost'];

it.each([
  ['Passw0rd!Passw0rd!', 'extendedRepeat'],
  ['1qaz2wsx3edc', 'common'],
  ['football1234', 'similarToCommon'],
  ['changeme12345', 'similarToCommon'],
  ['012345678902', 'sequences'],
  ['iloveyou2026!', 'similarToCommon'],
  ['margarete-2026', 'userInputs'],
])('%s is weak: %s', (password, warning) => {
  const found = estimate(password, about);
  expect(found.warning).toBe(warning);
  expect(found.score).toBeLessThan(3);
});

it.each([
  'correct horse battery',
  'vier zwölf Äpfel',
  'k9$Lm2#Qx7!vB',
  '🐎🔋📎🐎🍎🎺🧦🪜🎻🫖🦊🪁',
  'zwölf Zeiche',
])('%s holds out', (password) => {
  expect(estimate(password, about).score).toBeGreaterThanOrEqual(3);
});

it('characters that look alike count as the same', () => {
  expect(estimate('ｆｏｏｔｂａｌｌ１２３４', about)).toEqual(estimate('football1234', about));
});

it('of a long one the beginning decides', () => {
  const start = 'football1234'.repeat(6);
  expect(estimate(`${start}${'x7#kQ'.repeat(150)}`, about)).toEqual(estimate(start, about));
});
