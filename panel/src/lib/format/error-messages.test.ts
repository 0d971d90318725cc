import { expect, it } from 'vitest';
import { formatCallError, formatResult, formatStatus } from './error-messages.ts';

it('formatCallError explains known and unknown error codes', () => {
  expect(formatCallError('dns')).toBe('DNS lookup failed.');
  expect(formatCallError('status_503')).toBe('HTTP 503: server error.');
  expect(formatCallError('something_new')).toBe('No response (something_new).');
  expect(formatCallError(null)).toBe('No response.');
});

it('formatResult explains the status, or the error if there was no response or no success text', () => {
  expect(formatResult({ status: 200, error: null })).toBe('HTTP 200: accepted.');
  expect(formatResult({ status: 200, error: 'timeout' })).toBe('HTTP 200: accepted.');
  expect(formatResult({ status: null, error: 'timeout' })).toBe('Response timed out.');
  expect(formatResult({ status: 200, error: 'unexpected_response' })).toBe(
    'The response does not contain the success text.',
  );
  expect(formatResult({ status: 200, error: 'event_too_old' })).toBe(
    'Rejected by the receiver (event_too_old).',
  );
  expect(formatResult({ status: 503, error: 'event_too_old' })).toBe('HTTP 503: server error.');
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

it.each([
  [299, 'accepted'],
  [300, 'redirects are not followed'],
  [399, 'redirects are not followed'],
  [400, 'request rejected'],
  [401, 'access denied'],
  [410, 'URL not found'],
  [499, 'request rejected'],
  [500, 'server error'],
  [599, 'server error'],
])('formatStatus explains %i as "%s"', (status, meaning) => {
  expect(formatStatus(status)).toBe(`HTTP ${status}: ${meaning}.`);
});

it.each(['status_', 'status_abc', 'status_503x', 'Status_503', ''])(
  'formatCallError shows the unknown code "%s" unchanged',
  (code) => {
    expect(formatCallError(code)).toBe(`No response (${code}).`);
  },
);

it('formatResult shows the status if there is no error, and "No response" without status and error', () => {
  expect(formatResult({ status: 500, error: null })).toBe('HTTP 500: server error.');
  expect(formatResult({ status: null, error: null })).toBe('No response.');
  expect(formatResult({ status: null, error: 'unexpected_response' })).toBe(
    'The response does not contain the success text.',
  );
});
