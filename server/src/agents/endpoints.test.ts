import { describe, expect, it } from 'vitest';
import { issuerFor, rejectCrossOrigin } from './endpoints.ts';

describe('issuerFor', () => {
  it('returns the configured origin for its host and for loopback hosts', () => {
    for (const host of ['waypost.example.com', 'WAYPOST.example.com', 'localhost:8080', '127.0.0.1:8080'])
      expect(issuerFor(host, 'https://waypost.example.com')).toBe('https://waypost.example.com');
  });

  it('returns the loopback origin if no public origin is configured', () => {
    expect(issuerFor('localhost:8080', undefined)).toBe('http://localhost:8080');
    expect(issuerFor('[::1]:8080', undefined)).toBe('http://[::1]:8080');
  });

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.0.7:8080', ''])(
    'rejects the host %j',
    (host) => {
      expect(() => issuerFor(host, undefined)).toThrow('WAYPOST_PUBLIC_URL');
      expect(() => issuerFor(host, 'https://waypost.example.com')).toThrow('https://waypost.example.com/mcp');
    },
  );
});

it('rejectCrossOrigin rejects only requests from pages on other sites', () => {
  const issuer = 'https://waypost.example.com';
  expect(() => rejectCrossOrigin(undefined, issuer)).not.toThrow();
  expect(() => rejectCrossOrigin(issuer, issuer)).not.toThrow();
  for (const origin of ['null', 'https://evil.example', 'http://waypost.example.com'])
    expect(() => rejectCrossOrigin(origin, issuer)).toThrow('other origins');
});
