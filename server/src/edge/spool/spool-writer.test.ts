import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { append, appendOrFail, november, useSpoolSetup } from '../../testing/spool/setup.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { Fate } from './waiting-row.ts';

const setup = useSpoolSetup();

/** What was done to files since the last time; how full the disk is, is asked whenever a second has passed. */
const takeCalls = () => setup.disk.takeCalls().filter((name) => name !== 'space');

describe('a row', () => {
  it('is kept after one write and one sync, in a file whose name was synced before', async () => {
    const spool = await setup.open();
    takeCalls();
    expect(await append(spool, 'one')).toBe('kept');
    expect(takeCalls()).toEqual(['create', 'syncDirectory', 'write', 'sync']);
    expect(await append(spool, 'two')).toBe('kept');
    expect(takeCalls()).toEqual(['write', 'sync']);
    await spool.close();
    expect(await setup.shipAll()).toEqual(['one', 'two']);
  });

  it('shares its sync with all that come in the same turn, and with all that come during the sync before', async () => {
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

  it('is whole however little the system writes at a time', async () => {
    setup.disk.writeBytesMax = 7;
    const spool = await setup.open();
    expect(await append(spool, 'a row of many sevens')).toBe('kept');
    expect(await append(spool, 'another')).toBe('kept');
    await spool.close();
    expect(await setup.shipAll()).toEqual(['a row of many sevens', 'another']);
  });

  it('is answered late when the sync is slow, written all the same, and counted', async () => {
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

  it('that comes out of the late answer to another is answered in its turn', async () => {
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

  it('that waits long is a stall, which is said', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const spool = await setup.open({ failOpenMs: 5 });
    const release = setup.holdSyncs();
    const fate = append(spool, 'one');
    vi.advanceTimersByTime(500);
    expect(await fate).toBe('late');
    expect(spool.status().writerProblem).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(spool.status().writerProblem).toBe('stalled');
    release();
    await spool.close();
  });

  it('that fails closed is lost after its time, and then not written', async () => {
    const spool = await setup.open({ failOpenMs: 2, failClosedMs: 10 });
    const release = setup.holdSyncs();
    await append(spool, 'in the way');
    // Otherwise the next could be written together with it.
    await waitUntil(() => takeCalls().includes('sync'));
    expect(await appendOrFail(spool, 'too long')).toBe('lost');
    release();
    await spool.close();
    expect(spool.counters.rowsLost).toEqual({ 'memory-full': 0, timeout: 1, closed: 0, 'process-ended': 0 });
    expect(await setup.shipAll()).toEqual(['in the way']);
  });

  it('is lost at once, and counted, when the memory for those that wait is full', async () => {
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

  it('that comes after the end is lost and counted', async () => {
    const spool = await setup.open();
    await spool.close();
    expect(await append(spool, 'late')).toBe('lost');
    expect(spool.counters.rowsLost.closed).toBe(1);
  });

  it('answers the others although its own answer throws', async () => {
    const spool = await setup.open();
    const others = process.listeners('uncaughtException');
    for (const listener of others) process.off('uncaughtException', listener);
    const seen = new Promise((resolve) => process.once('uncaughtException', resolve));
    spool.append('bad', november, () => {
      throw new Error('of the caller');
    });
    expect(await append(spool, 'good')).toBe('kept');
    expect(await seen).toMatchObject({ message: 'of the caller' });
    for (const listener of others) process.on('uncaughtException', listener);
    await spool.close();
  });
});
