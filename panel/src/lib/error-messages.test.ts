import { expect, it } from 'vitest';
import { formatCallError, formatStatus } from './error-messages.ts';

it('why a call failed is a sentence, also for a word that is new', () => {
  expect(formatCallError('dns')).toBe('The host was not found.');
  expect(formatCallError('status_503')).toBe('Answered 503: it is not well itself.');
  expect(formatCallError('something_new')).toBe('Nobody answered (something_new).');
  expect(formatCallError(null)).toBe('Nobody answered.');
});

it('a status is told with what it means', () => {
  expect([200, 302, 403, 404, 429, 422].map(formatStatus)).toEqual([
    'Answered 200: it was taken.',
    'Answered 302: it sends elsewhere, which is not followed.',
    'Answered 403: it does not let us in.',
    'Answered 404: there is nothing at this address.',
    'Answered 429: it has had too many calls.',
    'Answered 422: it does not take the call as it is.',
  ]);
});
