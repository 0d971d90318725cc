import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { readBody, refuseUnreadable } from './read-body.ts';

function issuesOf(work: () => unknown): unknown {
  try {
    work();
    return [];
  } catch (error) {
    return (error as { details: { issues: unknown } }).details.issues;
  }
}

const unreadable = 'must not contain NUL or half a character';

describe('what no engine can keep is refused with its place', () => {
  it.each([
    [{ origin: 'a\0' }, [{ path: 'origin', message: unreadable }]],
    [{ a: [{ b: '\ud800' }] }, [{ path: 'a.0.b', message: unreadable }]],
    [{ 'a\0': 1 }, [{ path: '', message: 'has a name that holds NUL or half a character' }]],
    [JSON.parse('{"__proto__":{"a":1}}'), [{ path: '__proto__', message: 'there is no such field' }]],
    ['\0', [{ path: '', message: unreadable }]],
    [{ a: 'ü 👩‍👩‍👧 \u0001', b: null, c: 1 }, []],
    [undefined, []],
  ])('%j', (value: unknown, issues) => {
    expect(issuesOf(() => refuseUnreadable(value))).toEqual(issues);
  });
});

describe('an operation without a body', () => {
  const request = (body: unknown, headers = {}) => ({ body, headers }) as FastifyRequest;
  const none = [{ path: '', message: 'there is no body here' }];

  it.each([
    ['an empty object', request({}), none],
    ['null', request(null), none],
    ['one that was not read', request(undefined, { 'content-length': '2' }), none],
    ['one in pieces', request(undefined, { 'transfer-encoding': 'chunked' }), none],
    ['none', request(undefined), []],
    ['none, and says so', request(undefined, { 'content-length': '0' }), []],
  ])('refuses %s', (_, sent, issues) => {
    expect(issuesOf(() => readBody(sent, false))).toEqual(issues);
  });
});
