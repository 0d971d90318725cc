import { expect, onTestFinished, test, describe } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { isMoved, releaseRows, requireUnmovedTraffic } from '../../src/start/move/moved-store.ts';
import { moveClickHouse, prepareServers, requireOwnServers } from '../../src/start/move/move-clickhouse.ts';
import type { MovePhase } from '../../src/start/move/move-traffic.ts';
import { removeCopy } from '../../src/start/move/remove-copy.ts';
import { openDataDirectory } from '../../src/engines/data-directory.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { insertTraffic, sendBatch, type SentBatch } from '../../src/testing/reports/insert-traffic.ts';
import { seededRandom } from '../../src/testing/reports/report-queries.ts';
import { makeReportTraffic } from '../../src/testing/reports/report-traffic.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { createTables } from '../../src/testing/traffic/clickhouse-target.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';
import { makeSeparateTraffic } from '../../src/testing/traffic/separate-traffic.ts';
import { startShardServers } from '../../src/testing/traffic/shard-servers.ts';
import { openClickHouse } from '../../src/traffic/clickhouse/client.ts';

const seed = Number(process.env['MOVE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const random = seededRandom(seed);
const workspaceId = newId();
const visits = rounds(15, 1_000);
const stopHere = new Error('stopped by the test');

type Step = (step: string) => void;
type Hooks = { onProgress?: Step; onPhase?: (phase: MovePhase) => Promise<void> | void };

async function startLab(targetUrl?: string) {
  const from = await makeSeparateTraffic('clickhouse');
  const to =
    targetUrl === undefined
      ? await makeSeparateTraffic('clickhouse')
      : { store: 'clickhouse' as const, url: targetUrl };
  const source = openTraffic(from);
  const target = openTraffic(to);
  onTestFinished(async () => {
    await Promise.all([source.close(), target.close()]);
  });
  const id = newId();
  const own = { target: to.url, host: 'ch.example.com:8123', id };
  const batches: SentBatch[] = [];
  const addTraffic = async (count = visits) =>
    void batches.push(...(await insertTraffic(source, makeReportTraffic(workspaceId, count, random))));
  const move = async ({ onProgress = () => undefined, ...hooks }: Hooks = {}) => {
    await requireOwnServers(own);
    await prepareServers(own);
    return await moveClickHouse({
      ...own,
      source: from.url,
      rowsPerInsert: rounds(100, 40),
      onProgress,
      ...hooks,
    });
  };
  const expectEqualRows = async () => {
    const [original, copy] = [await readRows(from.url), await readRows(to.url)];
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect(copy, `seed ${seed}`).toEqual(
      original.filter(({ expires }) => expires === null || String(expires) > tomorrow),
    );
    return copy;
  };
  return { from, to, own, source, target, batches, addTraffic, move, expectEqualRows };
}

const readRows = async (url: string) =>
  (await readRecordedRows({ store: 'clickhouse', url }, workspaceId)).toSorted((one, other) =>
    String(one.id) < String(other.id) ? -1 : 1,
  );

// Builds a batch that is not sent yet.
async function buildBatch({ source }: Pick<Lab, 'source'>): Promise<SentBatch> {
  const { visits: rows } = makeReportTraffic(workspaceId, 1, random);
  const batch = newId();
  const [{ row } = { row: '' }] = rows;
  return { target: source.targets.visits, batch, lines: Buffer.from(`0\t${batch}\t${row}\n`) };
}

type Lab = Awaited<ReturnType<typeof startLab>>;

async function alterTarget({ to }: Lab, query: string): Promise<void> {
  const client = openClickHouse(to.url);
  await client.command({ query, clickhouse_settings: { mutations_sync: '1' } });
  await client.close();
}

describe.skipIf(!hasClickHouse)(
  `moving traffic to another ClickHouse${needsClickHouse}`,
  { timeout: 600_000 },
  () => {
    test('copies rows that arrive meanwhile with the names of their batches, and then the old place refuses rows', async () => {
      const lab = await startLab();
      await lab.addTraffic();
      let more = 3;
      const onPhase = async (phase: MovePhase) => {
        if (phase === 'copying' && (more -= 1) > 0) await lab.addTraffic(5);
      };
      const { rows, days } = await lab.move({ onPhase });
      const copy = await lab.expectEqualRows();
      expect([copy.length, days > 5]).toEqual([rows, true]);
      const names = lab.batches.map(({ batch }) => batch);
      expect(await lab.target.targets.outbox.findBatches(names, 0)).toEqual(new Set(names));
      const late = await buildBatch(lab);
      expect(await late.target.insert(late.batch, late.lines)).toMatchObject({ kind: 'unknown' });
      await expect(requireUnmovedTraffic(lab.from)).rejects.toThrow('was moved to a server');
      await expect(requireUnmovedTraffic(lab.to)).resolves.toBeUndefined();
      await sendBatch({ ...late, target: lab.target.targets.visits });
      expect(await lab.move()).toEqual({ rows: 0, days: 0 });
    });

    test('continues wherever it was stopped, with rows that arrived or were deleted in between', async () => {
      const lab = await startLab();
      await lab.addTraffic();
      for (let run = 0; run < rounds(2, 30); run += 1) {
        let left = random.below(6);
        const onProgress = () => {
          if ((left -= 1) < 0) throw stopHere;
        };
        await lab.move({ onProgress }).catch((error: unknown) => {
          if (error !== stopHere) throw error;
        });
        if (await isMoved({ kind: 'clickhouse' }, { postgres: '', traffic: lab.from })) break;
        await lab.addTraffic(2);
        const visit = (await readRows(lab.from.url)).find(({ type }) => type === 'visit');
        const key = { workspaceId, campaignId: String(visit?.campaign_id), visitId: String(visit?.visit_id) };
        await lab.source.eraseVisits([key]);
      }
      await lab.move();
      await lab.expectEqualRows();
    });

    test('holds back rows and deletions while it switches, and a killed command is cleaned up', async () => {
      const lab = await startLab();
      await lab.addTraffic(10);
      const batch = await buildBatch(lab);
      const [row] = await readRows(lab.from.url);
      const key = { workspaceId, campaignId: String(row?.campaign_id), visitId: newId() };
      const problem = 'The traffic is being moved to another server.';
      const onPhase = async (phase: MovePhase) => {
        if (phase !== 'comparing') return;
        expect(await batch.target.insert(batch.batch, batch.lines)).toMatchObject({ kind: 'unknown' });
        expect(await lab.source.eraseVisits([key])).toEqual({ found: new Set([key.visitId]), problem });
        const cut = { workspaceId, kind: 'visits', keptDays: 30_000, changedMs: Date.now() } as const;
        await expect(lab.source.shortenRetention(cut)).rejects.toThrow(problem);
        throw stopHere;
      };
      await expect(lab.move({ onPhase })).rejects.toBe(stopHere);
      await sendBatch(batch);
      // A killed command cannot clean up.
      const client = openClickHouse(lab.from.url);
      await client.command({ query: 'ALTER TABLE events ADD CONSTRAINT traffic_is_being_moved CHECK 1 = 0' });
      await client.close();
      const next = await buildBatch(lab);
      expect(await next.target.insert(next.batch, next.lines)).toMatchObject({ kind: 'unknown' });
      await releaseRows(openDataDirectory(makeTemporaryDirectory()), { postgres: '', traffic: lab.from });
      await sendBatch(next);
      await lab.move();
      await lab.expectEqualRows();
    });

    test('repairs a copy that differs, and refuses servers with other traffic', async () => {
      const lab = await startLab();
      await lab.addTraffic();
      await expect(
        lab.move({
          onPhase: (phase) => {
            if (phase === 'finishing') throw stopHere;
          },
        }),
      ).rejects.toBe(stopHere);
      await alterTarget(lab, "ALTER TABLE events UPDATE country = 'XX' WHERE type = 'visit'");
      await lab.move();
      await lab.expectEqualRows();
      const other = await startLab(lab.to.url);
      await expect(other.move()).rejects.toThrow(
        'The ClickHouse at ch.example.com:8123 already contains traffic.',
      );
    });

    test('deletes the copy of a canceled move, but not one that may be in use', async () => {
      const lab = await startLab();
      await lab.addTraffic();
      const onPhase = (phase: MovePhase) => {
        if (phase === 'comparing') throw stopHere;
      };
      await expect(lab.move({ onPhase })).rejects.toBe(stopHere);
      const directory = openDataDirectory(makeTemporaryDirectory());
      const copy = { engine: 'clickhouse', id: lab.own.id, url: lab.to.url } as const;
      expect((await removeCopy({ ...copy, id: newId() }, directory)).removed).toEqual([]);
      expect(await readRows(lab.to.url)).not.toEqual([]);
      const { removed, remaining } = await removeCopy(copy, directory);
      expect(removed).toEqual([expect.stringContaining('the copied rows in ClickHouse at ')]);
      expect(remaining.join()).toContain(`DROP DATABASE ${new URL(lab.to.url).pathname.slice(1)}`);
      expect(await readRows(lab.to.url)).toEqual([]);
      await lab.move();
      expect((await removeCopy(copy, directory)).remaining.join()).toContain(
        'was kept, because it may be in use',
      );
      await lab.expectEqualRows();
    });

    test('distributes the rows over several shards', async () => {
      const servers = await startShardServers(makeTemporaryDirectory(), 2);
      onTestFinished(async () => {
        await Promise.all(servers.map(({ engine }) => engine.stop()));
      });
      const url = servers
        .map((server) => Object.assign(new URL(server.url), { pathname: '/moved' }).href)
        .join(',');
      await createTables(url);
      const lab = await startLab(url);
      await lab.addTraffic();
      await lab.move();
      await lab.expectEqualRows();
      // Batches that are sent again are found by their rows on each shard.
      for (const { target, batch, lines } of lab.batches) {
        const kind = (['visits', 'clicks', 'outbox'] as const).find(
          (one) => lab.source.targets[one] === target,
        );
        expect(await lab.target.targets[kind ?? 'visits'].hasRows?.(lines), batch).toBe(true);
      }
    });
  },
);
