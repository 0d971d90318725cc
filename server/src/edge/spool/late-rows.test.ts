import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { hangLimitMs } from '../../testing/hang-limit.ts';
import { append, useSpoolSetup } from '../../testing/spool/setup.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { newCounters } from './counters.ts';
import { realFiles, type FileOperations } from './file-operations.ts';
import { LateRows } from './late-rows.ts';

const setup = useSpoolSetup();

const readCounts = () =>
  JSON.parse(readFileSync(join(setup.directory, 'late-rows'), 'utf8')) as Record<string, number>;

function delayRows(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  setup.disk.before = ({ operation, path }) =>
    operation === 'write' && path.endsWith('.open') ? promise : undefined;
  return resolve;
}

it('the spool of the next process reports how many answered rows were never written', async () => {
  const killed = await setup.open({ failOpenMs: 1 });
  const release = delayRows();
  const fates = await Promise.all([append(killed, 'a'), append(killed, 'b'), append(killed, 'c')]);
  expect(fates).toEqual(['late', 'late', 'late']);
  // The process may be killed as soon as the rows are answered.
  expect(readCounts()['waiting']).toBe(3);
  // The first spool is not closed, as if its process had crashed.
  const onLost = vi.fn();
  const next = await setup.open({ onLost });
  expect(onLost.mock.calls).toEqual([[3]]);
  expect(next.counters.rowsAnsweredLate).toBe(3);
  expect(next.counters.rowsLost['process-ended']).toBe(3);
  await next.close();
  const afterThat = await setup.open({ onLost });
  expect([onLost.mock.calls.length, afterThat.counters.rowsLost['process-ended']]).toEqual([1, 3]);
  await afterThat.close();
  release();
  await killed.close();
});

it('the spool answers late rows even if their count cannot be written', async () => {
  const spool = await setup.open({ failOpenMs: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  setup.disk.before = ({ operation }) => (operation === 'write' ? promise : undefined);
  expect(await append(spool, 'a')).toBe('late');
  resolve();
  await spool.close();
  expect(readCounts()).toEqual({ answeredLate: 1, waiting: 0, lost: 0 });
});

it('the spool counts rows that are written after the answer as late and not as lost', async () => {
  const spool = await setup.open({ failOpenMs: 1 });
  const release = delayRows();
  expect(await append(spool, 'a')).toBe('late');
  release();
  await waitUntil(() => spool.counters.rowsKept === 1);
  await spool.close();
  expect(readCounts()).toEqual({ answeredLate: 1, waiting: 0, lost: 0 });
  const onLost = vi.fn();
  const next = await setup.open({ onLost });
  expect(next.counters.rowsAnsweredLate).toBe(1);
  expect(onLost).not.toHaveBeenCalled();
  expect(await append(next, 'b')).toBe('kept');
  await next.close();
});

it('the spool starts even if the file of late rows is empty or invalid', async () => {
  for (const content of ['', '{"waiting":-1}', 'x'.repeat(200)]) {
    const spool = await setup.open({ failOpenMs: hangLimitMs });
    await spool.close();
    writeFileSync(join(setup.directory, 'late-rows'), content);
    const onLost = vi.fn();
    const next = await setup.open({ onLost });
    expect(onLost).not.toHaveBeenCalled();
    await next.close();
  }
});

it('late rows are still counted for the next process if the disk is full when a process starts', async () => {
  const directory = makeTemporaryDirectory();
  const onFullDisk = { ...realFiles, create: () => Promise.reject(new Error('ENOSPC')) };
  const open = async (files: FileOperations, onLost?: (rowsMax: number) => void) =>
    await LateRows.open({ directory, files, counters: newCounters(), onLost });
  await (await open(realFiles)).close();
  const killed = await open(onFullDisk);
  killed.add(() => undefined);
  killed.add(() => undefined);
  await killed.close();
  const onLost = vi.fn();
  await (await open(onFullDisk, onLost)).close();
  expect(onLost.mock.calls).toEqual([[2]]);
});

it('rows of an earlier process are also reported if the next process is killed before it has changed the file', async () => {
  const directory = makeTemporaryDirectory();
  const counts = { answeredLate: 4, waiting: 4, lost: 0 };
  writeFileSync(join(directory, 'late-rows'), JSON.stringify(counts));
  const onLost = vi.fn();
  // Never opens the file, as if the process had been killed.
  const files = { ...realFiles, reopen: () => new Promise<number>(() => undefined) };
  void LateRows.open({ directory, files, counters: newCounters(), onLost });
  await waitUntil(() => onLost.mock.calls.length > 0);
  expect(onLost).toHaveBeenCalledWith(4);
});
