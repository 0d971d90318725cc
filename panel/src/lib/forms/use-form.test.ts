import { describe, expect, it } from 'vitest';
import { WaypostApiError } from '../../../../client/waypost-panel-client.ts';
import { placeError } from './use-form.ts';

function refusal(details: Record<string, unknown>): WaypostApiError {
  const error = { code: 'VALIDATION_FAILED' as const, message: 'invalid', details };
  return new WaypostApiError(new Response(null, { status: 422 }), { ok: false, error, requestId: 'r' });
}

const form = { email: '', password: '' };
const email = { path: 'email', message: 'is not an email address' };
const password = { path: 'password', message: 'is too short' };

describe('placeError', () => {
  it('returns nothing without an error', () => {
    expect(placeError(null, form)).toEqual({ fields: {}, other: null });
  });

  it('returns only field messages if every message belongs to a field', () => {
    expect(placeError(refusal({ issues: [email, password] }), form)).toEqual({
      fields: { email: 'Is not an email address', password: 'Is too short' },
      other: null,
    });
  });

  it('also returns the error if a message belongs to no field, so that the message is not lost', () => {
    const error = refusal({ issues: [email, { path: 'role', message: 'is unknown' }] });
    const { fields, other } = placeError(error, form);
    expect(fields['email']).toBe('Is not an email address');
    expect(other).toBe(error);
  });

  it('returns the error if a message belongs to a part of a field', () => {
    const error = refusal({ issues: [{ path: 'email.0', message: 'is empty' }] });
    expect(placeError(error, form).other).toBe(error);
  });

  it.each([
    ['a refusal without messages', refusal({})],
    ['a lost connection', new TypeError('failed')],
  ])('returns the error for %s', (_, error) => {
    expect(placeError(error, form)).toEqual({ fields: {}, other: error });
  });
});
