import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorEnvelope, successEnvelope } from './envelope.ts';
import { errorCodes } from './error-codes.ts';

const failure = {
  ok: false,
  error: { code: 'NOT_FOUND', message: 'no such route', details: { path: '/x' } },
  requestId: 'r-1',
};

describe('errorEnvelope', () => {
  it('accepts every error code', () => {
    for (const code of Object.keys(errorCodes)) {
      const answer = { ...failure, error: { ...failure.error, code } };
      expect(errorEnvelope.parse(answer)).toEqual(answer);
    }
  });

  it.each([
    ['a code outside the table', { ...failure, error: { ...failure.error, code: 'TEAPOT' } }],
    ['ok set to true', { ...failure, ok: true }],
    ['no request ID', { ok: false, error: failure.error }],
    ['no details', { ...failure, error: { code: 'NOT_FOUND', message: 'no such route' } }],
    ['an undocumented field', { ...failure, stack: 'at main' }],
    ['an undocumented field in the error', { ...failure, error: { ...failure.error, sql: 'x' } }],
  ])('rejects a response with %s', (_, answer) => {
    expect(errorEnvelope.safeParse(answer).success).toBe(false);
  });
});

describe('successEnvelope', () => {
  const envelope = successEnvelope(z.strictObject({ name: z.string() }));

  it('accepts data that matches the schema, and rejects additional fields', () => {
    const answer = { ok: true, data: { name: 'x' } };
    expect(envelope.parse(answer)).toEqual(answer);
    expect(envelope.safeParse({ ...answer, requestId: 'r-1' }).success).toBe(false);
  });

  it('rejects `ok: false` and data that does not match the schema', () => {
    expect(envelope.safeParse({ ok: true, data: { name: 7 } }).success).toBe(false);
    expect(envelope.safeParse({ ok: false, data: { name: 'x' } }).success).toBe(false);
  });
});
