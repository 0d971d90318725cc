import { expect, it } from 'vitest';
import { formatDelivery } from './format-delivery.ts';

const failed = { at: '', isOk: false, status: null, error: null };

it.each([
  ['webhook', { ...failed, isOk: true, status: 200 }, 'Delivered.'],
  ['webhook', { ...failed, status: 410 }, 'HTTP 410: URL not found.'],
  ['push', { ...failed, isOk: true, status: 201 }, 'Delivered.'],
  ['push', { ...failed, error: 'dns' }, 'DNS lookup failed.'],
  ['push', { ...failed, status: 403, error: 'BadJwtToken' }, 'HTTP 403: access denied. BadJwtToken'],
  ['push', { ...failed, status: 429 }, 'HTTP 429: too many requests.'],
] as const)('formatDelivery formats the result of a %s: %j', (type, result, text) => {
  expect(formatDelivery(result, type)).toBe(text);
});

it.each([404, 410])('formatDelivery says that a device is gone after status %d', (status) => {
  expect(formatDelivery({ ...failed, status }, 'push')).toContain('it was removed');
});
