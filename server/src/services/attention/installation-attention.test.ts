import { describe, expect, it } from 'vitest';
import { describeBackups } from './installation-attention.ts';

const now = new Date('2026-11-19T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const failed = (hours: number) => ({ at: hoursAgo(hours), reason: 'The disk is full.' });

function messages(lastHours: number | undefined, failureHours?: number, nextAt: Date | undefined = now) {
  const last = lastHours === undefined ? undefined : { at: hoursAgo(lastHours) };
  const failure = failureHours === undefined ? undefined : failed(failureHours);
  return describeBackups({ last, failure, nextAt }, now, 26).map(({ message }) => message);
}

describe('automatic backups need attention', () => {
  it('if the last one is older than the limit', () => {
    expect(messages(26)).toEqual([]);
    expect(messages(26.01)).toEqual(['The last backup is 26 hours old. Automatic backups are not running.']);
  });

  it('if the last one failed, with the reason', () => {
    expect(messages(undefined, 1)).toEqual(['The last backup failed: The disk is full.']);
    expect(messages(2, 1)).toEqual(['The last backup failed: The disk is full.']);
    expect(messages(1, 2)).toEqual([]);
  });

  it('but not while the first backup is about to start', () => {
    expect(messages(undefined)).toEqual([]);
  });
});

it('backups without a schedule never need attention', () => {
  const state = { last: { at: hoursAgo(1_000) }, failure: failed(1), nextAt: undefined };
  expect(describeBackups(state, now, 26)).toEqual([]);
});
