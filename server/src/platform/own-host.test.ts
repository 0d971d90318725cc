import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { isOwnHost } from './own-host.ts';

it.each([
  '127.0.0.1',
  '127.0.0.1:8080',
  'localhost',
  'LOCALHOST:8080',
  '[::1]:8080',
  '192.0.2.7',
  hostname(),
])('isOwnHost accepts %s as this machine', (host) => {
  expect(isOwnHost(host)).toBe(true);
});

it.each([
  '',
  'evil.example',
  'evil.example:8080',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  '[::1',
  '::1',
])('isOwnHost rejects "%s"', (host) => {
  expect(isOwnHost(host)).toBe(false);
});
