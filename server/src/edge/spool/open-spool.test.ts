import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { pollUntil } from '../../platform/retry.ts';
import { FaultyFiles, systemError } from '../../testing/spool-faulty-files.ts';
import { MemoryTarget } from '../../testing/spool-memory-target.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { openSpool, type Spool, type SpoolOptions } from './open-spool.ts';
import type { Fate } from './waiting-row.ts';

const november = Date.UTC(2026, 10, 30, 23, 59, 59, 999);
const december = november + 1;

let directory: string;
let disk: FaultyFiles;

beforeEach(() => {
  directory = join(makeTemporaryDirectory(), 'spool');
  disk = new FaultyFiles();
});

async function open(options: Partial<SpoolOptions> = {}): Promise<Spool> {
  return await openSpool({ directory, files: disk.files, diskPercentMax: 100, ...options });
}

function append(spool: Spool, row: string, timeMs = november): Promise<Fate> {
  return new Promise((resolve) => spool.append(row, timeMs, resolve));
}

function appendOrFail(spool: Spool, row: string): Promise<Fate> {
  return new Promise((resolve) => spool.appendOrFail(row, november, resolve));
}

/** What arrives at a target out of this directory, after a start of its own. */
async function shipAll(target = new MemoryTarget()): Promise<string[]> {
  const spool = await openSpool({ directory });
  spool.startShipping(target, { firstPauseMs: 1 });
  await pollUntil(() => (spool.status().backlogSegments === 0 ? true : undefined), {
    timeoutMs: 5_000,
    intervalMs: 1,
  });
  await spool.close();
  return target.rows();
}

const filesOf = (state: string) => readdirSync(directory).filter((name) => name.endsWith(`.${state}`));

function failOnce(operation: string, code: string): void {
  let isOver = false;
  disk.before = (call) => {
    if (isOver || call.operation !== operation) return;
    isOver = true;
    throw systemError(code);
  };
}

describe('a row', () => {
  it('is kept after one write and one sync, in a file whose name was synced before', async () => {
    const spool = await open();
    disk.takeCalls();
    expect(await append(spool, 'one')).toBe('kept');
    expect(disk.takeCalls().filter((name) => name !== 'space')).toEqual([
      'create',
      'syncDirectory',
      'write',
      'sync',
    ]);
    expect(await append(spool, 'two')).toBe('kept');
    expect(disk.takeCalls()).toEqual(['write', 'sync']);
    await spool.close();
    expect(await shipAll()).toEqual(['one', 'two']);
  });

  it('shares its sync with all that come in the same turn, and with all that come during the sync before', async () => {
    const spool = await open();
    await append(spool, 'first');
    disk.takeCalls();
    const fates: Promise<Fate>[] = [append(spool, 'a'), append(spool, 'b'), append(spool, 'c')];
    disk.before = ({ operation }) => {
      disk.before = () => undefined;
      if (operation === 'write') fates.push(append(spool, 'd'), append(spool, 'e'));
    };
    await fates[0];
    expect(await Promise.all(fates)).toEqual(['kept', 'kept', 'kept', 'kept', 'kept']);
    expect(disk.takeCalls()).toEqual(['write', 'sync', 'write', 'sync']);
    expect(spool.counters).toMatchObject({ rowsAppended: 6, rowsKept: 6, groups: 3, syncs: 3 });
    await spool.close();
    expect(await shipAll()).toEqual(['first', 'a', 'b', 'c', 'd', 'e']);
  });

  it('is whole however little the system writes at a time', async () => {
    disk.writeBytesMax = 7;
    const spool = await open();
    expect(await append(spool, 'a row of many sevens')).toBe('kept');
    expect(await append(spool, 'another')).toBe('kept');
    await spool.close();
    expect(await shipAll()).toEqual(['a row of many sevens', 'another']);
  });

  it('is answered late when the sync is slow, written all the same, and counted', async () => {
    const spool = await open({ failOpenMs: 5 });
    let release: () => void = () => undefined;
    disk.before = ({ operation }) =>
      operation === 'sync' ? new Promise<void>((resolve) => (release = resolve)) : undefined;
    const startedAt = performance.now();
    const fates = [append(spool, 'one'), appendOrFail(spool, 'closed')];
    expect(await fates[0]).toBe('late');
    expect(performance.now() - startedAt).toBeGreaterThan(4);
    expect(await append(spool, 'two')).toBe('late');
    disk.before = () => undefined;
    release();
    expect(await fates[1]).toBe('kept');
    await spool.close();
    expect(spool.counters).toMatchObject({ rowsAnsweredLate: 2, rowsKept: 3 });
    expect(await shipAll()).toEqual(['one', 'closed', 'two']);
  });

  it('that fails closed is lost after its time, and then not written', async () => {
    const spool = await open({ failOpenMs: 2, failClosedMs: 10 });
    let release: () => void = () => undefined;
    disk.before = ({ operation }) =>
      operation === 'sync' ? new Promise<void>((resolve) => (release = resolve)) : undefined;
    await append(spool, 'in the way');
    expect(await appendOrFail(spool, 'too long')).toBe('lost');
    disk.before = () => undefined;
    release();
    await spool.close();
    expect(spool.counters.rowsLost).toEqual({ 'memory-full': 0, timeout: 1, closed: 0 });
    expect(await shipAll()).toEqual(['in the way']);
  });

  it('is lost at once, and counted, when the memory for those that wait is full', async () => {
    const spool = await open({ failOpenMs: 1, memoryBytesMax: 25 });
    let release: () => void = () => undefined;
    disk.before = ({ operation }) =>
      operation === 'sync' ? new Promise<void>((resolve) => (release = resolve)) : undefined;
    const fates = [append(spool, 'ten bytes.'), append(spool, 'ten more..'), append(spool, 'too many..')];
    expect(await Promise.all(fates)).toEqual(['late', 'late', 'lost']);
    expect(spool.counters.rowsLost['memory-full']).toBe(1);
    disk.before = () => undefined;
    release();
    await pollUntil(() => (spool.status().waitingBytes === 0 ? true : undefined), {
      timeoutMs: 1_000,
      intervalMs: 1,
    });
    expect(await append(spool, 'room again')).toBe('kept');
    await spool.close();
    expect(await shipAll()).toEqual(['ten bytes.', 'ten more..', 'room again']);
  });

  it('that comes after the end is lost and counted', async () => {
    const spool = await open();
    await spool.close();
    expect(await append(spool, 'late')).toBe('lost');
    expect(spool.counters.rowsLost.closed).toBe(1);
  });

  it('answers the others although its own answer throws', async () => {
    const spool = await open();
    const seen = new Promise((resolve) => process.once('uncaughtException', resolve));
    const listeners = process.listeners('uncaughtException');
    for (const listener of listeners.slice(0, -1)) process.off('uncaughtException', listener);
    spool.append('bad', november, () => {
      throw new Error('of the caller');
    });
    expect(await append(spool, 'good')).toBe('kept');
    expect(await seen).toMatchObject({ message: 'of the caller' });
    for (const listener of listeners.slice(0, -1)) process.on('uncaughtException', listener);
    await spool.close();
  });
});

describe('a segment', () => {
  it('ends by age, and an idle spool makes none', async () => {
    const spool = await open({ segmentMs: 5 });
    expect(filesOf('open')).toEqual([]);
    await append(spool, 'one');
    expect(filesOf('open')).toHaveLength(1);
    await pollUntil(() => (filesOf('sealed').length === 1 ? true : undefined), {
      timeoutMs: 1_000,
      intervalMs: 1,
    });
    expect(filesOf('open')).toEqual([]);
    await spool.close();
    expect(filesOf('sealed')).toHaveLength(1);
  });

  it('ends by size', async () => {
    const spool = await open({ segmentBytes: 100 });
    for (const row of ['1', '2', '3', '4']) await append(spool, row.repeat(40));
    await spool.close();
    expect(filesOf('sealed')).toHaveLength(2);
  });

  it('holds rows of one month only, whatever order they come in', async () => {
    const spool = await open();
    const times = [november, november, december, december, november];
    await Promise.all(times.map((time, index) => append(spool, String(index), time)));
    await spool.close();
    expect(filesOf('sealed')).toHaveLength(3);
    expect(await shipAll()).toEqual(['0', '1', '2', '3', '4']);
  });

  it('has a number that no other ever had, also when all files are gone', async () => {
    let nowMs = 1_000_000;
    const number = () => Number(filesOf('sealed').concat(filesOf('shipped'))[0]?.split('-')[1]);
    const write = async () => {
      const spool = await open({ now: () => nowMs, keepShippedMs: 1_000 });
      await append(spool, 'one');
      await append(spool, 'two', december);
      await spool.close();
    };
    await write();
    const first = number();
    expect(first).toBe(1_000);
    await shipAll();
    nowMs = 0;
    const cleaner = await open({ now: () => Date.now() + 100_000, keepShippedMs: 1_000 });
    await cleaner.removeOld();
    await cleaner.close();
    expect(filesOf('shipped')).toEqual([]);
    await write();
    expect(number()).toBe(first + 2);
  });

  it.each(['sync', 'write'])(
    'whose %s fails is never touched again, and its rows are kept in another',
    async (operation) => {
      const spool = await open();
      await append(spool, 'before');
      const [spoiled = ''] = filesOf('open');
      failOnce(operation, 'EIO');
      disk.takeCalls();
      expect(await Promise.all([append(spool, 'a'), append(spool, 'b')])).toEqual(['kept', 'kept']);
      expect(spool.status().writerProblem).toBeUndefined();
      const touched = disk.calls.filter(({ path }) => path.endsWith(spoiled)).map((call) => call.operation);
      expect(touched).toEqual(
        operation === 'sync' ? ['write', 'sync', 'close', 'rename'] : ['write', 'close', 'rename'],
      );
      expect(spool.counters.syncErrors + spool.counters.writeErrors).toBe(1);
      await spool.close();
      expect(await shipAll()).toEqual(['before', 'a', 'b']);
    },
  );

  it('that fails again and again is said to be failing, and the rows are kept when it stops', async () => {
    const spool = await open({ failOpenMs: 2, retryPauseMs: 1 });
    await append(spool, 'before');
    disk.before = ({ operation }) => {
      if (operation === 'sync') throw systemError('EIO');
    };
    expect(await append(spool, 'during')).toBe('late');
    const problem = await pollUntil(() => spool.status().writerProblem, { timeoutMs: 1_000, intervalMs: 1 });
    expect(problem).toBe('failing');
    disk.before = () => undefined;
    await pollUntil(() => (spool.status().waitingBytes === 0 ? true : undefined), {
      timeoutMs: 5_000,
      intervalMs: 1,
    });
    await spool.close();
    expect(await shipAll()).toEqual(['before', 'during']);
  });
});

describe('a start', () => {
  it('cuts a torn last line and counts its bytes', async () => {
    const spool = await open();
    await append(spool, 'whole');
    const [name = ''] = filesOf('open');
    writeFileSync(join(directory, name), '0badc0de00000', { flag: 'a' });
    const next = await open();
    expect(next.counters.tornBytesCut).toBe(13);
    await next.close();
    expect(await shipAll()).toEqual(['whole']);
    await spool.close();
  });

  it('goes on when the file of its identity is damaged, and ships what is there', async () => {
    const spool = await open();
    await append(spool, 'one');
    await spool.close();
    writeFileSync(join(directory, 'spool.json'), '{"id":');
    const next = await open();
    await append(next, 'two');
    await next.close();
    expect(await shipAll()).toEqual(['one', 'two']);
  });

  it('reads no sealed segment, so a backlog does not delay it', async () => {
    const spool = await open({ segmentBytes: 10 });
    for (let row = 0; row < 20; row += 1) await append(spool, String(row));
    await spool.close();
    disk.takeCalls();
    const next = await open();
    expect(disk.takeCalls().filter((name) => name === 'read')).toHaveLength(1);
    expect(next.status().backlogSegments).toBe(20);
    await next.close();
  });

  it('sets an open segment aside that the disk does not give back', async () => {
    const spool = await open();
    await append(spool, 'one');
    disk.before = ({ operation, path }) => {
      if (operation === 'read' && path.endsWith('.open')) throw systemError('EIO');
    };
    const next = await open();
    expect(next.counters.segmentsUnreadable).toBe(1);
    expect(readdirSync(join(directory, 'rejected'))).toHaveLength(1);
    await next.close();
    disk.before = () => undefined;
    await spool.close();
  });
});

describe('the limit', () => {
  it('makes rows wait, says so, and lets them in when segments were shipped', async () => {
    const spool = await open({ failOpenMs: 2, segmentBytes: 100, limitBytes: 400, keepShippedMs: 0 });
    for (let row = 0; row < 8; row += 1) await append(spool, `${row}${'x'.repeat(60)}`);
    await pollUntil(() => (spool.status().writerProblem === 'spool-limit' ? true : undefined), {
      timeoutMs: 5_000,
      intervalMs: 1,
    });
    expect(spool.counters.rowsKept).toBeLessThan(8);
    expect(spool.counters.rowsAnsweredLate).toBeGreaterThan(0);
    const target = new MemoryTarget();
    spool.startShipping(target, { firstPauseMs: 1 });
    await pollUntil(() => (spool.status().waitingBytes === 0 ? true : undefined), {
      timeoutMs: 5_000,
      intervalMs: 5,
    });
    await spool.close();
    await shipAll(target);
    expect(target.rows()).toHaveLength(8);
    expect(spool.counters.rowsLost).toEqual({ 'memory-full': 0, timeout: 0, closed: 0 });
  });

  it('of the disk counts too', async () => {
    disk.files.space = async () => ({ totalBytes: 1_000, usedBytes: 801 });
    const spool = await open({ failOpenMs: 2, diskPercentMax: 80 });
    expect(await append(spool, 'one')).toBe('late');
    expect(spool.status().writerProblem).toBe('disk-limit');
    disk.files.space = async () => ({ totalBytes: 1_000, usedBytes: 700 });
    const kept = await pollUntil(() => (spool.counters.rowsKept === 1 ? true : undefined), {
      timeoutMs: 5_000,
      intervalMs: 5,
    });
    expect(kept).toBe(true);
    await spool.close();
  });
});

it('without syncs nothing is synced', async () => {
  const spool = await open({ sync: 'off' });
  await append(spool, 'one');
  await spool.close();
  expect(disk.takeCalls().filter((name) => name.startsWith('sync'))).toEqual([]);
  expect(await shipAll()).toEqual(['one']);
});
