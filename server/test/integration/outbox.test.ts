import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BatchTarget } from '../../src/domain/traffic/batch-target.ts';
import { timeCell } from '../../src/domain/traffic/time-cells.ts';
import { buildEventRow } from '../../src/domain/traffic/visit-cells.ts';
import { newId } from '../../src/platform/ids.ts';
import { readBacklog } from '../../src/services/conversions/read-backlog.ts';
import { purgeInbox } from '../../src/services/conversions/purge-inbox.ts';
import { returnLostBatches } from '../../src/services/conversions/return-lost-batches.ts';
import { freezeOutboxRows, shipOutboxBatch } from '../../src/services/conversions/ship-outbox.ts';
import { freezeOutbox, insertOutboxRows } from '../../src/store/conversions/outbox.ts';
import { openAttributionLab, type AttributionLab } from '../../src/testing/attribution/attribution-lab.ts';
import { testStores } from '../../src/testing/machine.ts';
import { MemoryTarget } from '../../src/testing/spool/memory-target.ts';
import { buildRecordedVisit } from '../../src/testing/traffic/build-recorded-visit.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';

describe.each(testStores)('the outbox with traffic in %s', (store) => {
  let setup: AttributionLab;
  let target: BatchTarget;
  let workspaceId: string;

  beforeAll(async () => {
    setup = await openAttributionLab(store);
    target = setup.traffic.targets.outbox;
  });

  beforeEach(() => {
    workspaceId = newId();
  });

  afterAll(() => setup.close());

  // Each engine reports an invalid amount in its own words.
  const unreadable: unknown = expect.stringContaining(
    store === 'clickhouse' ? 'CANNOT_PARSE' : 'revenue is not a decimal',
  );
  const visit = buildRecordedVisit();
  const november = Date.UTC(2026, 10, 15);

  function makeRow(cells: Parameters<typeof buildEventRow>[1] = {}, timeMs = november) {
    const time = timeCell(timeMs);
    const own = {
      type: 'event',
      workspace_id: workspaceId,
      time,
      visit_time: time,
      id: newId(),
      visit_id: newId(),
    };
    return { workspaceId, timeMs, row: buildEventRow(visit, { ...own, revenue: '1.5', ...cells }) };
  }

  /** Joins rows into one outbox entry, whose rows must become visible together. */
  function joinRows(...rows: ReturnType<typeof makeRow>[]) {
    return { workspaceId, timeMs: november, row: rows.map(({ row }) => row).join('\n') };
  }

  async function write(rows: ReturnType<typeof makeRow>[]): Promise<void> {
    await setup.database.asSystem((executor) => insertOutboxRows(executor, rows));
  }

  async function count(): Promise<number> {
    return (await readRecordedRows(setup.address, workspaceId)).length;
  }

  async function expireLeases(): Promise<void> {
    await setup.database.asSystem((executor) =>
      sql`UPDATE outbox_batches SET next_at = '-infinity'`.execute(executor),
    );
  }

  async function shipAll(by: BatchTarget = target): Promise<string[]> {
    const kinds: string[] = [];
    for (;;) {
      const shipped = await shipOutboxBatch(setup.worker, by);
      if (shipped === undefined) return kinds;
      kinds.push(shipped.kind);
    }
  }

  async function countUnshipped(): Promise<number> {
    const { rows } = await setup.database.asSystem((executor) =>
      sql<{ total: number }>`
      SELECT ((SELECT count(*) FROM outbox) + (SELECT count(*) FROM outbox_batches))::int AS total`.execute(
        executor,
      ),
    );
    return rows[0]?.total ?? -1;
  }

  describe('rows', () => {
    test('are shipped in one batch per month and then deleted', async () => {
      const december = Date.UTC(2026, 11, 1);
      await write([makeRow(), makeRow({}, december), makeRow({}, december - 1)]);
      expect(await freezeOutboxRows(setup.worker)).toBe(3);
      expect(await shipAll()).toEqual(['shipped', 'shipped']);
      expect([await count(), await countUnshipped()]).toEqual([3, 0]);
    });

    test('of one entry are kept in one batch and counted individually in the backlog', async () => {
      await write([joinRows(makeRow(), makeRow()), joinRows(makeRow(), makeRow(), makeRow())]);
      const freeze = () => setup.database.asSystem((executor) => freezeOutbox(executor, 1));
      expect((await readBacklog(setup.worker)).outboxRows).toBe(5);
      expect([await freeze(), await freeze(), await freeze()]).toEqual([2, 3, 0]);
      expect((await readBacklog(setup.worker)).outboxRows).toBe(5);
      expect(await shipOutboxBatch(setup.worker, target)).toEqual({ kind: 'shipped', rows: 2 });
      expect(await count()).toBe(2);
      expect(await shipAll()).toEqual(['shipped']);
      expect([await count(), await countUnshipped()]).toEqual([5, 0]);
    });

    test('are shipped exactly once by concurrent workers', async () => {
      await write(Array.from({ length: 300 }, () => makeRow()));
      await Promise.all([1, 2, 3].map(() => freezeOutboxRows(setup.worker)));
      await write(Array.from({ length: 300 }, () => makeRow()));
      await Promise.all(
        [1, 2, 3].map(async () => {
          await freezeOutboxRows(setup.worker);
          await shipAll();
        }),
      );
      expect([await count(), await countUnshipped()]).toEqual([600, 0]);
    });

    test('from a rolled-back transaction are not shipped', async () => {
      const failing = setup.database.asSystem(async (executor) => {
        await insertOutboxRows(executor, [makeRow()]);
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(await freezeOutboxRows(setup.worker)).toBe(0);
    });
  });

  describe('a batch', () => {
    const withTarget = (by: Partial<BatchTarget>): BatchTarget => ({ ...target, ...by });

    test('is looked up and not sent again when the response to the insert was lost', async () => {
      await write([makeRow(), makeRow()]);
      await freezeOutboxRows(setup.worker);
      const losesResponse = withTarget({
        insert: async (batch, lines) => {
          await target.insert(batch, lines);
          return { kind: 'unknown', reason: 'connection lost' };
        },
      });
      expect(await shipAll(losesResponse)).toEqual(['unknown']);
      expect(await countUnshipped()).toBe(1);
      await expireLeases();
      const failsOnInsert = withTarget({ insert: async () => Promise.reject(new Error('sent again')) });
      expect(await shipAll(failsOnInsert)).toEqual(['shipped']);
      expect([await count(), await countUnshipped()]).toEqual([2, 0]);
    });

    test("is shipped by another worker after a crashed worker's lease has expired", async () => {
      await write([makeRow()]);
      await freezeOutboxRows(setup.worker);
      const crashes = withTarget({ insert: async () => Promise.reject(new Error('killed')) });
      await expect(shipOutboxBatch(setup.worker, crashes)).rejects.toThrow('killed');
      expect(await shipAll()).toEqual([]);
      await expireLeases();
      expect(await shipAll()).toEqual(['shipped']);
      expect([await count(), await countUnshipped()]).toEqual([1, 0]);
    });

    test('is not sent again while the traffic store cannot confirm that it is missing', async () => {
      await write([makeRow()]);
      await freezeOutboxRows(setup.worker);
      const offline = withTarget({ insert: async () => ({ kind: 'unknown', reason: 'offline' }) });
      expect(await shipAll(offline)).toEqual(['unknown']);
      await expireLeases();
      const failsOnLookup = withTarget({ findBatches: async () => Promise.reject(new Error('no answer')) });
      expect(await shipOutboxBatch(setup.worker, failsOnLookup)).toMatchObject({
        kind: 'unknown',
        reason: 'no answer',
      });
      await expireLeases();
      await shipAll();
      expect([await count(), await countUnshipped()]).toEqual([1, 0]);
    });

    test('is shipped without an invalid row, which is stored with the reason', async () => {
      const bad = makeRow({ revenue: 'much' });
      await write([makeRow(), bad, makeRow()]);
      await freezeOutboxRows(setup.worker);
      expect(await shipAll()).toEqual(['refused', 'shipped']);
      expect([await count(), await countUnshipped()]).toEqual([2, 0]);
      const { rows } = await setup.database.asSystem((executor) =>
        sql`SELECT workspace_id, row, reason FROM outbox_refused WHERE workspace_id = ${workspaceId}`.execute(
          executor,
        ),
      );
      expect(rows).toEqual([{ workspace_id: workspaceId, row: bad.row, reason: unreadable }]);
    });

    test('is shipped without any row of an entry that has an invalid row, and other entries remain complete', async () => {
      const [minus, bad, worse] = [
        makeRow({ revenue: '-1.5' }),
        makeRow({ revenue: 'much' }),
        makeRow({ revenue: 'more' }),
      ];
      await write([makeRow(), joinRows(minus, bad, worse), joinRows(makeRow(), makeRow())]);
      await freezeOutboxRows(setup.worker);
      expect(await shipOutboxBatch(setup.worker, target)).toMatchObject({ kind: 'refused', rows: 3 });
      const { rows: batches } = await setup.database.asSystem((executor) =>
        sql`SELECT rows, entry_lines FROM outbox_batches`.execute(executor),
      );
      expect(batches).toEqual([{ rows: 3, entry_lines: [1, 2] }]);
      expect(await shipAll()).toEqual(['shipped']);
      expect([await count(), await countUnshipped()]).toEqual([3, 0]);
      const { rows } = await setup.database.asSystem((executor) =>
        sql`SELECT row, reason FROM outbox_refused WHERE workspace_id = ${workspaceId}`.execute(executor),
      );
      expect(rows).toEqual([
        { row: minus.row, reason: 'valid, but belongs to an entry with an invalid row' },
        { row: bad.row, reason: unreadable },
        { row: worse.row, reason: unreadable },
      ]);
    });
  });

  describe('a shipped batch', () => {
    test('is sent again only to a store that was restored from an older backup', async () => {
      const [early, late] = [makeRow(), makeRow()];
      await write([early]);
      await freezeOutboxRows(setup.worker);
      const restored = new MemoryTarget();
      const lines: Buffer[] = [];
      const recording: BatchTarget = {
        ...target,
        insert: async (batch, sent) => {
          lines.push(Buffer.from(sent));
          await restored.insert(batch, sent);
          return await target.insert(batch, sent);
        },
      };
      expect(await shipAll(recording)).toEqual(['shipped']);
      // The store `restored` lacks all later rows, like a backup from this point in time.
      await write([late]);
      await freezeOutboxRows(setup.worker);
      expect(await shipAll()).toEqual(['shipped']);
      expect(await returnLostBatches(setup.worker, target)).toBe(0);
      const returned = await returnLostBatches(setup.worker, restored);
      expect(returned).toBeGreaterThanOrEqual(1);
      await shipAll(restored);
      const sent = restored.lines.filter((line) => line.includes(workspaceId));
      expect(sent.map((line) => line.split('\t').slice(1).join('\t')).toSorted()).toEqual(
        [early.row, late.row].toSorted(),
      );
      expect(await returnLostBatches(setup.worker, restored)).toBe(0);
      expect([await count(), await countUnshipped()]).toEqual([2, 0]);
    });

    test('is deleted one day after it was shipped', async () => {
      await write([makeRow()]);
      await freezeOutboxRows(setup.worker);
      await shipAll();
      const shipped = async () => {
        const { rows } = await setup.database.asSystem((executor) =>
          sql<{ total: number }>`SELECT count(*)::int AS total FROM shipped_batches`.execute(executor),
        );
        return rows[0]?.total ?? -1;
      };
      await purgeInbox({ ...setup.worker, now: () => new Date(Date.now() + 23 * 3_600_000) });
      expect(await shipped()).toBeGreaterThan(0);
      await purgeInbox({ ...setup.worker, now: () => new Date(Date.now() + 25 * 3_600_000) });
      expect(await shipped()).toBe(0);
    });
  });
});
