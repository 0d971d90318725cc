import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { hangLimitMs } from '../../testing/hang-limit.ts';
import { MemoryTarget } from '../../testing/spool/memory-target.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { openSpool, type Spool } from './open-spool.ts';

const time = Date.UTC(2026, 10, 15);
const isLeft = (line: string) => line.endsWith('left');

let directory: string;
let left: MemoryTarget;
let right: MemoryTarget;

beforeEach(() => {
  directory = join(makeTemporaryDirectory(), 'spool');
  [left, right] = [new MemoryTarget(), new MemoryTarget()];
});

// Stores only the lines of one shard, as the parts of a traffic store do.
function partOf(shard: MemoryTarget, isOwn: (line: string) => boolean): BatchTarget {
  const select = (lines: Buffer) =>
    Buffer.from(
      lines
        .toString()
        .split('\n')
        .filter((line) => line !== '' && isOwn(line))
        .map((line) => `${line}\n`)
        .join(''),
    );
  return {
    insert: async (batch, lines) => {
      const own = select(lines);
      return own.length === 0 ? { kind: 'inserted' } : await shard.insert(batch, own);
    },
    mayMissNames: true,
    findBatches: (batches) => shard.findBatches(batches),
    hasRows: async (lines) => {
      const own = select(lines).toString();
      return own === '' || shard.lines.some((line) => own.includes(line));
    },
    separateRefused: (lines) => shard.separateRefused(select(lines)),
  };
}

function shardedTarget(): BatchTarget {
  const parts = [partOf(left, isLeft), partOf(right, (line) => !isLeft(line))];
  return { ...partOf(left, () => false), parts };
}

async function open(...rows: string[]): Promise<Spool> {
  const spool = await openSpool({ directory, segmentMs: hangLimitMs, failOpenMs: hangLimitMs });
  await Promise.all(rows.map((row) => new Promise((resolve) => spool.append(row, time, resolve))));
  await spool.close();
  return await openSpool({ directory });
}

const files = (state: string) => readdirSync(directory).filter((name) => name.endsWith(`.${state}`));

describe('shipping to several shards', () => {
  it('stores each row on its shard and counts the segment once', async () => {
    const spool = await open('1 left', '2 right', '3 left');
    spool.startShipping(shardedTarget(), { firstPauseMs: 1 });
    await waitUntil(() => spool.status().backlogSegments === 0);
    await spool.close();
    expect([left.rows(), right.rows()]).toEqual([['1 left', '3 left'], ['2 right']]);
    expect(spool.counters).toMatchObject({ batchesShipped: 1, rowsShipped: 3, shipFailures: 0 });
  });

  it('ships later segments to one shard while the other is down, and keeps every segment until it is back', async () => {
    await open('1 left', '2 right').then((spool) => spool.close());
    const spool = await open('3 left', '4 right');
    right.isDown = true;
    const problems: string[] = [];
    const onProblem = (message: string) => problems.push(message);
    spool.startShipping(shardedTarget(), { firstPauseMs: 1, onProblem });
    await waitUntil(() => left.rows().length === 2);
    await waitUntil(() => problems.length > 0);
    expect(right.rows()).toEqual([]);
    expect(files('sealed')).toHaveLength(2);
    expect(spool.status()).toMatchObject({ backlogSegments: 2, isShippingFailing: true });
    expect(problems[0]).toMatch(/^shard 2: /);
    // The first shard has all of its rows, so clicks do not wait for visits on it.
    expect(spool.oldestRow(0)).toBeUndefined();
    expect(spool.oldestRow(1)).toMatchObject({ timeMs: time });
    right.isDown = false;
    await waitUntil(() => spool.status().backlogSegments === 0);
    await spool.close();
    expect(left.rows()).toEqual(['1 left', '3 left']);
    expect(right.rows().toSorted()).toEqual(['2 right', '4 right']);
  });

  it('asks each shard after a restart and sends only the missing part', async () => {
    const first = await open('1 left', '2 right');
    right.isDown = true;
    first.startShipping(shardedTarget(), { firstPauseMs: 1 });
    await waitUntil(() => left.rows().length === 1);
    await first.close();
    right.isDown = false;
    left.forgetTokens();
    const spool = await openSpool({ directory });
    spool.startShipping(shardedTarget(), { firstPauseMs: 1 });
    await waitUntil(() => spool.status().backlogSegments === 0);
    await spool.close();
    expect([left.rows(), right.rows()]).toEqual([['1 left'], ['2 right']]);
  });

  it('stores rejected rows of each shard in a separate file', async () => {
    const spool = await open('bad left', 'bad right', 'good left', 'good right');
    [left.refusedText, right.refusedText] = ['bad', 'bad'];
    spool.startShipping(shardedTarget(), { firstPauseMs: 1 });
    await waitUntil(() => spool.status().backlogSegments === 0);
    await spool.close();
    const rejected = readdirSync(join(directory, 'rejected')).toSorted();
    expect(rejected.map((name) => name.replace(/^.*-shard/, 'shard'))).toEqual([
      'shard-1.jsonl',
      'shard-2.jsonl',
    ]);
    const texts = rejected.map((name) => readFileSync(join(directory, 'rejected', name), 'utf8'));
    expect(texts.map((text) => /bad \w+/.exec(text)?.[0])).toEqual(['bad left', 'bad right']);
    expect(spool.counters).toMatchObject({ batchesShipped: 1, rowsShipped: 2, rowsRefused: 2 });
  });

  it('sends a shipped segment again to the shard that lost it', async () => {
    const first = await open('1 left', '2 right');
    first.startShipping(shardedTarget(), { firstPauseMs: 1 });
    await waitUntil(() => first.status().backlogSegments === 0);
    await first.close();
    right.lose(() => true);
    const spool = await openSpool({ directory });
    spool.startShipping(shardedTarget(), { firstPauseMs: 1 });
    await waitUntil(() => right.rows().length === 1);
    await spool.close();
    expect([left.rows(), right.rows()]).toEqual([['1 left'], ['2 right']]);
  });
});
