import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openSpool } from '../../src/edge/spool/open-spool.ts';
import { newId } from '../../src/platform/ids.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { takePort } from '../../src/testing/product/own-ports.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { startSpoolWriter } from '../../src/testing/spool/writer.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import {
  createTables,
  queryRows,
  startSeparateClickHouse,
} from '../../src/testing/traffic/clickhouse-target.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { openClickHouse } from '../../src/traffic/clickhouse/client.ts';
import { createEventTarget } from '../../src/traffic/clickhouse/insert-batch.ts';

/** Returns a linear congruential generator, so that a run can be repeated with its seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test.skipIf(!hasClickHouse)(
  `kept rows are stored exactly once although the writer and ClickHouse are killed repeatedly${needsClickHouse}`,
  async () => {
    const seed = randomInt(2 ** 31);
    const random = seeded(seed);
    const root = makeTemporaryDirectory();
    const directory = join(root, 'spool');
    const port = takePort();
    let engine = await startSeparateClickHouse(root, port);
    onTestFinished(() => engine.stop());
    const { url } = engine;
    await createTables(url);
    const workspaceId = newId();
    const kept: string[] = [];
    const count = rounds(7, 100);
    let restarting = Promise.resolve();
    for (let round = 1; round <= count; round += 1) {
      const writer = await startSpoolWriter({ directory, workspaceId, url });
      await sleep(random(250));
      if (round % 7 === 0) {
        await restarting;
        engine.kill();
        // ClickHouse restarts while the next writers run.
        const restart = async () => {
          await engine.exited;
          engine = await startSeparateClickHouse(root, port);
        };
        restarting = restart();
        await sleep(random(100));
      }
      writer.process.kill('SIGKILL');
      await writer.exited;
      kept.push(...writer.kept());
    }
    await restarting;
    const client = openClickHouse(url);
    onTestFinished(() => client.close());
    const spool = await openSpool({ directory });
    spool.startShipping(createEventTarget(client), { firstPauseMs: 20 });
    await waitUntil(() => spool.status().backlogSegments === 0);
    await spool.close();
    const stored = await queryRows<{ id: string; times: number }>(
      client,
      `SELECT id, count() AS times FROM events WHERE workspace_id = '${workspaceId}' GROUP BY id`,
    );
    const times = new Map(stored.map((row) => [row.id, row.times]));
    expect(kept.length, `seed ${seed}`).toBeGreaterThan(count);
    expect(
      kept.filter((id) => times.get(id) !== 1),
      `seed ${seed}`,
    ).toEqual([]);
    expect(
      [...times].filter(([, number]) => number !== 1),
      `seed ${seed}`,
    ).toEqual([]);
    expect(spool.counters.damagedLines, `seed ${seed}`).toBe(0);
  },
);
