import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { noneMissing } from '../../domain/traffic/batch-target.ts';
import { hangLimitMs } from '../../testing/hang-limit.ts';
import { MemoryTarget } from '../../testing/spool/memory-target.ts';
import { append } from '../../testing/spool/setup.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { openSpool, type Spool, type SpoolOptions } from './open-spool.ts';

const time = Date.UTC(2026, 10, 15);
const limits = { maxWaitMs: 60_000, noProgressMs: 10_000, retryMs: 1 };

let directory: string;
// Visits are shipped to `visits`, and clicks are shipped to `target`.
let visits: MemoryTarget;
let target: MemoryTarget;
let nowMs: number;

beforeEach(() => {
  directory = makeTemporaryDirectory();
  nowMs = time;
  visits = new MemoryTarget();
  target = new MemoryTarget();
  target.findMissingVisits = (lines) => {
    const stored = new Set(visits.rows());
    const named = lines
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t').at(-1) ?? '');
    const missing = named.filter((name) => !stored.has(name) && !name.includes('known'));
    return Promise.resolve({ count: missing.length, newestMs: Math.max(0, ...missing.map(timeIn)) });
  };
});

// A row is the name of a visit. The name starts with the time of the visit.
const timeIn = (row: string) => Number(row.split(' ')[0]);
const nameAt = (afterMs: number, name: string) => `${time + afterMs} ${name}`;

function open(name: string, options: Partial<SpoolOptions> = {}): Promise<Spool> {
  return openSpool({
    directory: join(directory, name),
    segmentBytes: 1,
    failOpenMs: hangLimitMs,
    diskPercentMax: 100,
    now: () => nowMs,
    uptime: () => nowMs,
    ...options,
  });
}

async function put(spool: Spool, ...rows: string[]): Promise<void> {
  for (const row of rows) await append(spool, row, timeIn(row));
}

async function passHour(clicks: Spool): Promise<void> {
  const before = target.rows().length;
  for (let passed = 1; passed <= 20; passed += 1) {
    nowMs += 3 * 60_000;
    await put(clicks, nameAt(0, `known ${passed}`));
    await waitUntil(() => target.rows().filter((row) => row.includes('known')).length >= passed);
  }
  expect(target.rows().length).toBeGreaterThanOrEqual(before + 20);
}

// Wakes the shipper with a new row, because the shipper pauses for seconds.
async function wakeShipper(clicks: Spool): Promise<void> {
  nowMs += 1_000;
  await put(clicks, nameAt(0, 'known, last'));
  await waitUntil(() => clicks.status().backlogSegments === 0);
}

const unknown = () => target.rows().filter((row) => !row.includes('known'));

it('the shipper holds clicks until the visits of their edge are stored, and ships other clicks in the meantime', async () => {
  const [own, clicks] = [await open('visits'), await open('clicks')];
  const names = [nameAt(0, 'first'), nameAt(500, 'second')];
  await put(own, ...names);
  await put(clicks, ...names);
  clicks.startShipping(target, { visitWait: limits, visits: own });
  await passHour(clicks);
  expect(unknown()).toEqual([]);
  await waitUntil(() => clicks.status().backlogSegments === 2);
  expect(clicks.status().heldSegments).toBe(2);
  own.startShipping(visits);
  await waitUntil(() => own.status().backlogSegments === 0);
  await wakeShipper(clicks);
  expect(unknown()).toEqual(names);
  expect(clicks.status().heldSegments).toBe(0);
  await Promise.all([own.close(), clicks.close()]);
});

it('the shipper does not query the target repeatedly while the shipping of visits is far behind', async () => {
  const [own, clicks] = [await open('visits'), await open('clicks')];
  await put(own, nameAt(0, 'first'));
  await put(clicks, nameAt(1_800_000, 'half an hour later'));
  let queries = 0;
  const { findMissingVisits } = target;
  target.findMissingVisits = async (lines) => {
    if (lines.includes('half an hour')) queries += 1;
    return (await findMissingVisits?.(lines)) ?? noneMissing;
  };
  clicks.startShipping(target, { visitWait: limits, visits: own });
  await passHour(clicks);
  expect(queries).toBe(1);
  await Promise.all([own.close(), clicks.close()]);
});

it('segments stay open longer while many of them wait for their visits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sizes = { segmentBytes: 100, segmentMs: 1_000, behindSegmentMs: 10_000 };
  const [own, clicks] = [await open('visits'), await open('clicks', sizes)];
  await put(own, nameAt(0, 'late'));
  clicks.startShipping(target, { visitWait: limits, visits: own });
  const sealed = () => clicks.status().backlogSegments;
  for (let count = 1; count <= 16; count += 1) {
    await put(clicks, nameAt(0, 'late'.padEnd(100)));
    await waitUntil(() => clicks.status().heldSegments === count);
  }
  await put(clicks, nameAt(0, 'late'));
  vi.advanceTimersByTime(9_999);
  // A segment that is due is sealed before the next row is written.
  await put(clicks, nameAt(0, 'late'));
  expect(sealed()).toBe(16);
  vi.advanceTimersByTime(1);
  await waitUntil(() => sealed() === 17);
  await Promise.all([own.close(), clicks.close()]);
});

it('the shipper does not hold clicks because of later visits on the same edge', async () => {
  const [own, clicks] = [await open('visits'), await open('clicks')];
  await put(own, nameAt(60_000, 'later'));
  await put(clicks, nameAt(0, 'of another edge'));
  clicks.startShipping(target, { visitWait: limits, visits: own });
  await passHour(clicks);
  expect(unknown()).toEqual([nameAt(0, 'of another edge')]);
  await Promise.all([own.close(), clicks.close()]);
});

it('the shipper stops holding a segment that has become unreadable', async () => {
  const [own, clicks] = [await open('visits'), await open('clicks')];
  await put(own, nameAt(0, 'late'));
  await put(clicks, nameAt(0, 'late'));
  clicks.startShipping(target, { visitWait: limits, visits: own, firstPauseMs: 1 });
  await waitUntil(() => clicks.status().heldSegments === 1);
  const sealed = readdirSync(join(directory, 'clicks')).find((name) => name.endsWith('.sealed')) ?? '';
  rmSync(join(directory, 'clicks', sealed));
  await wakeShipper(clicks);
  expect(clicks.counters.segmentsUnreadable).toBe(1);
  expect(clicks.status().heldSegments).toBe(0);
  await Promise.all([own.close(), clicks.close()]);
});

it('the shipper does not hold clicks whose visit was rejected', async () => {
  const [own, clicks] = [await open('visits'), await open('clicks')];
  await put(own, nameAt(0, 'bad'));
  await put(clicks, nameAt(0, 'bad'));
  visits.refusedText = 'bad';
  own.startShipping(visits);
  await waitUntil(() => own.counters.rowsRefused === 1 && own.status().backlogSegments === 0);
  clicks.startShipping(target, { visitWait: limits, visits: own });
  await passHour(clicks);
  expect(unknown()).toEqual([nameAt(0, 'bad')]);
  await Promise.all([own.close(), clicks.close()]);
});

it('the shipper continues to hold clicks after a restart until their visit is stored', async () => {
  const before = [await open('visits'), await open('clicks')] as const;
  await Promise.all(before.map((spool) => put(spool, nameAt(0, 'first'))));
  await Promise.all(before.map((spool) => spool.close()));
  const [own, clicks] = [await open('visits'), await open('clicks')];
  visits.faults.push('lost-on-the-way');
  clicks.startShipping(target, { visitWait: limits, visits: own });
  await passHour(clicks);
  expect(unknown()).toEqual([]);
  own.startShipping(visits, { firstPauseMs: 1 });
  await waitUntil(() => own.status().backlogSegments === 0);
  await wakeShipper(clicks);
  expect(unknown()).toEqual([nameAt(0, 'first')]);
  await Promise.all([own.close(), clicks.close()]);
});

it('the shipper holds clicks no longer than clicks whose visits come from other edges if disk space is low', async () => {
  const [own, clicks] = [await open('visits'), await open('clicks', { limitBytes: 300 })];
  await put(own, nameAt(0, 'late'));
  await put(clicks, nameAt(0, 'late'));
  clicks.startShipping(target, { visitWait: { ...limits, noProgressMs: 0 }, visits: own });
  await waitUntil(() => clicks.status().heldSegments === 1);
  await put(clicks, nameAt(0, 'late'), nameAt(0, 'late'));
  await waitUntil(() => target.rows().length > 0);
  expect(clicks.status().backlogBytes).toBeLessThanOrEqual(300);
  await Promise.all([own.close(), clicks.close()]);
});

it('the shipper ships clicks within the wait limits after a clock that was ahead has been set back', async () => {
  let passedMs = 0;
  const uptime = () => performance.now() + passedMs;
  const [own, clicks] = [await open('visits', { uptime }), await open('clicks', { uptime })];
  const ahead = nameAt(2 * 3_600_000, 'of another edge');
  await put(clicks, ahead);
  await waitUntil(() => clicks.status().backlogSegments === 1);
  // The clock is set back while visits keep arriving, so that there is always an unshipped visit.
  await put(own, nameAt(0, 'later'));
  clicks.startShipping(target, { visitWait: limits, visits: own });
  await waitUntil(() => clicks.status().heldSegments === 1);
  passedMs += limits.noProgressMs;
  expect(clicks.status().oldestUnshippedMs).toBeGreaterThanOrEqual(limits.noProgressMs);
  await put(clicks, nameAt(0, 'known'));
  await waitUntil(() => clicks.status().backlogSegments === 0);
  expect(unknown()).toEqual([ahead]);
  await Promise.all([own.close(), clicks.close()]);
});

it('the spool reports the age of a segment that was written while the clock was ahead', async () => {
  const before = await open('clicks');
  await put(before, nameAt(2 * 3_600_000, 'left'));
  await before.close();
  let passedMs = 0;
  const clicks = await open('clicks', { uptime: () => performance.now() + passedMs });
  passedMs = 45_000;
  expect(clicks.status().oldestUnshippedMs).toBeGreaterThanOrEqual(45_000);
  await clicks.close();
});
