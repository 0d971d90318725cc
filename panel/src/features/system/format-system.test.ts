import { expect, it } from 'vitest';
import type { SystemHealth } from '../../lib/api/api.ts';
import { formatBytes, formatDuration, formatSizes, recommendedActions } from './format-system.ts';

const at = '2026-11-17T09:00:00.000Z';

function backedUpAt(time: string): SystemHealth['backups'] {
  return { last: { at: time, durationMs: null, bytes: null, folder: null }, failure: null, nextAt: null };
}

const healthy: SystemHealth = {
  status: 'ready',
  version: '1',
  trafficStore: 'postgres',
  parts: [{ name: 'worker', isOk: true, isEssential: true, since: at, message: null }],
  restarts: [],
  restartLog: [],
  backups: backedUpAt('2026-11-10T09:00:00.000Z'),
  spool: [],
  databaseBytes: 1,
  trafficBytes: 1,
  geoAgeDays: 3,
  disk: { freeBytes: 50, totalBytes: 100 },
  certificates: [],
  edges: [
    { name: 'edge-1', isAlive: true, startedAt: at, lastHeardAt: at, shippedUntil: at, isCurrent: true },
  ],
  publication: { waiting: 0, failed: 0 },
  jobs: [{ name: 'purge', dueAt: at, isLate: false }],
  backlog: { inboxRequests: 0, outboxRows: 0, postbacks: 0 },
  erasures: { stuck: 0 },
  checkedAt: at,
};

it('recommendedActions returns nothing for a healthy system and one action per problem', () => {
  expect(recommendedActions(healthy)).toEqual([]);
  const none = { ...healthy.backups, last: null };
  expect(recommendedActions({ ...healthy, backups: none })).toEqual([]);
  const actions = recommendedActions({
    ...healthy,
    status: 'unknown',
    parts: [{ name: 'worker/traffic', isOk: false, isEssential: false, since: at, message: null }],
    restartLog: [
      { process: 'edge', why: 'signal SIGKILL', at, times: 2 },
      { process: 'worker', why: 'exit code 1', at, times: 1 },
      { process: 'edge', why: 'exit code 1', at, times: 1 },
      { process: 'waypost', why: 'version 1 started', at, times: 9 },
      { process: 'api', why: 'exit code 1', at: '2026-11-12T09:00:00.000Z', times: 9 },
    ],
    backups: backedUpAt('2026-11-09T08:59:00.000Z'),
    certificates: [
      { host: 'a.example', expiresAt: null, error: null, errorAt: null, nextAttemptAt: at },
      { host: 'b.example', expiresAt: at, error: null, errorAt: null, nextAttemptAt: at },
      {
        host: 'c.example',
        expiresAt: '2026-12-01T00:00:00.000Z',
        error: null,
        errorAt: null,
        nextAttemptAt: at,
      },
    ],
    edges: [],
    jobs: [{ name: 'purge', dueAt: at, isLate: true }],
    disk: { freeBytes: 1, totalBytes: 100 },
    geoAgeDays: 400,
    publication: { waiting: 0, failed: 2 },
    erasures: { stuck: 1 },
  });
  expect(actions).toHaveLength(11);
  expect(actions).toContain('No valid certificate for a.example, b.example. See Certificates below.');
  expect(actions).toContain('The last backup is 8 days old. Create a new one.');
  expect(actions.filter((line) => line.includes('exited'))).toEqual([
    expect.stringMatching(/^edge exited 3 times/),
  ]);
});

it('formatBytes uses a readable unit', () => {
  expect([0, 999, 1_500, 12_345_678, 5e12].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.5 kB',
    '12.3 MB',
    '5.0 TB',
  ]);
});

it('formatSizes shows the size of each engine, or that the engine is not responding', () => {
  const sizes = { databaseBytes: 3_000, trafficBytes: 2_000 };
  expect(formatSizes({ ...sizes, trafficStore: 'postgres' })).toEqual([
    ['PostgreSQL', '3.0 kB, including 2.0 kB of traffic'],
  ]);
  expect(formatSizes({ ...sizes, trafficStore: 'clickhouse' })).toEqual([
    ['PostgreSQL', '3.0 kB'],
    ['ClickHouse', '2.0 kB'],
  ]);
  expect(formatSizes({ ...sizes, trafficBytes: null, trafficStore: 'clickhouse' })[1]).toEqual([
    'ClickHouse',
    'Unknown: not responding',
  ]);
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [99_949, '99.9 kB'],
  [100_000, '100 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [999_999_999, '1.0 GB'],
  [2_500_000_000_000, '2.5 TB'],
  [1_200_000_000_000_000, '1200 TB'],
])('formatBytes rounds %d to "%s"', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it.each([
  [15, 0],
  [14.99, 1],
])('recommendedActions with %d%% free disk space lists %d actions', (freeBytes, count) => {
  expect(recommendedActions({ ...healthy, disk: { freeBytes, totalBytes: 100 } })).toHaveLength(count);
});

it.each([
  ['2026-11-10T09:00:00.000Z', 0],
  ['2026-11-09T09:00:00.000Z', 1],
  ['2026-11-18T09:00:00.000Z', 0],
])('recommendedActions with the last backup at %s lists %d actions', (time, count) => {
  expect(recommendedActions({ ...healthy, backups: backedUpAt(time) })).toHaveLength(count);
});

it.each([
  ['2026-11-16T07:00:00.000Z', []],
  ['2026-11-16T06:59:00.000Z', ['The last backup is 26 hours old. Check the log for the reason.']],
])('recommendedActions with automatic backups, the last one at %s, returns %j', (time, actions) => {
  const backups = { ...backedUpAt(time), nextAt: '2026-11-18T03:00:00.000Z' };
  expect(recommendedActions({ ...healthy, backups })).toEqual(actions);
});

it('recommendedActions gives the reason of a failed backup until another one succeeds', () => {
  const failure = { at: '2026-11-17T08:00:00.000Z', reason: 'The disk is full.' };
  const actionsAfter = (backups: SystemHealth['backups']) =>
    recommendedActions({ ...healthy, backups: { ...backups, failure } });
  const failed = ['The last backup failed: The disk is full.'];
  expect(actionsAfter({ ...healthy.backups, last: null })).toEqual(failed);
  expect(actionsAfter(backedUpAt('2026-11-17T07:59:00.000Z'))).toEqual(failed);
  expect(actionsAfter(backedUpAt('2026-11-17T08:01:00.000Z'))).toEqual([]);
});

it.each([
  [0, 'less than a second'],
  [1_000, '1 s'],
  [59_499, '59 s'],
  [59_500, '1 min'],
  [3_540_000, '59 min'],
  [3_599_000, '1 h 0 min'],
  [5_400_000, '1 h 30 min'],
])('formatDuration formats %d ms as "%s"', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
