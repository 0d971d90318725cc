import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { RowQueue } from './row-queue.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function add(queue: RowQueue, row: string): void {
  queue.add({ row, timeMs: 0, appendedAt: 0, done: undefined, isDropped: false });
}

it('RowQueue does not keep requests in memory if its rows contain slices of these requests', () => {
  const queue = new RowQueue();
  collect();
  const before = process.memoryUsage().heapUsed;
  // Adds enough rows for V8 to optimize the code, because the optimizer removes reads that have no effect.
  for (let at = 0; at < 40_000; at += 1) {
    const request = `request ${at} `.padEnd(5_000, `${at}`);
    add(queue, `${at}\t${request.slice(10, 110)}\t${request.slice(200, 300)}`);
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(3 * queue.bytes);
});
