import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemError } from '../../testing/spool/faulty-files.ts';
import { MemoryTarget } from '../../testing/spool/memory-target.ts';
import { append, useSpoolSetup } from '../../testing/spool/setup.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const setup = useSpoolSetup();

describe('openSpool', () => {
  it('drops an incomplete last line and counts its bytes', async () => {
    const spool = await setup.open();
    await append(spool, 'whole');
    const [name = ''] = setup.files('open');
    writeFileSync(join(setup.directory, name), '0badc0de00000', { flag: 'a' });
    const next = await setup.open();
    expect(next.counters.tornBytesCut).toBe(13);
    await next.close();
    expect(await setup.shipAll()).toEqual(['whole']);
    await spool.close();
  });

  it('opens a spool with a damaged identity file and ships existing segments', async () => {
    const spool = await setup.open();
    await append(spool, 'one');
    await spool.close();
    writeFileSync(join(setup.directory, 'spool.json'), '{"id":');
    const next = await setup.open();
    await append(next, 'two');
    await next.close();
    expect(await setup.shipAll()).toEqual(['one', 'two']);
  });

  it('opens a spool even if its identity file cannot be written', async () => {
    setup.disk.before = ({ operation, path }) => {
      if (operation === 'create' && path.includes('spool.json')) throw systemError('ENOSPC');
    };
    const spool = await setup.open();
    expect(await append(spool, 'one')).toBe('kept');
    await spool.close();
    expect(await setup.shipAll()).toEqual(['one']);
  });

  it('reads no sealed segment, so that a backlog does not delay startup', async () => {
    const spool = await setup.open({ segmentBytes: 10 });
    for (let row = 0; row < 20; row += 1) await append(spool, String(row));
    await spool.close();
    setup.disk.takeCalls();
    const next = await setup.open();
    // The two files are the identity and the counts of late rows.
    expect(setup.disk.takeCalls().filter((name) => name === 'read')).toHaveLength(2);
    expect(next.status().backlogSegments).toBe(20);
    await next.close();
  });

  it('moves an unreadable open segment to rejected/', async () => {
    const spool = await setup.open();
    await append(spool, 'one');
    setup.disk.before = ({ operation, path }) => {
      if (operation === 'read' && path.endsWith('.open')) throw systemError('EIO');
    };
    const next = await setup.open();
    expect(next.counters.segmentsUnreadable).toBe(1);
    expect(readdirSync(join(setup.directory, 'rejected'))).toHaveLength(1);
    await next.close();
    setup.disk.before = () => undefined;
    await spool.close();
  });
});

describe('the disk limit', () => {
  it('makes rows wait until segments are shipped, and reports the problem', async () => {
    const options = { failOpenMs: 2, segmentBytes: 100, limitBytes: 400, keepShippedMs: 0 };
    const spool = await setup.open(options);
    const isAtLimit = () => spool.status().writerProblem === 'spool-limit';
    for (let row = 0; row < 8; row += 1) {
      await append(spool, `${row}${'x'.repeat(60)}`);
      // Rows that arrive during a write form one group, which is written or delayed as a whole.
      await waitUntil(() => spool.counters.rowsKept === row + 1 || isAtLimit());
    }
    expect(isAtLimit()).toBe(true);
    expect(spool.counters.rowsKept).toBeLessThan(8);
    expect(spool.counters.rowsAnsweredLate).toBeGreaterThan(0);
    const target = new MemoryTarget();
    spool.startShipping(target, { firstPauseMs: 1 });
    await waitUntil(() => spool.status().waitingBytes === 0);
    await spool.close();
    await setup.shipAll(target);
    expect(target.rows()).toHaveLength(8);
    expect(spool.counters.rowsLost).toEqual({ 'memory-full': 0, timeout: 0, closed: 0, 'process-ended': 0 });
  });

  it('applies to the space used on the whole disk', async () => {
    setup.disk.files.space = async () => ({ totalBytes: 1_000, usedBytes: 801 });
    const spool = await setup.open({ failOpenMs: 2, diskPercentMax: 80, smallBytes: 0 });
    expect(await append(spool, 'one')).toBe('late');
    await waitUntil(() => spool.status().writerProblem === 'disk-limit');
    expect(spool.counters.rowsKept).toBe(0);
    setup.disk.files.space = async () => ({ totalBytes: 1_000, usedBytes: 700 });
    await waitUntil(() => spool.counters.rowsKept === 1);
    await spool.close();
  });

  it('does not apply to a small spool if other programs have filled the disk', async () => {
    setup.disk.files.space = async () => ({ totalBytes: 1_000, usedBytes: 990 });
    const spool = await setup.open({ diskPercentMax: 80, smallBytes: 140, segmentBytes: 1, failOpenMs: 2 });
    await append(spool, 'x'.repeat(100));
    await waitUntil(() => spool.counters.rowsKept === 1);
    expect(await append(spool, 'y')).toBe('late');
    await waitUntil(() => spool.status().writerProblem === 'disk-limit');
    expect(spool.counters.rowsKept).toBe(1);
    setup.disk.files.space = async () => ({ totalBytes: 1_000, usedBytes: 1 });
    await spool.close();
  });

  it('causes shipped segments to be removed even if nothing can be written', async () => {
    const spool = await setup.open({ segmentBytes: 1 });
    for (const row of ['1', '2', '3']) await append(spool, row);
    await spool.close();
    await setup.shipAll();
    setup.disk.before = ({ operation }) => {
      if (operation === 'create' || operation === 'write') throw systemError('ENOSPC');
    };
    const next = await setup.open({ limitBytes: 1 });
    // The segment with the highest number is kept, because the next number cannot be stored anywhere else.
    expect(setup.files('shipped')).toHaveLength(1);
    setup.disk.before = () => undefined;
    await next.close();
  });
});

it('the spool does not sync if `sync` is off', async () => {
  const spool = await setup.open({ sync: 'off' });
  await append(spool, 'one');
  await spool.close();
  expect(setup.disk.takeCalls().filter((name) => name.startsWith('sync'))).toEqual([]);
  expect(await setup.shipAll()).toEqual(['one']);
});
