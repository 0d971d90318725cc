import { expect, test } from 'vitest';
import { MemoryTarget } from '../../testing/spool/memory-target.ts';
import { findLostBatches, namesAtOnce } from './find-lost-batches.ts';

const batches = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `batch-${count - at}`, sinceMs: 1_000 - at }));

function* pagesOf<One>(all: readonly One[], requested: unknown[] = []) {
  for (let at = 0; at < all.length; at += namesAtOnce) {
    requested.push(at);
    yield all.slice(at, at + namesAtOnce);
  }
}

async function store(target: MemoryTarget, all: readonly { name: string }[]): Promise<void> {
  for (const { name } of all) await target.insert(name, Buffer.from(`line\t${name}\trow of ${name}\n`));
}

const linesOf = async ({ name }: { name: string }) => Buffer.from(`line\t${name}\trow of ${name}\n`);

test('findLostBatches reads only one page if nothing is lost', async () => {
  const target = new MemoryTarget();
  const all = batches(250);
  await store(target, all);
  const requested: unknown[] = [];
  expect(await findLostBatches(target, pagesOf(all, requested), linesOf)).toEqual([]);
  expect(requested).toEqual([0]);
});

test('findLostBatches finds every batch shipped after the backup', async () => {
  const target = new MemoryTarget();
  const all = batches(450);
  await store(target, all.slice(230));
  const requested: unknown[] = [];
  expect(await findLostBatches(target, pagesOf(all, requested), linesOf)).toEqual(all.slice(0, 230));
  expect(requested).toEqual([0, 100, 200, 300]);
});

test('findLostBatches skips a batch whose name is missing if the target has its rows', async () => {
  const target = new MemoryTarget();
  const all = batches(3);
  await store(target, all.slice(1));
  target.hasRows = async (lines) => lines.includes('row of batch-3');
  expect(await findLostBatches(target, pagesOf(all), linesOf)).toEqual([]);
});

test('findLostBatches skips a batch whose lines no longer exist', async () => {
  const target = new MemoryTarget();
  target.hasRows = async () => false;
  expect(await findLostBatches(target, pagesOf(batches(2)), async () => undefined)).toEqual([]);
});

test('findLostBatches returns nothing if nothing was shipped', async () => {
  expect(await findLostBatches(new MemoryTarget(), [], linesOf)).toEqual([]);
});

test('findLostBatches looks up batches from the earliest time on the page', async () => {
  const target = new MemoryTarget();
  const requested: number[] = [];
  const findBatches = async (names: readonly string[], sinceMs: number) => {
    requested.push(sinceMs);
    return new Set(names);
  };
  const page = [3_000, 1_000, 2_000].map((sinceMs) => ({ name: `at ${sinceMs}`, sinceMs }));
  const found = await findLostBatches(Object.assign(target, { findBatches }), [page], linesOf);
  expect(found).toEqual([]);
  expect(requested).toEqual([1_000]);
});

test('findLostBatches skips an empty page', async () => {
  const target = new MemoryTarget();
  target.findBatches = async () => {
    throw new Error('requested');
  };
  expect(await findLostBatches(target, [[]], linesOf)).toEqual([]);
});

test('findLostBatches returns all batches of a page without searching for their rows if all of them are missing', async () => {
  const target = new MemoryTarget();
  target.hasRows = async () => {
    throw new Error('requested');
  };
  const all = batches(namesAtOnce);
  expect(await findLostBatches(target, pagesOf(all), linesOf)).toEqual(all);
});

test('findLostBatches finds a single lost batch in a page', async () => {
  const target = new MemoryTarget();
  const all = batches(3);
  await store(target, all.slice(2));
  target.hasRows = async (lines) => lines.includes('row of batch-3');
  expect(await findLostBatches(target, pagesOf(all), linesOf)).toEqual([all[1]]);
});

test('findLostBatches looks up the rows of a whole page if names may be missing', async () => {
  const target = Object.assign(new MemoryTarget(), { mayMissNames: true as const });
  target.hasRows = async (lines) => !lines.includes('row of batch-7\n');
  expect(await findLostBatches(target, pagesOf(batches(namesAtOnce)), linesOf)).toEqual([
    expect.objectContaining({ name: 'batch-7' }),
  ]);
});
