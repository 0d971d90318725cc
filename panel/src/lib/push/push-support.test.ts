import { expect, it } from 'vitest';
import { findObstacle, obstacleTexts } from './push-support.ts';

const complete = {
  isSecureContext: true,
  PushManager: {},
  Notification: {},
  navigator: { serviceWorker: {} },
};

it.each([
  ['undefined in a browser that supports notifications', complete, undefined],
  ['the missing HTTPS', { isSecureContext: false, navigator: {} }, 'insecure'],
  [
    'the Home Screen on an iPhone',
    { isSecureContext: true, navigator: { serviceWorker: {}, standalone: false } },
    'home-screen',
  ],
  [
    'undefined in the app on an iPhone',
    { ...complete, navigator: { serviceWorker: {}, standalone: true } },
    undefined,
  ],
  [
    'missing support in an old iPhone app',
    { isSecureContext: true, navigator: { serviceWorker: {}, standalone: true } },
    'unsupported',
  ],
  ['missing support in a private window', { ...complete, navigator: {} }, 'unsupported'],
])('findObstacle returns %s', (_, scope, obstacle) => {
  expect(findObstacle(scope)).toBe(obstacle);
});

it('obstacleTexts says what to do', () => {
  expect(obstacleTexts.insecure).toContain('https://');
  expect(obstacleTexts['home-screen']).toContain('Add to Home Screen');
  expect(obstacleTexts.unsupported).toContain('private window');
});
