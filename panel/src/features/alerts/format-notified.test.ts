import { expect, it } from 'vitest';
import { formatNotified } from './format-notified.ts';

it.each([
  [0, 0, 'No receivers'],
  [1, 0, '1 receiver'],
  [2, 0, '2 receivers'],
  [1, 2, '1 receiver, 2 pending'],
  [0, 1, '0 receivers, 1 pending'],
])('formatNotified with %s notified and %s pending receivers is %j', (told, toldWaiting, text) => {
  expect(formatNotified({ told, toldWaiting })).toBe(text);
});
