import { expect, it } from 'vitest';
import { createEstimator } from './estimate-strength.ts';

const estimate = createEstimator();
const about = ['margarete@example.com', 'margarete', 'Blue Whale Media', 'waypost'];

it.each([
  ['Passw0rd!Passw0rd!', 'extendedRepeat'],
  ['1qaz2wsx3edc', 'common'],
  ['football1234', 'similarToCommon'],
  ['changeme12345', 'similarToCommon'],
  ['012345678902', 'sequences'],
  ['iloveyou2026!', 'similarToCommon'],
  ['margarete-2026', 'userInputs'],
])('the estimator rates %s as weak: %s', (password, warning) => {
  const strength = estimate(password, about);
  expect(strength.warning).toBe(warning);
  expect(strength.score).toBeLessThan(3);
});

it.each([
  'correct horse battery',
  'vier zwölf Äpfel',
  'k9$Lm2#Qx7!vB',
  '🐎🔋📎🐎🍎🎺🧦🪜🎻🫖🦊🪁',
  'zwölf Zeiche',
])('the estimator rates %s as strong', (password) => {
  expect(estimate(password, about).score).toBeGreaterThanOrEqual(3);
});

it('the estimator treats full-width characters like ASCII', () => {
  expect(estimate('ｆｏｏｔｂａｌｌ１２３４', about)).toEqual(estimate('football1234', about));
});

it('the estimator checks only the start of a long password', () => {
  const start = 'football1234'.repeat(6);
  expect(estimate(`${start}${'x7#kQ'.repeat(150)}`, about)).toEqual(estimate(start, about));
});
