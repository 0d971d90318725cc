import { expect, it } from 'vitest';
import {
  attemptsKeptMs,
  authorizationLimits,
  clientDocumentLimits,
  codeLimits,
  invitationLimits,
  knownBrowserLimits,
  linkLimits,
  networkForLimits,
  registrationLimits,
  resetLimits,
  sessionLimits,
  anonymousLimits,
  testCallLimits,
  type Limits,
} from './limit-attempts.ts';

const email = 'Ada@example.com';
const address = '203.0.113.7';
const inMinutes = (limits: readonly Limits[number][]) =>
  limits.map(({ max, windowMs }) => [max, windowMs / 60_000]);

it.each<[string, readonly Limits[number][], number[][]]>([
  [
    'sign-ins from unknown browsers per network and account, per account, and per network',
    anonymousLimits(email, address),
    [
      [10, 15],
      [100, 60],
      [50, 15],
    ],
  ],
  ['sign-ins from a known browser', knownBrowserLimits(email, Buffer.from('a')), [[10, 15]]],
  ['passwords within a session', sessionLimits(email, 's'), [[5, 15]]],
  ['codes', codeLimits(email), [[20, 60]]],
  [
    'password resets per account and per network',
    resetLimits(email, address),
    [
      [3, 60],
      [20, 60],
    ],
  ],
  [
    'invitations per recipient and per workspace',
    invitationLimits(email, 'w'),
    [
      [5, 60],
      [100, 60],
    ],
  ],
  ['links', linkLimits(address), [[50, 15]]],
  ['test calls', testCallLimits('w'), [[20, 1]]],
  ['agent registrations', registrationLimits(address), [[10, 60]]],
  ['agent authorizations', authorizationLimits(address), [[300, 60]]],
  ['agent client documents', clientDocumentLimits(address), [[30, 60]]],
])('attempt limits cover %s', (_, limits, expected) => {
  expect(inMinutes(limits)).toEqual(expected);
  for (const { windowMs } of limits) expect(windowMs).toBeLessThanOrEqual(attemptsKeptMs);
});

it('login attempts are kept for an hour', () => {
  expect(attemptsKeptMs).toBe(3_600_000);
});

it('login attempts are counted separately for each subject, ignoring case', () => {
  const all = [
    ...anonymousLimits(email, address),
    ...knownBrowserLimits(email, Buffer.from('a')),
    ...sessionLimits(email, 's'),
    ...codeLimits(email),
    ...resetLimits(email, address),
    ...invitationLimits(email, 'w'),
    ...linkLimits(address),
    ...testCallLimits('w'),
    ...registrationLimits(address),
    ...authorizationLimits(address),
    ...clientDocumentLimits(address),
  ];
  expect(new Set(all.map(({ subject }) => subject.toString('hex'))).size).toBe(all.length);
  expect(anonymousLimits('ADA@EXAMPLE.COM', address)).toEqual(anonymousLimits(email, address));
});

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2ff:3:4:5:6', '2001:db8:1:200::/56'],
  ['somewhere', 'unknown'],
])('networkForLimits groups the address %s into the network %s', (given, network) => {
  expect(networkForLimits(given)).toBe(network);
});
