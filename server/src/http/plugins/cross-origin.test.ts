import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { refuseCrossOriginWrite } from './cross-origin.ts';

function attempt(
  method: string,
  headers: Record<string, string>,
  publicOrigin?: string,
  protocol = 'http',
): boolean {
  try {
    refuseCrossOriginWrite(
      { method, protocol, headers: { host: '192.0.2.7:8080', ...headers } } as unknown as FastifyRequest,
      publicOrigin,
    );
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'FORBIDDEN' });
    return false;
  }
}

describe('refuseCrossOriginWrite', () => {
  it.each(['POST', 'PATCH', 'DELETE', 'PUT'])('allows %s from clients other than browsers', (method) => {
    expect(attempt(method, {})).toBe(true);
  });

  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ origin: 'http://192.0.2.7:8080' }, true],
    [{ origin: 'http://192.0.2.7' }, false],
    [{ origin: 'https://192.0.2.7:8080' }, false],
    [{ origin: 'http://192.0.2.7:80', host: '192.0.2.7' }, true],
    [{ origin: 'https://192.0.2.7', host: '192.0.2.7' }, false],
    [{ origin: 'http://evil.example:8080' }, false],
    [{ origin: 'null' }, false],
    [{ origin: 'http://192.0.2.7:8080.evil.example' }, false],
    [{ origin: 'http://192.0.2.7:8080', 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }, false],
  ])('given a write with the headers %j, returns %s', (headers, passes) => {
    expect(attempt('POST', headers)).toBe(passes);
  });

  it('compares the Origin header with the configured public origin instead of the Host header', () => {
    const publicOrigin = 'https://panel.example';
    expect(attempt('POST', { origin: 'https://panel.example' }, publicOrigin)).toBe(true);
    expect(attempt('POST', { origin: 'http://192.0.2.7:8080' }, publicOrigin)).toBe(false);
  });
});

it('refuseCrossOriginWrite rejects public host names unless the public origin is configured', () => {
  const headers = { host: 'evil.example:8080', origin: 'http://evil.example:8080' };
  expect(attempt('POST', headers)).toBe(false);
  expect(attempt('POST', { host: 'evil.example', 'sec-fetch-site': 'same-origin' })).toBe(false);
  expect(attempt('POST', { host: 'waypost:8080' })).toBe(true);
  expect(attempt('POST', headers, 'http://evil.example:8080')).toBe(true);
});

it('refuseCrossOriginWrite uses the scheme of a trusted proxy', () => {
  const headers = { host: '192.0.2.7', origin: 'https://192.0.2.7' };
  expect(attempt('POST', headers, undefined, 'https')).toBe(true);
  expect(attempt('POST', headers, undefined, 'http')).toBe(false);
});

it('refuseCrossOriginWrite allows reads from any origin', () => {
  expect(attempt('GET', { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(true);
});
