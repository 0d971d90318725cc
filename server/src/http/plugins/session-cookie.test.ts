import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import {
  endSessionCookie,
  readBrowserToken,
  readSessionToken,
  setBrowserCookie,
  setSessionCookie,
} from './session-cookie.ts';

const token = 'p3Qm0vXW9nYc7uRkTfZbA1sDgHjL2eKxVtN5iOyMw4E';
const session = { token, expiresAt: new Date('2026-11-23T09:02:10.114Z') };
const secure = 'https://panel.example.com';
const origins = [undefined, 'http://127.0.0.1:8080', secure];

function requestWith(cookie: string | undefined): FastifyRequest {
  return { headers: cookie === undefined ? {} : { cookie } } as FastifyRequest;
}

function setBy(write: (reply: FastifyReply) => void): string {
  const headers: string[] = [];
  write({ header: (_: string, value: string) => headers.push(value) } as unknown as FastifyReply);
  return headers.join();
}

describe('the session cookie', () => {
  it('has the __Host- prefix and Secure over HTTPS', () => {
    expect(setBy((reply) => setSessionCookie(reply, session, secure))).toBe(
      `__Host-waypost=${token}; Secure; Path=/; Expires=Mon, 23 Nov 2026 09:02:10 GMT; HttpOnly; SameSite=Lax`,
    );
  });

  it.each([undefined, 'http://127.0.0.1:8080'])(
    'has neither the prefix nor Secure without HTTPS (%s)',
    (origin) => {
      expect(setBy((reply) => setSessionCookie(reply, session, origin))).toBe(
        `waypost=${token}; Path=/; Expires=Mon, 23 Nov 2026 09:02:10 GMT; HttpOnly; SameSite=Lax`,
      );
    },
  );

  it.each(origins)('is removed with the same attributes (%s)', (origin) => {
    const ended = setBy((reply) => endSessionCookie(reply, origin));
    const set = setBy((reply) => setSessionCookie(reply, { token: '', expiresAt: new Date(0) }, origin));
    expect(ended).toBe(set);
    expect(ended).toContain('Expires=Thu, 01 Jan 1970 00:00:00 GMT');
  });

  it.each(origins)('is read back among other cookies (%s)', (origin) => {
    const [pair = ''] = setBy((reply) => setSessionCookie(reply, session, origin)).split(';');
    for (const header of [pair, `a=b; ${pair}`, `${pair};a=b`, `a=b;  ${pair} ; c=d`])
      expect(readSessionToken(requestWith(header), origin)).toBe(token);
  });

  it.each(origins)('is distinct from the browser cookie (%s)', (origin) => {
    const set = setBy((reply) => setBrowserCookie(reply, session, origin));
    const [pair = ''] = set.split(';');
    expect(set).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(readBrowserToken(requestWith(pair), origin)).toBe(token);
    expect(readSessionToken(requestWith(pair), origin)).toBeUndefined();
    const [other = ''] = setBy((reply) => setSessionCookie(reply, session, origin)).split(';');
    expect(readBrowserToken(requestWith(other), origin)).toBeUndefined();
  });

  it('is not read over HTTPS without its prefix, because any page on the domain could set it', () => {
    expect(readSessionToken(requestWith(`waypost=${token}`), secure)).toBeUndefined();
    expect(readSessionToken(requestWith(`__Host-waypost=${token}`), undefined)).toBeUndefined();
  });

  it.each([
    undefined,
    '',
    'waypost',
    'waypost=',
    `waypost=${token}x`,
    `waypost=${token.slice(1)}`,
    `waypost="${token}"`,
    `waypost=${token.slice(1)}%`,
    `xwaypost=${token}`,
    `WAYPOST=${token}`,
    `waypost=${token}; waypost=${token}`,
  ])('is not found in %j', (header) => {
    expect(readSessionToken(requestWith(header), undefined)).toBeUndefined();
  });
});
