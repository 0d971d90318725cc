import { expect, it } from 'vitest';
import type { Postback } from '../../lib/api/api.ts';
import { formatOutcome } from './format-postback.ts';

const outcome = (attempts: number, lastStatus: number | null, lastError: string | null) =>
  formatOutcome({ attempts, lastStatus, lastError } as Postback);

it('formatOutcome returns "No attempts yet." before the first attempt, regardless of the status and error', () => {
  expect(outcome(0, null, null)).toBe('No attempts yet.');
  expect(outcome(0, 500, 'timeout')).toBe('No attempts yet.');
});

it('formatOutcome describes the response status, or the error if there was no response', () => {
  expect(outcome(1, 200, null)).toContain('200');
  expect(outcome(3, 503, null)).toContain('503');
  expect(outcome(2, null, 'timeout')).not.toBe(outcome(2, null, 'dns'));
});
