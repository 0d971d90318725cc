import { describe, expect, it } from 'vitest';
import { formatCounts, markAsRead } from './read-notices.ts';

const running = { state: 'running' as const, keys: ['r1'] };
const done = { state: 'done' as const, keys: ['d1', 'd2'] };
const failed = { state: 'failed' as const, keys: ['f1'] };

describe('markAsRead', () => {
  it('puts the keys of finished work before the keys that were marked as read earlier', () => {
    expect(markAsRead([done, failed], ['old'])).toEqual(['d1', 'd2', 'f1', 'old']);
  });

  it('leaves running work unread, so that a new notification appears when the work ends', () => {
    expect(markAsRead([running, done], [])).toEqual(['d1', 'd2']);
  });

  it('keeps each key once', () => {
    expect(markAsRead([done], ['d2', 'old'])).toEqual(['d1', 'd2', 'old']);
  });

  it('drops the oldest keys if there are more than 500', () => {
    const keys = markAsRead(
      [failed],
      Array.from({ length: 500 }, (_, at) => `k${at}`),
    );
    expect([keys?.length, keys?.[0], keys?.at(-1)]).toEqual([500, 'f1', 'k498']);
  });

  it('returns undefined if no work has ended, so that nothing is stored', () => {
    expect(markAsRead([running], ['old'])).toBeUndefined();
    expect(markAsRead([], ['old'])).toBeUndefined();
  });
});

it.each([
  ['1 running', [running]],
  ['2 new', [done, failed]],
  ['1 running, 1 new', [running, done]],
  ['', []],
])('formatCounts returns %j', (text, notices) => {
  expect(formatCounts(notices)).toBe(text);
});
