import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { hangLimitMs } from '../../testing/hang-limit.ts';
import { FaultyFiles, systemError } from '../../testing/spool/faulty-files.ts';
import { MemoryTarget } from '../../testing/spool/memory-target.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { openSpool, type Spool, type SpoolOptions } from './open-spool.ts';

const time = Date.UTC(2026, 10, 15);

let directory: string;
let target: MemoryTarget;

beforeEach(() => {
  directory = join(makeTemporaryDirectory(), 'spool');
  target = new MemoryTarget();
});

async function fill(...rows: string[]): Promise<void> {
  await writeRows(rows, { segmentBytes: 1 });
}

async function writeRows(rows: string[], options: Partial<SpoolOptions> = {}): Promise<void> {
  // The timeouts are long, because the disk may be slow. With short timeouts, a late row would share its segment with
  // the next row, and an old segment would be sealed before it contains all rows.
  const timeouts = { failOpenMs: hangLimitMs, segmentMs: hangLimitMs };
  const spool = await openSpool({ directory, ...timeouts, ...options });
  for (const row of rows) await new Promise((resolve) => spool.append(row, time, resolve));
  await spool.close();
}

async function ship(options: Partial<SpoolOptions> = {}): Promise<{ spool: Spool; problems: string[] }> {
  const problems: string[] = [];
  const spool = await openSpool({ directory, ...options });
  spool.startShipping(target, { firstPauseMs: 1, onProblem: (message) => problems.push(message) });
  await waitUntil(() => spool.status().backlogSegments === 0);
  await spool.close();
  return { spool, problems };
}

async function shipOnce(): Promise<{ problems: string[] }> {
  const problems: string[] = [];
  const spool = await openSpool({ directory });
  spool.startShipping(target, { firstPauseMs: 1, onProblem: (message) => problems.push(message) });
  await waitUntil(() => spool.status().hasCheckedShipped && spool.status().backlogSegments === 0);
  await spool.close();
  return { problems };
}

const names = (state: string) => readdirSync(directory).filter((name) => name.endsWith(`.${state}`));

describe('Shipper', () => {
  it('ships existing segments in order, then those that are sealed while it runs', async () => {
    await fill('one', 'two');
    const spool = await openSpool({ directory, segmentBytes: 1 });
    spool.startShipping(target);
    await new Promise((resolve) => spool.append('three', time, resolve));
    await waitUntil(() => target.lines.length === 3);
    await spool.close();
    expect(target.rows()).toEqual(['one', 'two', 'three']);
    expect(names('shipped')).toHaveLength(3);
    expect(spool.counters).toMatchObject({ batchesShipped: 3, rowsShipped: 3, batchesFoundThere: 0 });
  });

  it('sends the bytes of the file unchanged, with the batch name of the file in each row', async () => {
    await fill('one');
    const [name = ''] = names('sealed');
    const bytes = readFileSync(join(directory, name), 'utf8');
    await ship();
    expect(`${target.lines.join('\n')}\n`).toBe(bytes);
    expect(bytes.split('\t')[1]).toBe(name.split('-').slice(0, 2).join('-'));
  });

  it.each(['lost-on-the-way', 'stored-but-no-answer', 'stored-and-forgotten'] as const)(
    'checks the target before it resends a batch that was %s',
    async (fault) => {
      await fill('one', 'two');
      target.faults.push(fault);
      const { spool, problems } = await ship();
      expect(target.rows()).toEqual(['one', 'two']);
      expect(problems).toHaveLength(1);
      expect(spool.counters.shipFailures).toBe(1);
      expect(spool.counters.batchesFoundThere).toBe(fault === 'lost-on-the-way' ? 0 : 1);
    },
  );

  it('reuses its buffer unless a failed request may still be reading it', async () => {
    await fill('one', 'two', 'three');
    const inserts: { lines: Buffer; text: string }[] = [];
    const insert = target.insert.bind(target);
    target.insert = (batch, lines) => {
      inserts.push({ lines, text: lines.toString() });
      return insert(batch, lines);
    };
    target.faults.push('lost-on-the-way');
    await ship();
    expect(inserts.map(({ text }) => text.trim().split('\t').at(-1))).toEqual(['one', 'one', 'two', 'three']);
    const [failed, ...others] = inserts;
    expect(failed?.lines.toString()).toBe(failed?.text);
    expect(new Set(others.map(({ lines }) => lines.buffer)).size).toBe(1);
    expect(others.some(({ lines }) => lines.buffer === failed?.lines.buffer)).toBe(false);
  });

  it('checks the target after a restart if the shipped marks are lost', async () => {
    await fill('one', 'two');
    await ship();
    for (const name of names('shipped'))
      renameSync(join(directory, name), join(directory, name.replace(/-\d{13}\.shipped$/, '.sealed')));
    target.forgetTokens();
    const { spool } = await ship();
    expect(target.rows()).toEqual(['one', 'two']);
    expect(spool.counters.batchesFoundThere).toBe(2);
  });

  it('checks the target again if a segment cannot be marked as shipped', async () => {
    await fill('one');
    const disk = new FaultyFiles();
    let failures = 2;
    disk.before = ({ operation, path }) => {
      if (operation !== 'rename' || !path.endsWith('.sealed') || failures === 0) return;
      failures -= 1;
      target.forgetTokens();
      throw systemError('EIO');
    };
    await ship({ files: disk.files });
    expect(target.rows()).toEqual(['one']);
  });

  it('stores rejected rows with the reason and sends the rest as the same batch', async () => {
    await writeRows(['good', 'bad one', 'better']);
    target.refusedText = 'bad';
    const { spool: shipped } = await ship();
    expect(target.rows()).toEqual(['good', 'better']);
    expect(shipped.counters).toMatchObject({ rowsRefused: 1, rowsShipped: 2, batchesShipped: 1 });
    const [file = ''] = readdirSync(join(directory, 'rejected'));
    const rejected = JSON.parse(readFileSync(join(directory, 'rejected', file), 'utf8')) as { line: string };
    expect(rejected).toMatchObject({ reason: 'refused' });
    expect(rejected.line).toContain('bad one');
  });

  it('continues if every row of a segment is rejected', async () => {
    await fill('bad', 'good');
    target.refusedText = 'bad';
    await ship();
    expect(target.rows()).toEqual(['good']);
  });

  it('ships the intact rows of a damaged segment and counts the damage', async () => {
    await writeRows(['one', 'two', 'three']);
    const path = join(directory, names('sealed')[0] ?? '');
    const bytes = readFileSync(path);
    bytes.write('X', bytes.indexOf('two'));
    writeFileSync(path, bytes);
    const { spool: shipped } = await ship();
    expect(target.rows()).toEqual(['one', 'three']);
    expect(shipped.counters.damagedLines).toBe(1);
  });

  it('skips segments that are unreadable or missing', async () => {
    await fill('one', 'two', 'three');
    const [first = '', second = ''] = names('sealed').toSorted();
    const spool = await openSpool({ directory });
    rmSync(join(directory, first));
    rmSync(join(directory, second));
    mkdirSync(join(directory, second));
    spool.startShipping(target, { firstPauseMs: 1 });
    await waitUntil(() => spool.status().backlogSegments === 0);
    await spool.close();
    expect(target.rows()).toEqual(['three']);
    expect(spool.counters.segmentsUnreadable).toBe(2);
  });

  it('removes shipped segments after the retention time and only after their marks are synced', async () => {
    await fill('one');
    const disk = new FaultyFiles();
    let nowMs = time;
    const spool = await openSpool({ directory, files: disk.files, keepShippedMs: 1_000, now: () => nowMs });
    spool.startShipping(target);
    await waitUntil(() => spool.status().backlogSegments === 0);
    nowMs += 999;
    await spool.removeOld();
    expect(names('shipped')).toHaveLength(1);
    nowMs += 1;
    disk.takeCalls();
    await spool.removeOld();
    expect(names('shipped')).toEqual([]);
    expect(disk.takeCalls().slice(-2)).toEqual(['syncDirectory', 'remove']);
    expect(spool.status().bytes).toBe(0);
    await spool.close();
  });

  it('reports the size and age of the backlog', async () => {
    await fill('one', 'two');
    const spool = await openSpool({ directory, now: () => time + 5_000 });
    expect(spool.status()).toMatchObject({ backlogSegments: 2, oldestUnshippedMs: 5_000 });
    expect(spool.status().backlogBytes).toBeGreaterThan(100);
    await spool.close();
  });

  it('resends shipped segments after the target was restored from an older backup', async () => {
    await fill('one', 'two', 'three');
    await ship();
    target.lose((line) => line.endsWith('two') || line.endsWith('three'));
    const { problems } = await shipOnce();
    expect(target.rows().toSorted()).toEqual(['one', 'three', 'two']);
    expect(problems).toEqual([expect.stringContaining('2 shipped segments are missing')]);
    expect(names('shipped')).toHaveLength(3);
    await shipOnce();
    expect(target.rows()).toHaveLength(3);
  });

  it('does not resend a segment if the target has its rows but not its batch name', async () => {
    await fill('one', 'two');
    await ship();
    target.hasRows = async (lines) => target.rows().some((row) => lines.includes(row));
    target.findBatches = async () => new Set();
    await shipOnce();
    expect(target.rows()).toEqual(['one', 'two']);
  });

  it('resends shipped segments that the target has lost after a failed request', async () => {
    await fill('one');
    const spool = await openSpool({ directory, segmentBytes: 1 });
    spool.startShipping(target, { firstPauseMs: 1 });
    await waitUntil(() => spool.status().backlogSegments === 0);
    target.lose(() => true);
    target.faults.push('lost-on-the-way');
    await new Promise((resolve) => spool.append('two', time, resolve));
    await waitUntil(() => target.lines.length === 2);
    await spool.close();
    expect(target.rows().toSorted()).toEqual(['one', 'two']);
  });
});
