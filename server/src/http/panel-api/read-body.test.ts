import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { readBody } from './read-body.ts';

function issuesOf(work: () => unknown): unknown {
  try {
    work();
    return [];
  } catch (error) {
    return (error as { details: { issues: unknown } }).details.issues;
  }
}

describe('an operation without a body', () => {
  const request = (body: unknown, headers = {}) => ({ body, headers }) as FastifyRequest;
  const none = [{ path: '', message: 'this operation has no request body' }];

  it.each([
    ['an empty object', request({}), none],
    ['null', request(null), none],
    ['content length 2', request(undefined, { 'content-length': '2' }), none],
    ['chunked encoding', request(undefined, { 'transfer-encoding': 'chunked' }), none],
    ['nothing', request(undefined), []],
    ['content length 0', request(undefined, { 'content-length': '0' }), []],
  ])('rejects a body but accepts its absence: %s', (_, sent, issues) => {
    expect(issuesOf(() => readBody(sent, false))).toEqual(issues);
  });
});
