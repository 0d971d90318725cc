import { describe, expect, it } from 'vitest';
import { errorCodes } from './error-codes.ts';

const entries = Object.entries(errorCodes);

describe('errorCodes', () => {
  it('names each code in upper snake case', () => {
    for (const [code] of entries) expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
  });

  it('gives each code an error status and a meaning', () => {
    for (const [, { status, meaning }] of entries) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      expect(meaning).toMatch(/^[a-z].+[^.\s]$/);
    }
  });

  it('gives each code its own status', () => {
    expect(new Set(entries.map(([, { status }]) => status)).size).toBe(entries.length);
  });

  // Clients depend on these codes. New codes may be added, but existing codes are never renamed or moved to a
  // different status.
  it.each([
    ['VALIDATION_FAILED', 400],
    ['UNAUTHORIZED', 401],
    ['BILLING_REQUIRED', 402],
    ['FORBIDDEN', 403],
    ['NOT_FOUND', 404],
    ['CONFLICT', 409],
    ['PAYLOAD_TOO_LARGE', 413],
    ['RATE_LIMITED', 429],
    ['INTERNAL_ERROR', 500],
    ['SERVICE_UNAVAILABLE', 503],
  ] as const)('keeps %s at status %i', (code, status) => {
    expect(errorCodes[code].status).toBe(status);
  });
});
