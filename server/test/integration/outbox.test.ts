/** Rows that a transaction left behind are recorded once, whatever happens on the way. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BatchTarget } from '../../src/domain/traffic/batch-target.ts';
import { timeCell } from '../../src/domain/traffic/time-cells.ts';
import { buildEventRow } from '../../src/domain/traffic/visit-cells.ts';
import { newId } from '../../src/platform/ids.ts';
import { readBacklog } from '../../src/services/attribution/read-backlog.ts';
import { purgeInbox } from '../../src/services/attribution/purge-inbox.ts';
import { returnLostBatches } from '../../src/services/attribution/return-lost-batches.ts';
import { freezeOutboxRows, shipOutboxBatch } from '../../src/services/attribution/ship-outbox.ts';
import { freezeOutbox, insertOutboxRows } from '../../src/store/attribution/outbox.ts';
import { openAttributionLab, type AttributionLab } from '../../src/testing/attribution/attribution-lab.ts';
import { testStores } from '../../src/testing/machine.ts';
import { MemoryTarget } from '../../src/testing/spool/memory-target.ts';
import { buildRecordedVisit } from '../../src/testing/traffic/build-recorded-visit.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';

describe.each(testStores)('traffic in %s', (store) => {
  let lab: AttributionLab;
  let target: BatchTarget;
  let workspaceId: string;

  beforeAll(async () => {
    lab = await openAttributionLab(store);
    target = lab.traffic.targets.outbox;
  });

  beforeEach(() => {
    workspaceId = newId();
  });

  afterAll(() => lab.close());

  // How each engine says that an amount is none.
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

  /** Rows that must not be seen one without the other. */
  function together(...rows: ReturnType<typeof makeRow>[]) {
    return { workspaceId, timeMs: november, row: rows.map(({ row }) => row).join('\n') };
  }

  async function write(rows: ReturnType<typeof makeRow>[]): Promise<void> {
    await lab.database.asSystem((executor) => insertOutboxRows(executor, rows));
  }

  async function count(): Promise<number> {
    return (await readRecordedRows(lab.address, workspaceId)).length;
  }

  /** Lets leases end and pauses be over. */
  async function passTime(): Promise<void> {
    await lab.database.asSystem((executor) =>
      sql`UPDATE outbox_batches SET next_at = '-infinity'`.execute(executor),
    );
  }

  async function shipAll(by: BatchTarget = target): Promise<string[]> {
    const kinds: string[] = [];
    for (;;) {
      const shipped = await shipOutboxBatch(lab.worker, by);
      if (shipped === undefined) return kinds;
      kinds.push(shipped.kind);
    }
  }

  async function left(): Promise<number> {
    const { rows } = await lab.database.asSystem((executor) =>
      sql<{ many: number }>`
      SELECT ((SELECT count(*) FROM outbox) + (SELECT count(*) FROM outbox_batches))::int AS many`.execute(
        executor,
      ),
    );
    return rows[0]?.many ?? -1;
  }

  describe('rows of the outbox', () => {
    test('go in batches of one month each, and nothing is left of them', async () => {
      const december = Date.UTC(2026, 11, 1);
      await write([makeRow(), makeRow({}, december), makeRow({}, december - 1)]);
      expect(await freezeOutboxRows(lab.worker)).toBe(3);
      expect(await shipAll()).toEqual(['shipped', 'shipped']);
      expect([await count(), await left()]).toEqual([3, 0]);
    });

    test('that belong together are never in two batches, and are counted one by one', async () => {
      await write([together(makeRow(), makeRow()), together(makeRow(), makeRow(), makeRow())]);
      const freeze = () => lab.database.asSystem((executor) => freezeOutbox(executor, 1));
      expect((await readBacklog(lab.worker)).outboxRows).toBe(5);
      expect([await freeze(), await freeze(), await freeze()]).toEqual([2, 3, 0]);
      expect((await readBacklog(lab.worker)).outboxRows).toBe(5);
      expect(await shipOutboxBatch(lab.worker, target)).toEqual({ kind: 'shipped', rows: 2 });
      expect(await count()).toBe(2);
      expect(await shipAll()).toEqual(['shipped']);
      expect([await count(), await left()]).toEqual([5, 0]);
    });

    test('are taken by several workers at once, each by one of them', async () => {
      await write(Array.from({ length: 300 }, () => makeRow()));
      await Promise.all([1, 2, 3].map(() => freezeOutboxRows(lab.worker)));
      await write(Array.from({ length: 300 }, () => makeRow()));
      await Promise.all(
        [1, 2, 3].map(async () => {
          await freezeOutboxRows(lab.worker);
          await shipAll();
        }),
      );
      expect([await count(), await left()]).toEqual([600, 0]);
    });

    test('of a transaction that was given up are not there', async () => {
      const failing = lab.database.asSystem(async (executor) => {
        await insertOutboxRows(executor, [makeRow()]);
        throw new Error('given up');
      });
      await expect(failing).rejects.toThrow('given up');
      expect(await freezeOutboxRows(lab.worker)).toBe(0);
    });
  });

  describe('a batch', () => {
    const silent = (by: Partial<BatchTarget>): BatchTarget => ({ ...target, ...by });

    test('whose answer was lost is asked for, and not sent again', async () => {
      await write([makeRow(), makeRow()]);
      await freezeOutboxRows(lab.worker);
      const lost = silent({
        insert: async (batch, lines) => {
          await target.insert(batch, lines);
          return { kind: 'unknown', reason: 'the line was cut' };
        },
      });
      expect(await shipAll(lost)).toEqual(['unknown']);
      expect(await left()).toBe(1);
      await passTime();
      const never = silent({ insert: async () => Promise.reject(new Error('it was sent again')) });
      expect(await shipAll(never)).toEqual(['shipped']);
      expect([await count(), await left()]).toEqual([2, 0]);
    });

    test('whose worker died is taken up by another when its time is over, and sent if it had not been', async () => {
      await write([makeRow()]);
      await freezeOutboxRows(lab.worker);
      const dying = silent({ insert: async () => Promise.reject(new Error('killed')) });
      await expect(shipOutboxBatch(lab.worker, dying)).rejects.toThrow('killed');
      expect(await shipAll()).toEqual([]);
      await passTime();
      expect(await shipAll()).toEqual(['shipped']);
      expect([await count(), await left()]).toEqual([1, 0]);
    });

    test('is not sent while nobody can be asked for it', async () => {
      await write([makeRow()]);
      await freezeOutboxRows(lab.worker);
      const away = silent({ insert: async () => ({ kind: 'unknown', reason: 'away' }) });
      expect(await shipAll(away)).toEqual(['unknown']);
      await passTime();
      const mute = silent({ findBatches: async () => Promise.reject(new Error('no answer')) });
      expect(await shipOutboxBatch(lab.worker, mute)).toMatchObject({ kind: 'unknown', reason: 'no answer' });
      await passTime();
      await shipAll();
      expect([await count(), await left()]).toEqual([1, 0]);
    });

    test('with a row that cannot be read goes without it, and the row is kept with the reason', async () => {
      const bad = makeRow({ revenue: 'much' });
      await write([makeRow(), bad, makeRow()]);
      await freezeOutboxRows(lab.worker);
      expect(await shipAll()).toEqual(['refused', 'shipped']);
      expect([await count(), await left()]).toEqual([2, 0]);
      const { rows } = await lab.database.asSystem((executor) =>
        sql`SELECT workspace_id, row, reason FROM outbox_refused WHERE workspace_id = ${workspaceId}`.execute(
          executor,
        ),
      );
      expect(rows).toEqual([{ workspace_id: workspaceId, row: bad.row, reason: unreadable }]);
    });

    test('with such a row goes without those that belong to it, and what is left still belongs together', async () => {
      const [minus, bad, worse] = [
        makeRow({ revenue: '-1.5' }),
        makeRow({ revenue: 'much' }),
        makeRow({ revenue: 'more' }),
      ];
      await write([makeRow(), together(minus, bad, worse), together(makeRow(), makeRow())]);
      await freezeOutboxRows(lab.worker);
      expect(await shipOutboxBatch(lab.worker, target)).toMatchObject({ kind: 'refused', rows: 3 });
      const { rows: batches } = await lab.database.asSystem((executor) =>
        sql`SELECT rows, entry_lines FROM outbox_batches`.execute(executor),
      );
      expect(batches).toEqual([{ rows: 3, entry_lines: [1, 2] }]);
      expect(await shipAll()).toEqual(['shipped']);
      expect([await count(), await left()]).toEqual([3, 0]);
      const { rows } = await lab.database.asSystem((executor) =>
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
    test('is sent again to a store that was restored from an older backup, and to no other', async () => {
      const [early, late] = [makeRow(), makeRow()];
      await write([early]);
      await freezeOutboxRows(lab.worker);
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
      // The backup was made here.
      await write([late]);
      await freezeOutboxRows(lab.worker);
      expect(await shipAll()).toEqual(['shipped']);
      expect(await returnLostBatches(lab.worker, target)).toBe(0);
      const returned = await returnLostBatches(lab.worker, restored);
      expect(returned).toBeGreaterThanOrEqual(1);
      await shipAll(restored);
      const sent = restored.lines.filter((line) => line.includes(workspaceId));
      expect(sent.map((line) => line.split('\t').slice(1).join('\t')).toSorted()).toEqual(
        [early.row, late.row].toSorted(),
      );
      expect(await returnLostBatches(lab.worker, restored)).toBe(0);
      expect([await count(), await left()]).toEqual([2, 0]);
    });

    test('is deleted a day after it was shipped', async () => {
      await write([makeRow()]);
      await freezeOutboxRows(lab.worker);
      await shipAll();
      const shipped = async () => {
        const { rows } = await lab.database.asSystem((executor) =>
          sql<{ many: number }>`SELECT count(*)::int AS many FROM shipped_batches`.execute(executor),
        );
        return rows[0]?.many ?? -1;
      };
      await purgeInbox({ ...lab.worker, now: () => new Date(Date.now() + 23 * 3_600_000) });
      expect(await shipped()).toBeGreaterThan(0);
      await purgeInbox({ ...lab.worker, now: () => new Date(Date.now() + 25 * 3_600_000) });
      expect(await shipped()).toBe(0);
    });
  });
});
