import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { realFiles } from '../../src/edge/spool/file-operations.ts';
import { openSpool, type Spool } from '../../src/edge/spool/open-spool.ts';
import { parseSegmentName } from '../../src/edge/spool/segment-name.ts';
import type { Fate } from '../../src/edge/spool/waiting-row.ts';
import { newId } from '../../src/platform/ids.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { takePort } from '../../src/testing/product/own-ports.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { MemoryTarget } from '../../src/testing/spool/memory-target.ts';
import {
  makeImage,
  mountImage,
  mountMemory,
  whyNoImages,
  whyNoMounts,
} from '../../src/testing/spool/mounts.ts';
import { startSpoolWriter, type SpoolWriterProcess } from '../../src/testing/spool/writer.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import {
  createTables,
  queryRows,
  startSeparateClickHouse,
} from '../../src/testing/traffic/clickhouse-target.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { openClickHouse } from '../../src/traffic/clickhouse/client.ts';
import { createEventTarget } from '../../src/traffic/clickhouse/insert-batch.ts';

const noMounts = whyNoMounts();
const noImages = whyNoImages();

async function shipIds(directory: string): Promise<string[]> {
  const target = new MemoryTarget();
  const spool = await openSpool({ directory, diskPercentMax: 100 });
  spool.startShipping(target);
  await waitUntilShipped(spool);
  await spool.close();
  expect(spool.counters.damagedLines).toBe(0);
  return target.rows().map((row) => row.split('\t')[5] ?? '');
}

async function waitUntilShipped(spool: Spool): Promise<void> {
  await waitUntil(() => spool.status().backlogSegments === 0);
}

async function waitUntilKept(writer: SpoolWriterProcess, count: number): Promise<void> {
  await waitUntil(() => writer.kept().length >= count);
}

function appender(spool: Spool): { add: (name: string) => Promise<Fate>; fates: Map<string, Fate> } {
  const fates = new Map<string, Fate>();
  const add = (name: string) =>
    new Promise<Fate>((resolve) => {
      const row = `${'\t'.repeat(5)}${name}\t${'x'.repeat(2_000)}`;
      spool.append(row, Date.now(), (fate) => {
        fates.set(name, fate);
        resolve(fate);
      });
    });
  return { add, fates };
}

test('on a full disk, the spool answers late, rejects fail-closed rows, and writes all others once there is space', async (context) => {
  if (noMounts !== undefined) return context.skip(noMounts);
  const mounted = mountMemory(4 * 1024 * 1024);
  onTestFinished(mounted.unmount);
  const directory = join(mounted.path, 'spool');
  const filler = join(mounted.path, 'filler');
  writeFileSync(filler, Buffer.alloc(3 * 1024 * 1024));
  const spool = await openSpool({
    directory,
    diskPercentMax: 100,
    // Long enough that even a slow machine acknowledges a kept row in time.
    failOpenMs: 1_000,
    failClosedMs: 200,
    segmentBytes: 100_000,
  });
  const { add, fates } = appender(spool);
  for (let row = 0; spool.counters.writeErrors === 0; row += 1) await add(`before-${row}`);
  expect([...fates.values()].at(-1)).toBe('late');
  await Promise.all(Array.from({ length: 50 }, (_, row) => add(`full-${row}`)));
  const closed = await new Promise<string>((resolve) => spool.appendOrFail('closed', Date.now(), resolve));
  expect(closed).toBe('lost');
  expect(spool.status().writerProblem).toBe('failing');
  rmSync(filler);
  await waitUntil(() => spool.status().waitingBytes === 0);
  expect(await add('after')).toBe('kept');
  await spool.close();
  const { rowsAppended, rowsKept, rowsLost } = spool.counters;
  expect(rowsLost).toEqual({ 'memory-full': 0, timeout: 1, closed: 0, 'process-ended': 0 });
  const ids = await shipIds(directory);
  // A row that was being written when its time ran out can still be stored.
  const isStored = ids.includes('closed');
  expect(rowsKept).toBe(rowsAppended - (isStored ? 0 : 1));
  expect(ids.toSorted()).toEqual([...fates.keys(), ...(isStored ? ['closed'] : [])].toSorted());
});

test('the spool stops writing while disk usage is above the limit', async (context) => {
  if (noMounts !== undefined) return context.skip(noMounts);
  const mounted = mountMemory(4 * 1024 * 1024);
  onTestFinished(mounted.unmount);
  writeFileSync(join(mounted.path, 'filler'), Buffer.alloc(3_300_000));
  const spool = await openSpool({
    directory: join(mounted.path, 'spool'),
    diskPercentMax: 75,
    smallBytes: 0,
  });
  const { add } = appender(spool);
  expect(await add('one')).toBe('late');
  await waitUntil(() => spool.status().writerProblem === 'disk-limit');
  expect(spool.counters.rowsKept).toBe(0);
  rmSync(join(mounted.path, 'filler'));
  await waitUntil(() => spool.counters.rowsKept === 1);
  await spool.close();
});

test('each kept row is stored exactly once after a power failure', async (context) => {
  if (noImages !== undefined) return context.skip(noImages);
  const root = makeTemporaryDirectory();
  const image = join(root, 'image');
  const copy = join(root, 'copy');
  makeImage(image, 64 * 1024 * 1024);
  const mounted = mountImage(image);
  onTestFinished(mounted.unmount);
  for (let round = 0; round < rounds(2, 20); round += 1) {
    const directory = `spool-${round}`;
    const writer = await startSpoolWriter({
      directory: join(mounted.path, directory),
      workspaceId: newId(),
    });
    onTestFinished(() => void writer.process.kill('SIGKILL'));
    await waitUntilKept(writer, 150 + round * 37);
    // The kept rows are read before the disk is frozen, because later rows may not be on the copied disk.
    const kept = writer.kept();
    writer.process.kill('SIGSTOP');
    copyFileSync(image, copy);
    writer.process.kill('SIGKILL');
    await writer.exited;
    const after = mountImage(copy);
    try {
      const ids = await shipIds(join(after.path, directory));
      expect(kept.length).toBeGreaterThan(100);
      expect(kept.filter((id) => !ids.includes(id))).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
    } finally {
      after.unmount();
    }
  }
});

test.skipIf(!hasClickHouse)(
  `every kept row is in ClickHouse exactly once after the whole machine loses power${needsClickHouse}`,
  async (context) => {
    if (noImages !== undefined) return context.skip(noImages);
    const root = makeTemporaryDirectory();
    const image = join(root, 'image');
    const copy = join(root, 'copy');
    makeImage(image, 1024 * 1024 * 1024);
    const mounted = mountImage(image);
    onTestFinished(mounted.unmount);
    const engine = await startSeparateClickHouse(mounted.path, takePort(), join(root, 'run'));
    onTestFinished(() => engine.stop());
    await createTables(engine.url);
    for (let round = 0; round < rounds(1, 10); round += 1) {
      const workspaceId = newId();
      const directory = `spool-${round}`;
      const start = { directory: join(mounted.path, directory), workspaceId, url: engine.url };
      const writer = await startSpoolWriter(start);
      onTestFinished(() => void writer.process.kill('SIGKILL'));
      await waitUntilKept(writer, 400 + round * 53);
      const kept = writer.kept();
      writer.process.kill('SIGSTOP');
      process.kill(engine.pid, 'SIGSTOP');
      execFileSync('cp', ['--sparse=always', image, copy]);
      process.kill(engine.pid, 'SIGCONT');
      writer.process.kill('SIGKILL');
      await writer.exited;
      const stored = await readStoredRows(copy, directory, workspaceId);
      expect(kept.length).toBeGreaterThan(100);
      expect(kept.filter((id) => !stored.has(id))).toEqual([]);
      expect([...stored].filter(([, times]) => times !== 1)).toEqual([]);
    }
  },
);

/** Starts ClickHouse and the spool from the state after the power failure, and returns how often each row is stored. */
async function readStoredRows(
  image: string,
  directory: string,
  workspaceId: string,
): Promise<Map<string, number>> {
  const after = mountImage(image);
  try {
    // Uses a separate run directory, because the copied directory records the engine that is still running.
    const run = `${image}-run-${directory}`;
    const engine = await startSeparateClickHouse(after.path, takePort(), run);
    const client = openClickHouse(engine.url);
    try {
      const spool = await openSpool({ directory: join(after.path, directory), diskPercentMax: 100 });
      spool.startShipping(createEventTarget(client), { firstPauseMs: 20 });
      await waitUntilShipped(spool);
      await spool.close();
      const rows = await queryRows<{ id: string; times: number }>(
        client,
        `SELECT id, count() AS times FROM events WHERE workspace_id = '${workspaceId}' GROUP BY id`,
      );
      const query = `SELECT toUInt32(sum(visits)) AS visits FROM events WHERE workspace_id = '${workspaceId}' GROUP BY campaign_id`;
      const rolledUp = await queryRows(client, `${query} SETTINGS force_optimize_projection = 1`);
      expect(rolledUp).toEqual(await queryRows(client, `${query} SETTINGS optimize_use_projections = 0`));
      expect(rolledUp).toEqual([{ visits: rows.length }]);
      return new Map(rows.map(({ id, times }) => [id, times]));
    } finally {
      await client.close();
      await engine.stop();
    }
  } finally {
    after.unmount();
  }
}

// Enough rows for several segments, and for many segments in a full run.
const backlogRows = rounds(300_000, 1_000_000);

test(`the spool accepts rows before it has read a backlog of ${backlogRows} rows`, async () => {
  const directory = makeTemporaryDirectory();
  // Segments are sealed only by size, because a crashed spool would not seal them by time either.
  const sealBySize = { segmentMs: hangLimitMs, busySegmentMs: hangLimitMs, failOpenMs: hangLimitMs };
  const spool = await openSpool({ directory, sync: 'off', diskPercentMax: 100, ...sealBySize });
  const row = 'x'.repeat(100);
  for (let written = 0; written < backlogRows; written += 20_000) {
    await new Promise<void>((resolve) => {
      let left = 20_000;
      for (let index = 0; index < 20_000; index += 1)
        spool.append(row, Date.now(), () => {
          left -= 1;
          if (left === 0) resolve();
        });
    });
  }
  // The spool is not closed, as after a crash, so the last segment is still open.
  expect(readdirSync(directory).some((name) => parseSegmentName(name)?.state === 'open')).toBe(true);
  const segmentsRead: string[] = [];
  const read = (path: string) => {
    if (parseSegmentName(basename(path)) !== undefined) segmentsRead.push(path);
    return realFiles.read(path);
  };
  const next = await openSpool({
    directory,
    diskPercentMax: 100,
    failOpenMs: hangLimitMs,
    files: { ...realFiles, read },
  });
  const fate = await new Promise<Fate>((resolve) => next.append(row, Date.now(), resolve));
  expect(fate).toBe('kept');
  // Only the open segment is read, not the full segments.
  expect(segmentsRead).toHaveLength(1);
  expect(next.status().backlogBytes).toBeGreaterThan(backlogRows * 100);
  await next.close();
  await spool.close();
});
