import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { append, appendOrFail, november, useSpoolSetup } from '../../testing/spool/setup.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { Fate } from './waiting-row.ts';

const setup = useSpoolSetup();

// File operations since the last call, except for the disk usage query that runs every second.
const takeCalls = () => setup.disk.takeCalls().filter((name) => name !== 'space');

describe('SpoolWriter', () => {
  it('acknowledges a row after one write and one sync, and syncs the directory of a new file first', async () => {
    const spool = await setup.open();
    takeCalls();
    expect(await append(spool, 'one')).toBe('kept');
    expect(takeCalls()).toEqual(['create', 'syncDirectory', 'write', 'sync']);
    expect(await append(spool, 'two')).toBe('kept');
    expect(takeCalls()).toEqual(['write', 'sync']);
    await spool.close();
    expect(await setup.shipAll()).toEqual(['one', 'two']);
  });

  it('writes rows that arrive in the same turn or during the previous sync as one group', async () => {
    const spool = await setup.open();
    await append(spool, 'first');
    takeCalls();
    const fates: Promise<Fate>[] = [append(spool, 'a'), append(spool, 'b'), append(spool, 'c')];
    setup.disk.before = ({ operation }) => {
      setup.disk.before = () => undefined;
      if (operation === 'write') fates.push(append(spool, 'd'), append(spool, 'e'));
    };
    await fates[0];
    expect(await Promise.all(fates)).toEqual(['kept', 'kept', 'kept', 'kept', 'kept']);
    expect(takeCalls()).toEqual(['write', 'sync', 'write', 'sync']);
    expect(spool.counters).toMatchObject({ rowsAppended: 6, rowsKept: 6, groups: 3, syncs: 3 });
    await spool.close();
    expect(await setup.shipAll()).toEqual(['first', 'a', 'b', 'c', 'd', 'e']);
  });

  it('completes partial writes', async () => {
    setup.disk.writeBytesMax = 7;
    const spool = await setup.open();
    expect(await append(spool, 'a row of many sevens')).toBe('kept');
    expect(await append(spool, 'another')).toBe('kept');
    await spool.close();
    expect(await setup.shipAll()).toEqual(['a row of many sevens', 'another']);
  });

  it('reports a row as late if the sync is slow, and still writes and counts the row', async () => {
    const spool = await setup.open({ failOpenMs: 5 });
    const release = setup.holdSyncs();
    const startedAt = performance.now();
    const fates = [append(spool, 'one'), appendOrFail(spool, 'closed')];
    expect(await fates[0]).toBe('late');
    expect(performance.now() - startedAt).toBeGreaterThan(4);
    expect(await append(spool, 'two')).toBe('late');
    release();
    expect(await fates[1]).toBe('kept');
    await spool.close();
    expect(spool.counters).toMatchObject({ rowsAnsweredLate: 2, rowsKept: 3 });
    expect(await setup.shipAll()).toEqual(['one', 'closed', 'two']);
  });

  it('also reports a row as late if it is appended in the callback of a late row', async () => {
    const spool = await setup.open({ failOpenMs: 5 });
    const release = setup.holdSyncs();
    const second = new Promise((resolve) => {
      spool.append('one', november, () => spool.append('two', november, resolve));
    });
    expect(await second).toBe('late');
    release();
    await spool.close();
    expect(await setup.shipAll()).toEqual(['one', 'two']);
  });

  it('reports a stall if a row waits too long, and until it ends, new rows wait for a tenth of the limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const spool = await setup.open({ failOpenMs: 250 });
    const release = setup.holdSyncs();
    const fates: string[] = [];
    const note = (name: string) => (fate: string) => void fates.push(`${name} ${fate}`);
    spool.append('one', november, note('one'));
    vi.advanceTimersByTime(248);
    expect(fates).toEqual([]);
    vi.advanceTimersByTime(252);
    expect(fates).toEqual(['one late']);
    expect(spool.status().writerProblem).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(spool.status().writerProblem).toBe('stalled');
    spool.append('two', november, note('two'));
    vi.advanceTimersByTime(23);
    expect(fates).toEqual(['one late']);
    vi.advanceTimersByTime(3);
    await waitUntil(() => fates.length > 1);
    expect(fates).toEqual(['one late', 'two late']);
    release();
    await spool.close();
  });

  it('does not write a row after its timeout if the row must not be late', async () => {
    const spool = await setup.open({ failOpenMs: 2, failClosedMs: 10 });
    const release = setup.holdSyncs();
    await append(spool, 'blocking');
    // Waits for the sync to start, because otherwise both rows could be written together.
    await waitUntil(() => takeCalls().includes('sync'));
    expect(await appendOrFail(spool, 'too long')).toBe('lost');
    release();
    await spool.close();
    expect(spool.counters.rowsLost).toEqual({ 'memory-full': 0, timeout: 1, closed: 0, 'process-ended': 0 });
    expect(await setup.shipAll()).toEqual(['blocking']);
  });

  it('reports a row as lost immediately and counts it if the memory limit is reached', async () => {
    const spool = await setup.open({ failOpenMs: 1, memoryBytesMax: 25 });
    const release = setup.holdSyncs();
    const fates = ['ten bytes.', 'ten more..', 'too many..'].map((row) => append(spool, row));
    expect(await Promise.all(fates)).toEqual(['late', 'late', 'lost']);
    expect(spool.counters.rowsLost['memory-full']).toBe(1);
    release();
    await waitUntil(() => spool.status().waitingBytes === 0);
    await append(spool, 'room again');
    await spool.close();
    expect(await setup.shipAll()).toEqual(['ten bytes.', 'ten more..', 'room again']);
  });

  it('reports a row as lost and counts it after the spool is closed', async () => {
    const spool = await setup.open();
    await spool.close();
    expect(await append(spool, 'late')).toBe('lost');
    expect(spool.counters.rowsLost.closed).toBe(1);
  });

  it('reports other rows even if a callback throws', async () => {
    const spool = await setup.open();
    const others = process.listeners('uncaughtException');
    for (const listener of others) process.off('uncaughtException', listener);
    const seen = new Promise((resolve) => process.once('uncaughtException', resolve));
    spool.append('bad', november, () => {
      throw new Error('callback failed');
    });
    expect(await append(spool, 'good')).toBe('kept');
    expect(await seen).toMatchObject({ message: 'callback failed' });
    for (const listener of others) process.on('uncaughtException', listener);
    await spool.close();
  });
});
