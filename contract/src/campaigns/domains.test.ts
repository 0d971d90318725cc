import { describe, expect, it } from 'vitest';
import { domainListQuery, hostName, newDomain } from './domains.ts';

describe('hostName', () => {
  it.each([
    ['track.example.com', 'track.example.com'],
    [' Track.EXAMPLE.com. ', 'track.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['a-1.b2.example', 'a-1.b2.example'],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ])('normalizes %s to %s', (given, host) => {
    expect(hostName.parse(given)).toBe(host);
  });

  it.each([
    '',
    'localhost',
    'https://track.example.com',
    'track.example.com/path',
    'track.example.com:443',
    'user@track.example.com',
    'track..example.com',
    '.example.com',
    '-a.example.com',
    'a_b.example.com',
    '*.example.com',
    '192.0.2.1',
    '0x7f.1',
    '[::1]',
    'track example.com',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
  ])('rejects %j', (given) => {
    expect(hostName.safeParse(given).success).toBe(false);
  });
});

it('newDomain accepts only a host, so that callers cannot mark a domain as verified', () => {
  expect(newDomain.parse({ host: 'Track.example.com' })).toEqual({ host: 'track.example.com' });
  expect(newDomain.safeParse({ host: 'track.example.com', verification: 'verified' }).success).toBe(false);
});

it('domainListQuery accepts only filters that apply to domains', () => {
  expect(domainListQuery.safeParse({ q: 'track', archived: '1' }).success).toBe(true);
  expect(domainListQuery.safeParse({ country: 'DE' }).success).toBe(false);
});
