import { expect, test } from 'vitest';
import { MemoryTarget } from '../../testing/spool/memory-target.ts';
import { findLostBatches, namesAtOnce } from './find-lost-batches.ts';

const batches = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `batch-${count - at}`, sinceMs: 1_000 - at }));

function* pagesOf<One>(all: readonly One[], asked: unknown[] = []) {
  for (let at = 0; at < all.length; at += namesAtOnce) {
    asked.push(at);
    yield all.slice(at, at + namesAtOnce);
  }
}

async function store(target: MemoryTarget, all: readonly { name: string }[]): Promise<void> {
  for (const { name } of all) await target.insert(name, Buffer.from(`line\t${name}\trow of ${name}\n`));
}

const linesOf = async ({ name }: { name: string }) => Buffer.from(`line\t${name}\trow of ${name}\n`);

test('asks for one page when nothing is lost', async () => {
  const target = new MemoryTarget();
  const all = batches(250);
  await store(target, all);
  const asked: unknown[] = [];
  expect(await findLostBatches(target, pagesOf(all, asked), linesOf)).toEqual([]);
  expect(asked).toEqual([0]);
});

test('finds everything after the moment of the backup', async () => {
  const target = new MemoryTarget();
  const all = batches(450);
  await store(target, all.slice(230));
  const asked: unknown[] = [];
  expect(await findLostBatches(target, pagesOf(all, asked), linesOf)).toEqual(all.slice(0, 230));
  expect(asked).toEqual([0, 100, 200, 300]);
});

test('does not take a batch for lost whose name was erased with its first row', async () => {
  const target = new MemoryTarget();
  const all = batches(3);
  await store(target, all.slice(1));
  target.hasRows = async (lines) => lines.includes('row of batch-3');
  expect(await findLostBatches(target, pagesOf(all), linesOf)).toEqual([]);
});

test('leaves out a batch whose lines are gone', async () => {
  const target = new MemoryTarget();
  target.hasRows = async () => false;
  expect(await findLostBatches(target, pagesOf(batches(2)), async () => undefined)).toEqual([]);
});

test('has nothing to ask where nothing was shipped', async () => {
  expect(await findLostBatches(new MemoryTarget(), [], linesOf)).toEqual([]);
});

test('asks only for batches since the earliest one of the page', async () => {
  const target = new MemoryTarget();
  const asked: number[] = [];
  const findBatches = async (names: readonly string[], sinceMs: number) => {
    asked.push(sinceMs);
    return new Set(names);
  };
  const page = [3_000, 1_000, 2_000].map((sinceMs) => ({ name: `at ${sinceMs}`, sinceMs }));
  const found = await findLostBatches(Object.assign(target, { findBatches }), [page], linesOf);
  expect(found).toEqual([]);
  expect(asked).toEqual([1_000]);
});

test('asks nothing for an empty page', async () => {
  const target = new MemoryTarget();
  target.findBatches = async () => {
    throw new Error('asked');
  };
  expect(await findLostBatches(target, [[]], linesOf)).toEqual([]);
});

test('sends a whole missing page again without looking for other rows of it', async () => {
  const target = new MemoryTarget();
  target.hasRows = async () => {
    throw new Error('asked');
  };
  const all = batches(namesAtOnce);
  expect(await findLostBatches(target, pagesOf(all), linesOf)).toEqual(all);
});

test('finds single lost batches of a page', async () => {
  const target = new MemoryTarget();
  const all = batches(3);
  await store(target, all.slice(2));
  target.hasRows = async (lines) => lines.includes('row of batch-3');
  expect(await findLostBatches(target, pagesOf(all), linesOf)).toEqual([all[1]]);
});
