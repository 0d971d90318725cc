import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import type { TrafficAddress } from '../../src/start/engine-addresses.ts';
import { requireCurrentStore } from '../../src/start/move/moved-store.ts';
import { moveTraffic, type MovePhase } from '../../src/start/move/move-traffic.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { takePort } from '../../src/testing/product/own-ports.ts';
import { insertTraffic, sendBatch, type SentBatch } from '../../src/testing/reports/insert-traffic.ts';
import { seededRandom } from '../../src/testing/reports/report-queries.ts';
import { makeReportTraffic } from '../../src/testing/reports/report-traffic.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { createTables, startSeparateClickHouse } from '../../src/testing/traffic/clickhouse-target.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { readRecordedRows, type RecordedRow } from '../../src/testing/traffic/recorded-rows.ts';
import { makeSeparateTraffic } from '../../src/testing/traffic/separate-traffic.ts';
import { openClickHouse } from '../../src/traffic/clickhouse/client.ts';
import {
  cancelMove,
  completeMove,
  readMove,
  removeMovedRows,
  stopArrivals,
} from '../../src/traffic/postgres/move/move-state.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

const seed = Number(process.env['MOVE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const random = seededRandom(seed);
const workspaceId = newId();
const sizes = { pagesPerChunk: 4, rowsPerInsert: 15 };
const visits = rounds(60, 1_000);

type Step = () => Promise<void> | void;
type Hooks = { onStep?: Step; onPhase?: (phase: MovePhase) => Promise<void> | void };

async function startLab(target?: TrafficAddress) {
  const from = await makeSeparateTraffic('postgres');
  const to = target ?? (await makeSeparateTraffic('clickhouse'));
  const [source, moved] = [openTraffic(from), openTraffic(to)];
  const client = new Client({ connectionString: from.url });
  await client.connect();
  onTestFinished(async () => {
    await Promise.all([source.close(), moved.close(), client.end()]);
  });
  const batches: SentBatch[] = [];
  const addTraffic = async (count = visits) =>
    void batches.push(...(await insertTraffic(source, makeReportTraffic(workspaceId, count, random))));
  const move = async ({ onStep = () => undefined, onPhase = () => undefined }: Hooks = {}) =>
    await moveTraffic({
      places: { postgres: from.url, clickhouse: to.url },
      target: 'ch.example.com:8123',
      sizes,
      onStep,
      onPhase,
    });
  return { from, to, source, moved, client, batches, addTraffic, move };
}

const readRows = async (address: TrafficAddress) =>
  (await readRecordedRows(address, workspaceId)).toSorted((one, other) =>
    String(one.id) < String(other.id) ? -1 : 1,
  );

type Lab = Awaited<ReturnType<typeof startLab>>;

async function expectEqualRows({ from, to }: Lab): Promise<RecordedRow[]> {
  const [original, copy] = [await readRows(from), await readRows(to)];
  // Expired rows are not copied.
  const today = new Date().toISOString().slice(0, 10);
  const lasting = original.filter(({ expires }) => expires === null || String(expires) > today);
  expect(copy, `seed ${seed}`).toEqual(lasting);
  return copy;
}

// Makes the move look as if its command had not run for some time.
async function backdate({ client }: Lab, interval: string): Promise<void> {
  await client.query(`UPDATE traffic.moves SET seen_at = now() - interval '${interval}'`);
}

async function findNames({ targets }: TrafficStore, batches: readonly SentBatch[]): Promise<Set<string>> {
  const names = batches.map(({ batch }) => batch);
  const found = await Promise.all(Object.values(targets).map((target) => target.findBatches(names, 0)));
  return new Set(found.flatMap((some) => [...some]));
}

const stopHere = new Error('stopped by the test');
const neverAfter = Number.POSITIVE_INFINITY;

// Returns a step that throws after a number of calls.
function stopAfter(steps: number): Step {
  let left = steps;
  return () => {
    left -= 1;
    if (left < 0) throw stopHere;
  };
}

describe.skipIf(!hasClickHouse)(
  `moving traffic to ClickHouse${needsClickHouse}`,
  { timeout: 600_000 },
  () => {
    test('copies rows that arrive meanwhile, and the names of all batches, so that nothing is stored twice', async () => {
      const lab = await startLab();
      await lab.addTraffic();
      let more = 5;
      const onStep = async () => {
        if ((more -= 1) > 0) await lab.addTraffic(5);
      };
      const { rows } = await lab.move({ onStep });
      const copy = await expectEqualRows(lab);
      expect(copy).toHaveLength(rows);
      const names = new Set(lab.batches.map(({ batch }) => batch));
      expect(await findNames(lab.moved, lab.batches)).toEqual(names);
      expect(await lab.moved.targets.visits.findBatches([newId()], 0)).toEqual(new Set());
    });

    test('continues where it was stopped, with rows that arrived in between', async () => {
      const lab = await startLab();
      await lab.addTraffic();
      let runs = 0;
      // The first runs stop at their first step, so that the move cannot end before several runs were stopped.
      for (let steps = 0; ; steps = runs < 5 ? 0 : random.below(4)) {
        runs += 1;
        const stopped = await lab.move({ onStep: stopAfter(runs > 200 ? neverAfter : steps) }).then(
          () => false,
          (error: unknown) => error === stopHere,
        );
        if (!stopped) break;
        if (runs < 6) await lab.addTraffic(2);
      }
      expect(runs).toBeGreaterThan(5);
      await expectEqualRows(lab);
    });

    test('continues after ClickHouse was killed', async () => {
      const folder = makeTemporaryDirectory();
      const port = takePort();
      let engine = await startSeparateClickHouse(folder, port);
      onTestFinished(async () => {
        await engine.stop();
      });
      const url = `http://waypost:test@127.0.0.1:${port}/waypost`;
      await createTables(url);
      const lab = await startLab({ store: 'clickhouse', url });
      await lab.addTraffic();
      for (let kills = 0; kills < rounds(2, 20); kills += 1) {
        let left = 2 + kills;
        const onStep = async () => {
          left -= 1;
          if (left > 0) return;
          engine.kill();
          await engine.exited;
        };
        await expect(lab.move({ onStep })).rejects.toThrow();
        engine = await startSeparateClickHouse(folder, port);
        await lab.addTraffic(2);
      }
      await lab.move();
      await expectEqualRows(lab);
    });

    test('refuses to change rows meanwhile, unless the command has not run for an hour, and then starts over', async () => {
      const lab = await startLab();
      await lab.addTraffic();
      const visit = (await readRows(lab.from)).find(({ type }) => type === 'visit');
      const visitId = String(visit?.visit_id);
      const keys = [{ workspaceId, campaignId: String(visit?.campaign_id), visitId }];
      const cut = { workspaceId, kind: 'visits', keptDays: 1_000, changedMs: Date.now() } as const;
      const inFuture = new Date('2105-01-01');
      const onStep = async () => {
        const problem = 'The traffic is being moved to another store.';
        expect(await lab.source.eraseVisits(keys)).toEqual({ found: new Set([visitId]), problem });
        expect(await lab.source.deleteExpired(inFuture)).toBe(0);
        await expect(lab.source.shortenRetention(cut)).rejects.toThrow('is being moved to another store');
        throw stopHere;
      };
      const before = await readRows(lab.from);
      await expect(lab.move({ onStep })).rejects.toBe(stopHere);
      expect(await readRows(lab.from)).toEqual(before);
      await backdate(lab, '61 minutes');
      expect(await lab.source.eraseVisits(keys)).toEqual({ found: new Set([visitId]), problem: undefined });
      await lab.source.shortenRetention(cut);
      await lab.move();
      const copy = await expectEqualRows(lab);
      expect(copy.filter(({ visit_id: id }) => id === visitId)).toEqual([]);
      expect(copy.map(({ expires }) => expires)).not.toEqual(before.map(({ expires }) => expires));
      await expect(lab.source.eraseVisits(keys)).resolves.toMatchObject({
        problem: expect.any(String) as string,
      });
    });

    test('accepts no rows while it switches and afterward, and the old store is no longer used', async () => {
      const lab = await startLab();
      await lab.addTraffic(10);
      await expect(requireCurrentStore(lab.from)).resolves.toBeUndefined();
      const outcomes: unknown[] = [];
      const send = async () => {
        const [batch] = await insertLater(lab);
        outcomes.push(await batch.target.insert(batch.batch, batch.lines));
      };
      await lab.move({ onPhase: async (phase) => (phase === 'comparing' ? await send() : undefined) });
      await send();
      const refused = { kind: 'unknown', reason: expect.stringContaining('is being moved') as string };
      expect(outcomes).toEqual([refused, refused]);
      await expect(requireCurrentStore(lab.from)).rejects.toThrow(
        'was moved to ClickHouse (ch.example.com:8123)',
      );
      await expect(requireCurrentStore(lab.to)).resolves.toBeUndefined();
      const copy = await expectEqualRows(lab);
      await removeMovedRows(lab.client);
      expect(await readRows(lab.from)).toEqual([]);
      expect(await readRows(lab.to)).toEqual(copy);
      await expect(requireCurrentStore(lab.from)).rejects.toThrow('was moved to ClickHouse');
    });

    test('does not switch if the copy differs, and copies everything again in the next run', async () => {
      const lab = await startLab();
      await lab.addTraffic();
      const deleteCopy = async (phase: MovePhase) => {
        if (phase !== 'comparing') return;
        const client = openClickHouse(lab.to.url);
        await client.command({
          query:
            "ALTER TABLE events DELETE WHERE type = 'visit' AND visit_time = (SELECT max(visit_time) FROM events)",
          clickhouse_settings: { mutations_sync: '1' },
        });
        await client.close();
      };
      await expect(lab.move({ onPhase: deleteCopy })).rejects.toThrow(/The copy differs .* on 1 days/);
      await lab.addTraffic(3);
      await lab.move();
      await expectEqualRows(lab);
    });

    test('accepts rows again if the command was killed while it switched', async () => {
      const lab = await startLab();
      await lab.addTraffic(10);
      await expect(lab.move({ onStep: stopAfter(0) })).rejects.toBe(stopHere);
      await stopArrivals(lab.client);
      const [batch] = await insertLater(lab);
      expect(await batch.target.insert(batch.batch, batch.lines)).toMatchObject({ kind: 'unknown' });
      await backdate(lab, '3 minutes');
      await sendBatch(batch);
      expect(await completeMove(lab.client)).toBe(false);
      await lab.move();
      await expectEqualRows(lab);
    });

    test('can be canceled and started again, but not with a target that contains other traffic', async () => {
      const lab = await startLab();
      await lab.addTraffic(20);
      await expect(lab.move({ onStep: stopAfter(0) })).rejects.toBe(stopHere);
      await cancelMove(lab.client);
      await lab.addTraffic(2);
      const arrived = await lab.client.query(
        'SET ROLE waypost_system; SELECT FROM traffic.events WHERE arrival IS NOT NULL; RESET ROLE',
      );
      expect([arrived].flat()[1]?.rowCount).toBe(0);
      await lab.move();
      await expectEqualRows(lab);
      expect(await readMove(lab.client)).toMatchObject({ state: 'moved', target: 'ch.example.com:8123' });
      const other = await startLab(lab.to);
      await expect(other.move()).rejects.toThrow(
        'The ClickHouse at ch.example.com:8123 already contains traffic.',
      );
    });
  },
);

// Builds a batch that is not sent yet.
async function insertLater({ source }: Lab): Promise<[SentBatch]> {
  const { visits: rows } = makeReportTraffic(workspaceId, 1, random);
  const batch = newId();
  const [{ row } = { row: '' }] = rows;
  return [{ target: source.targets.visits, batch, lines: Buffer.from(`0\t${batch}\t${row}\n`) }];
}
