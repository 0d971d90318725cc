import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { RowQueue } from './row-queue.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function add(queue: RowQueue, row: string): void {
  queue.add({ row, timeMs: 0, appendedAt: 0, done: undefined, isDropped: false });
}

it('holds on to rows, and not to the requests that they are parts of', () => {
  const queue = new RowQueue();
  collect();
  const before = process.memoryUsage().heapUsed;
  // So many that the engine compiles it on the way, and with that leaves out whatever has no effect.
  for (let at = 0; at < 40_000; at += 1) {
    const request = `request ${at} `.padEnd(5_000, `${at}`);
    add(queue, `${at}\t${request.slice(10, 110)}\t${request.slice(200, 300)}`);
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(3 * queue.bytes);
});
