import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { InsertOutcome } from '../../domain/traffic/batch-target.ts';
import { systemError } from '../../testing/spool/faulty-files.ts';
import { MemoryTarget } from '../../testing/spool/memory-target.ts';
import { append, december, november, useSpoolSetup } from '../../testing/spool/setup.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const setup = useSpoolSetup();

describe('a segment', () => {
  it('is sealed when it is old enough, and is not created while the spool is idle', async () => {
    const spool = await setup.open({ segmentMs: 5 });
    expect(setup.files('open')).toEqual([]);
    await append(spool, 'one');
    await waitUntil(() => setup.files('sealed').length === 1);
    expect(setup.files('open')).toEqual([]);
    await spool.close();
    expect(setup.files('sealed')).toHaveLength(1);
  });

  it('stays open longer under high traffic', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const spool = await setup.open({ segmentMs: 1_000, busySegmentMs: 4_000, busyBytes: 300 });
    await append(spool, 'x'.repeat(60));
    vi.advanceTimersByTime(1_000);
    await waitUntil(() => setup.files('sealed').length === 1);
    await append(spool, 'x'.repeat(400));
    vi.advanceTimersByTime(3_999);
    // A segment that is due is sealed before the next row is written.
    await append(spool, 'another');
    expect(setup.files('sealed')).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await waitUntil(() => setup.files('sealed').length === 2);
    await spool.close();
  });

  it('stays open longer while four segments wait for a slow traffic store', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const target = new MemoryTarget();
    const slow = Promise.withResolvers<InsertOutcome>();
    target.insert = () => slow.promise;
    const spool = await setup.open({ segmentBytes: 100, segmentMs: 1_000, behindSegmentMs: 10_000 });
    spool.startShipping(target);
    for (const row of ['1', '2', '3', '4']) await append(spool, row.repeat(100));
    await waitUntil(() => setup.files('sealed').length === 4);
    await append(spool, 'small');
    vi.advanceTimersByTime(9_999);
    // A segment that is due is sealed before the next row is written.
    await append(spool, 'another');
    expect(setup.files('sealed')).toHaveLength(4);
    vi.advanceTimersByTime(1);
    await waitUntil(() => setup.files('sealed').length === 5);
    slow.resolve({ kind: 'inserted' });
    await spool.close();
  });

  it('is sealed when it is large enough', async () => {
    const spool = await setup.open({ segmentBytes: 100 });
    for (const row of ['1', '2', '3', '4']) await append(spool, row.repeat(40));
    await spool.close();
    expect(setup.files('sealed')).toHaveLength(2);
  });

  it('contains rows from only one month, regardless of the order in which rows arrive', async () => {
    const spool = await setup.open();
    const times = [november, november, december, december, november];
    await Promise.all(times.map((time, index) => append(spool, String(index), time)));
    await spool.close();
    expect(setup.files('sealed')).toHaveLength(3);
    expect(await setup.shipAll()).toEqual(['0', '1', '2', '3', '4']);
  });

  it('has a unique number even if all files were removed and the clock was set back', async () => {
    let nowMs = 1_000_000;
    const number = () => Number([...setup.files('sealed'), ...setup.files('shipped')][0]?.split('-')[1]);
    const write = async () => {
      const spool = await setup.open({ now: () => nowMs });
      await append(spool, 'one');
      await append(spool, 'two', december);
      await spool.close();
    };
    await write();
    expect(number()).toBe(1_000);
    await setup.shipAll();
    const cleaner = await setup.open({ now: () => Date.now() + 100_000, keepShippedMs: 1_000 });
    await cleaner.removeOld();
    await cleaner.close();
    expect(setup.files('shipped')).toEqual([]);
    nowMs = 0;
    await write();
    expect(number()).toBe(1_002);
  });
});

describe.each(['sync', 'write'])('a segment after a failed %s', (operation) => {
  it('is never written again, and its rows are written once to another segment', async () => {
    const spool = await setup.open();
    await append(spool, 'before');
    const [failed = ''] = setup.files('open');
    setup.failOnce(operation, 'EIO');
    setup.disk.takeCalls();
    expect(await Promise.all([append(spool, 'a'), append(spool, 'b')])).toEqual(['kept', 'kept']);
    expect(spool.status().writerProblem).toBeUndefined();
    const touched = setup.disk.calls.filter(({ path }) => path.endsWith(failed));
    const until = operation === 'sync' ? ['write', 'sync'] : ['write'];
    expect(touched.map((call) => call.operation)).toEqual([...until, 'close', 'rename']);
    expect(spool.counters.syncErrors + spool.counters.writeErrors).toBe(1);
    await spool.close();
    expect(await setup.shipAll()).toEqual(['before', 'a', 'b']);
  });

  it.each(['close', 'rename', 'create', 'syncDirectory'])(
    'has its rows shipped at most once if the process ends at the next %s',
    async (last) => {
      const spool = await setup.open({ failOpenMs: 2 });
      await append(spool, 'before');
      await waitUntil(() => spool.counters.rowsKept === 1);
      let hasFailed = false;
      let hasEnded = false;
      setup.disk.before = (call) => {
        if (hasFailed && call.operation === last) {
          hasEnded = true;
          return new Promise<never>(() => undefined);
        }
        if (hasFailed || call.operation !== operation) return;
        hasFailed = true;
        throw systemError('EIO');
      };
      expect(await append(spool, 'after')).toBe('late');
      await waitUntil(() => hasEnded);
      // The first process hangs at this point. The next process finds the rows that were written.
      const rows = await setup.shipAll();
      expect(rows.filter((row) => row === 'before')).toHaveLength(1);
      expect(rows.filter((row) => row === 'after').length).toBeLessThanOrEqual(1);
    },
  );
});

it('the spool reports a failing disk and writes the rows when the disk recovers', async () => {
  const spool = await setup.open({ failOpenMs: 2, retryPauseMs: 1 });
  await append(spool, 'before');
  setup.disk.before = ({ operation }) => {
    if (operation === 'sync') throw systemError('EIO');
  };
  expect(await append(spool, 'during')).toBe('late');
  await waitUntil(() => spool.status().writerProblem === 'failing');
  setup.disk.before = () => undefined;
  await waitUntil(() => spool.status().waitingBytes === 0);
  await spool.close();
  expect(await setup.shipAll()).toEqual(['before', 'during']);
});
