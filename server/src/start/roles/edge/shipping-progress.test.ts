import { expect, it } from 'vitest';
import type { SpoolStatus } from '../../../edge/spool/open-spool.ts';
import { hasRows, shippedUntilMs } from './shipping-progress.ts';

const empty: SpoolStatus = {
  writerProblem: undefined,
  isShippingFailing: false,
  hasCheckedShipped: true,
  heldSegments: 0,
  waitingBytes: 0,
  bytes: 500,
  backlogSegments: 0,
  backlogBytes: 0,
  oldestUnshippedMs: 0,
  oldestRow: undefined,
};
const oldest = (timeMs: number) => ({ timeMs, appendedAt: 0 });
const stream = (change: Partial<SpoolStatus> = {}) => ({ status: () => ({ ...empty, ...change }) });

it.each([
  ['both streams are empty', {}, {}, 1_000],
  ['a segment is being filled', { backlogBytes: 10, oldestRow: oldest(999_400) }, {}, 1_600],
  ['rows wait for a full disk', {}, { waitingBytes: 10, oldestRow: oldest(700_000) }, 301_000],
  ['a segment waits', { backlogBytes: 10, backlogSegments: 2, oldestRow: oldest(940_000) }, {}, 61_000],
  [
    'the other stream waits',
    { backlogBytes: 10, oldestRow: oldest(999_999) },
    { oldestRow: oldest(995_000) },
    6_000,
  ],
  ['a row is in the future', { backlogBytes: 10, oldestRow: oldest(1_000_500) }, {}, 1_000],
])(
  'shippedUntilMs lags behind by at least the age of the oldest row if %s',
  (_, visits, clicks, behindMs) => {
    const streams = { visits: stream(visits), clicks: stream(clicks) };
    expect(shippedUntilMs(streams, 1_000_000)).toBe(1_000_000 - behindMs);
    expect(hasRows(streams)).toBe(JSON.stringify([visits, clicks]).includes('Bytes'));
  },
);
