import { describe, expect, it } from 'vitest';
import { operations } from '../../http/api-v1/operations/index.ts';
import { buildOpenApiDocument } from '../../http/openapi/build-document.ts';
import { CheckedDescription, type Observations, type SeenAnswer } from './checked-description.ts';

const requestId = '01a1dd30-8c1f-7d24-9b6a-e0f1a2b3c4d5';
const id = '01a1dd27-0b52-7a6d-9c3f-2e8d41b7f605';
const observations: Observations = new Set();
const description = new CheckedDescription(buildOpenApiDocument(operations), observations);

function answer(
  change: Partial<SeenAnswer> & { body?: unknown; header?: Record<string, string> },
): SeenAnswer {
  const { body = { ok: true, data: { id } }, header = {}, ...rest } = change;
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': requestId, ...header };
  return {
    method: 'POST',
    path: '/landings',
    status: 200,
    headers: new Headers(headers),
    text: JSON.stringify(body),
    ...rest,
  };
}

const error = (code: string) => ({ ok: false, error: { code, message: 'no', details: {} }, requestId });

it('CheckedDescription records responses that match the description', () => {
  description.check(answer({}));
  description.check(
    answer({ status: 409, method: 'PATCH', path: `/landings/${id}`, body: error('CONFLICT') }),
  );
  expect([...observations]).toEqual(['createLanding 200', 'updateLanding 409']);
});

describe('CheckedDescription rejects a response that does not match the description', () => {
  it.each<[reason: string, change: Parameters<typeof answer>[0]]>([
    ['createLanding does not describe status 201', { status: 201 }],
    ['createLanding does not describe status 409', { status: 409, body: error('CONFLICT') }],
    ['/data must have required property', { body: { ok: true, data: {} } }],
    ['/data/id must match format "uuid"', { body: { ok: true, data: { id: 'x' } } }],
    ['/data must NOT have additional properties', { body: { ok: true, data: { id, name: 'x' } } }],
    ['/ok must be equal to constant', { body: { ok: false, data: { id } } }],
    ['FORBIDDEN does not belong to this status', { status: 400, body: error('FORBIDDEN') }],
    ['/error/code must be equal to one of', { status: 400, body: error('BROKEN') }],
    ['the request IDs differ', { status: 400, body: { ...error('VALIDATION_FAILED'), requestId: 'x' } }],
    ['the header x-request-id', { header: { 'x-request-id': '' } }],
    ['the header retry-after is missing', { status: 429, body: error('RATE_LIMITED') }],
    ['the header ratelimit-limit: / must be', { header: { 'ratelimit-limit': 'many' } }],
    ['is not JSON', { header: { 'content-type': 'text/plain' } }],
    ['operation not found', { method: 'PUT' }],
    ['operation not found', { path: '/nothing' }],
    [
      '/ must NOT have additional properties',
      { path: '/nothing', status: 404, body: { ...error('NOT_FOUND'), x: 1 } },
    ],
  ])('and reports "%s"', (reason, change) => {
    expect(() => description.check(answer(change))).toThrow(reason);
  });
});

it('CheckedDescription prefers a fixed path to a path with an ID', () => {
  expect(description.find('POST', '/landings/restore')?.operation.operationId).toBe('restoreLandings');
  expect(description.find('GET', `/rotators/${id}/rules`)?.operation.operationId).toBe('getRotatorRules');
  expect(description.find('GET', `/landings/${id}/more`)).toBeUndefined();
});
