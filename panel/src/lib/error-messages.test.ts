import { expect, it } from 'vitest';
import { formatCallError, formatStatus } from './error-messages.ts';

it('formatCallError explains known and unknown error codes', () => {
  expect(formatCallError('dns')).toBe('DNS lookup failed.');
  expect(formatCallError('status_503')).toBe('HTTP 503: server error.');
  expect(formatCallError('something_new')).toBe('No response (something_new).');
  expect(formatCallError(null)).toBe('No response.');
});

it('formatStatus explains an HTTP status', () => {
  expect([200, 302, 403, 404, 429, 422].map(formatStatus)).toEqual([
    'HTTP 200: accepted.',
    'HTTP 302: redirects are not followed.',
    'HTTP 403: access denied.',
    'HTTP 404: URL not found.',
    'HTTP 429: too many requests.',
    'HTTP 422: request rejected.',
  ]);
});
