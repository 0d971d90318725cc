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
  ['the current time if both streams are empty', {}, {}, 1_000],
  [
    'the oldest row of a segment that is being filled',
    { backlogBytes: 10, oldestRow: oldest(999_400) },
    {},
    1_600,
  ],
  [
    'the oldest row that waits for a full disk',
    {},
    { waitingBytes: 10, oldestRow: oldest(700_000) },
    301_000,
  ],
  [
    'the oldest row of a waiting segment',
    { backlogBytes: 10, backlogSegments: 2, oldestRow: oldest(940_000) },
    {},
    61_000,
  ],
  [
    'the oldest row of the other stream if that row is older',
    { backlogBytes: 10, oldestRow: oldest(999_999) },
    { oldestRow: oldest(995_000) },
    6_000,
  ],
  [
    'the current time if the oldest row is in the future',
    { backlogBytes: 10, oldestRow: oldest(1_000_500) },
    {},
    1_000,
  ],
])('shippedUntilMs returns one second before %s', (_, visits, clicks, behindMs) => {
  const streams = { visits: stream(visits), clicks: stream(clicks) };
  expect(shippedUntilMs(streams, 1_000_000)).toBe(1_000_000 - behindMs);
  expect(hasRows(streams)).toBe(JSON.stringify([visits, clicks]).includes('Bytes'));
});
