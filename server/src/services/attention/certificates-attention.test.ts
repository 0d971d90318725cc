import { expect, it } from 'vitest';
import { describeBuiltIn } from './certificates-attention.ts';

const now = new Date('2026-11-19T12:00:00Z');
const host = { id: null, host: 'track.example.com' };
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

it.each([
  ['a certificate that is not about to expire', inDays(15), 'rateLimited: too many', []],
  ['a host whose first certificate is being obtained', null, null, []],
  [
    'a host without a certificate',
    null,
    'unauthorized: wrong response',
    [
      'There is no TLS certificate for track.example.com yet. Waypost failed to obtain one: unauthorized: wrong response',
    ],
  ],
  [
    'a certificate that cannot be renewed',
    inDays(9),
    'rateLimited: too many',
    [
      'The TLS certificate for track.example.com expires in 9 days. Waypost failed to obtain one: rateLimited: too many',
    ],
  ],
  [
    'an expired certificate',
    inDays(-2),
    null,
    ['The TLS certificate for track.example.com expired 2 days ago. Browsers are blocking visitors.'],
  ],
])('an alert about %s has the words of the authority', (_, notAfter, lastError, expected) => {
  const found = describeBuiltIn(host, { notAfter, lastError }, { now, days: 14 });
  expect(found.map(({ message }) => message)).toEqual(expected);
});
