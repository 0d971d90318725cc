import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReportDefinition } from '../../src/domain/reports/report-definition.ts';
import { newId, timeOfId } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { asSystem } from '../../src/services/context.ts';
import { sweepErasures } from '../../src/services/erasures/erase-visits.ts';
import { listErasures } from '../../src/services/erasures/list-erasures.ts';
import { requestErasure } from '../../src/services/erasures/request-erasure.ts';
import { rowReader, type ExactRow } from '../../src/services/reports/present-row.ts';
import { eraseRejectedRows } from '../../src/start/roles/edge/rejected-rows.ts';
import {
  finishErasures,
  listDueErasures,
  postponeErasures,
  readErasureState,
} from '../../src/store/conversions/erasures.ts';
import { insertPostbackJobs } from '../../src/store/postbacks/postback-jobs.ts';
import {
  makeAttributionCampaign,
  openAttributionLab,
  type AttributionCampaign,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';
import { makePostbackJob } from '../../src/testing/attribution/postback-jobs.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { hasClickHouse, needsClickHouse, testStores } from '../../src/testing/machine.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { queryRows } from '../../src/testing/traffic/clickhouse-target.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { makeSeparateTraffic } from '../../src/testing/traffic/separate-traffic.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';
import { openClickHouse } from '../../src/traffic/clickhouse/client.ts';
import { erasureMarker } from '../../src/traffic/clickhouse/erase-visits.ts';

let lab: AttributionLab;

const dayMs = 86_400_000;
const asOwner = (mine: AttributionCampaign) => ({ ...mine.context, clickIds: lab.clickIds });

/**
 * Creates a visit with two conversions and a postback. The requests that reported the conversions are still in the
 * inbox.
 */
async function makeConvertedVisit(mine: AttributionCampaign) {
  const visit = await mine.visit();
  await mine.send(`cid=${visit.clickId}&payout=2&txid=T`);
  const body = Buffer.from(`cid=${visit.clickId}&payout=3&txid=U`).toString('base64');
  const contentType = 'application/x-www-form-urlencoded';
  await mine.send({ method: 'POST', query: '', contentType, body });
  await lab.work();
  await lab.ship();
  const [{ id: conversionId } = { id: '' }] = await select<{ id: string }>(
    sql`SELECT id FROM conversions WHERE visit_id = ${visit.visitId}::uuid`,
  );
  const { workspaceId, campaign } = mine;
  const postback = { workspaceId, campaignId: campaign.id, conversionId, url: 'https://source.example/' };
  await lab.database.asSystem((executor) => insertPostbackJobs(executor, [makePostbackJob(postback)]));
  return visit;
}

async function select<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await lab.database.asSystem((executor) => query.execute(executor))).rows as Row[];
}

async function countTraces({ workspaceId }: AttributionCampaign): Promise<Record<string, number>> {
  const [inDatabase] = await select<Record<string, number>>(sql`
  SELECT (SELECT count(*)::int FROM inbox WHERE workspace_id = ${workspaceId}::uuid) AS requests,
    (SELECT count(*)::int FROM conversions WHERE workspace_id = ${workspaceId}::uuid) AS conversions,
    (SELECT count(*)::int FROM attributed_visits WHERE workspace_id = ${workspaceId}::uuid) AS visits,
    (SELECT count(*)::int FROM postback_jobs WHERE workspace_id = ${workspaceId}::uuid) AS calls,
    (SELECT count(*)::int FROM outbox WHERE workspace_id = ${workspaceId}::uuid) AS waiting`);
  return { ...inDatabase, rows: (await readRecordedRows(lab.address, workspaceId)).length };
}

async function readSums({ workspaceId }: AttributionCampaign, lessMs: number): Promise<ExactRow[]> {
  const today = Math.floor(lab.clock.ms / dayMs) * dayMs;
  const definition: ReportDefinition = {
    range: { fromMs: today - 10 * dayMs + lessMs, toMs: today + 10 * dayMs - 1 },
    timezone: 'UTC',
    dimensions: ['campaign'],
    metrics: ['visits', 'revenue'],
    dimensionFilters: [],
    metricFilters: [],
    sort: { by: 'visits', direction: 'desc' },
  };
  const { groups } = await lab.traffic.readReport({ workspaceId, definition });
  return groups.map(rowReader(definition));
}

/**
 * Sweeps as the worker does until the given number of rows remains, because an engine may delete rows asynchronously.
 */
async function sweepUntil(mine: AttributionCampaign, rows: number): Promise<void> {
  const isDone = await pollUntil(
    async () => {
      await sweepErasures(lab.worker);
      lab.clock.ms += 60_000;
      return (await countTraces(mine))['rows'] === rows ? true : undefined;
    },
    { timeoutMs: hangLimitMs, intervalMs: 100 },
  );
  expect(isDone).toBe(true);
}

describe.each(testStores)('deleting a visit with traffic in %s', (store) => {
  beforeAll(async () => {
    lab = await openAttributionLab(store);
  });

  afterAll(() => lab.close());

  test('removes its clicks, events, requests, conversions, postbacks and outbox rows, and no other visit', async () => {
    const mine = await makeAttributionCampaign(lab);
    const other = await makeConvertedVisit(mine);
    const erased = await makeConvertedVisit(mine);
    await mine.send(`cid=${erased.clickId}&payout=4&txid=V`);
    await lab.work();
    expect(await countTraces(mine)).toMatchObject({
      requests: 5,
      conversions: 5,
      visits: 2,
      calls: 2,
      rows: 6,
    });
    expect((await countTraces(mine))['waiting']).toBeGreaterThan(0);
    await requestErasure(asOwner(mine), { clickId: erased.clickId });
    expect(await countTraces(mine)).toMatchObject({
      requests: 2,
      conversions: 2,
      visits: 1,
      calls: 1,
      waiting: 0,
    });
    await sweepUntil(mine, 3);
    const left = await readRecordedRows(lab.address, mine.workspaceId);
    expect(new Set(left.map(({ visit_id }) => visit_id))).toEqual(new Set([other.visitId]));
    // Sums for whole days are read from rollups. Sums for a range that is one millisecond shorter are read from rows.
    for (const lessMs of [0, 1])
      expect(await readSums(mine, lessMs)).toEqual([
        { campaign: mine.campaign.id, visits: '1', revenue: '5' },
      ]);
  });

  test('removes rows that a spool delivers a day later, and then forgets the click ID', async () => {
    const mine = await makeAttributionCampaign(lab);
    const visit = await mine.visit({}, { isStored: false });
    const owner = { ...asOwner(mine), now: lab.worker.now };
    const { id } = await requestErasure(owner, { clickId: visit.clickId });
    const requestedMs = lab.clock.ms;
    const list = async () => (await listErasures(owner, {})).items;
    expect(await list()).toMatchObject([{ id, clickId: visit.clickId, state: 'begun', finishedAt: null }]);
    const [entry] = await select<Record<string, unknown>>(
      sql`SELECT action, actor_label, details::text AS details FROM audit_log WHERE subject_id = ${id}`,
    );
    expect(entry).toMatchObject({ action: 'visit.erase', details: '{}' });
    expect(JSON.stringify(entry)).not.toContain(visit.visitId);
    await sweepErasures(lab.worker);
    expect(await list()).toMatchObject([{ id, state: 'watched' }]);
    await visit.store();
    await mine.send(`cid=${visit.clickId}&payout=2`);
    lab.clock.ms += dayMs;
    await sweepUntil(mine, 0);
    expect(await countTraces(mine)).toMatchObject({ requests: 0, conversions: 0 });
    for (const { days, state } of [
      { days: 2.5, state: 'watched' },
      { days: 3.6, state: 'done' },
    ]) {
      lab.clock.ms = requestedMs + days * dayMs;
      await sweepErasures(lab.worker);
      expect(await list()).toMatchObject([{ id, state }]);
    }
    const stored = await select(
      sql`SELECT visit_id, click_id, finished_at IS NOT NULL AS is_finished FROM erasures WHERE id = ${id}::uuid`,
    );
    expect(stored).toEqual([{ visit_id: null, click_id: null, is_finished: true }]);
    expect(await list()).toMatchObject([{ clickId: null }]);
    expect((await listErasures(asOwner(await makeAttributionCampaign(lab)), {})).items).toEqual([]);
  });

  test.each([
    { afterMs: 3 * dayMs - 1, state: 'watched' },
    { afterMs: 3 * dayMs, state: 'done' },
  ])('is $state after a sweep $afterMs ms after the request', async ({ afterMs, state }) => {
    const mine = await makeAttributionCampaign(lab);
    const visit = await mine.visit({}, { isStored: false });
    const owner = { ...asOwner(mine), now: lab.worker.now };
    const { id } = await requestErasure(owner, { clickId: visit.clickId });
    lab.clock.ms += afterMs;
    await sweepErasures(lab.worker);
    expect((await listErasures(owner, {})).items).toMatchObject([{ id, state }]);
  });

  test('updates the deletion record when requested again, and removes rows that arrived in between', async () => {
    const mine = await makeAttributionCampaign(lab);
    const visit = await mine.visit();
    const owner = { ...asOwner(mine), now: lab.worker.now };
    const { id } = await requestErasure(owner, { clickId: visit.clickId });
    await sweepUntil(mine, 0);
    lab.clock.ms += 2 * dayMs;
    await visit.store();
    const requestedMs = lab.clock.ms;
    expect(await requestErasure(owner, { clickId: visit.clickId })).toEqual({ id });
    await sweepUntil(mine, 0);
    expect(
      await select(sql`SELECT id, requested_at AS at FROM erasures WHERE visit_id = ${visit.visitId}::uuid`),
    ).toEqual([{ id, at: new Date(requestedMs) }]);
    const lines = await select(
      sql`SELECT 1 FROM audit_log WHERE subject_id = ${id} AND action = 'visit.erase'`,
    );
    expect(lines).toHaveLength(2);
  });

  test('is not finished or postponed by a sweep that started before the deletion was requested again', async () => {
    const mine = await makeAttributionCampaign(lab);
    const visit = await mine.visit({}, { isStored: false });
    const owner = { ...asOwner(mine), now: lab.worker.now };
    const { id } = await requestErasure(owner, { clickId: visit.clickId });
    const stale = (
      await lab.database.readAsSystem((executor) => listDueErasures(executor, owner.now(), 1_000))
    ).filter((erasure) => erasure.id === id);
    expect(stale).toHaveLength(1);
    lab.clock.ms += 1_000;
    await requestErasure(owner, { clickId: visit.clickId });
    await asSystem(lab.worker, async (executor) => {
      await finishErasures(executor, stale, lab.worker.now());
      await postponeErasures(executor, stale, {
        nextAt: new Date(lab.clock.ms + 86_400_000),
        problem: undefined,
      });
    });
    expect(
      await select(
        sql`SELECT finished_at, next_at > ${lab.worker.now()} AS is_later FROM erasures WHERE id = ${id}::uuid`,
      ),
    ).toEqual([{ finished_at: null, is_later: false }]);
  });

  test("removes the visit's rejected rows from the edge's disk, and keeps others", async () => {
    const mine = await makeAttributionCampaign(lab);
    const [erased, other] = [await mine.visit(), await mine.visit()];
    const slot = makeTemporaryDirectory();
    const folder = join(slot, 'visits', 'rejected');
    mkdirSync(folder, { recursive: true });
    const lines = [erased, other].map(({ visitId }) =>
      JSON.stringify({ line: `visit\t${visitId}`, reason: 'x' }),
    );
    writeFileSync(join(folder, 'batch.jsonl'), lines.map((line) => `${line}\n`).join(''));
    const options = {
      database: lab.database,
      logger: createLogger({ role: 'test', level: 'silent', format: 'text' }),
    };
    await requestErasure(asOwner(mine), { clickId: erased.clickId });
    const state = await eraseRejectedRows(slot, options);
    expect(readFileSync(join(folder, 'batch.jsonl'), 'utf8')).toBe(`${lines[1]}\n`);
    expect(await eraseRejectedRows(slot, options, state)).toBe(state);
    await requestErasure(asOwner(mine), { clickId: other.clickId });
    await eraseRejectedRows(slot, options, state);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('answers NOT_FOUND for a click ID that does not belong to the workspace, and deletes nothing', async () => {
    const mine = await makeAttributionCampaign(lab);
    const other = await makeAttributionCampaign(lab);
    const { clickId } = await other.visit();
    const forged = `${clickId.slice(0, -1)}${clickId.endsWith('A') ? 'B' : 'A'}`;
    for (const id of [clickId, forged])
      await expect(requestErasure(asOwner(mine), { clickId: id })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    await expect(requestErasure(asOwner(mine), { clickId: 'short' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(await countTraces(other)).toMatchObject({ rows: 1 });
  });
});

describe.skipIf(!hasClickHouse)(`deleting a visit with traffic in ClickHouse${needsClickHouse}`, () => {
  beforeAll(async () => {
    lab = await openAttributionLab('clickhouse');
  });

  afterAll(() => lab.close());

  // Uses separate tables, because a failing mutation would block the mutations of other tests.
  test('reports a failing mutation, cancels it and continues with others', async () => {
    const address = await makeSeparateTraffic('clickhouse');
    const [clickhouse, traffic] = [openClickHouse(address.url), openTraffic(address)];
    try {
      const mine = await makeAttributionCampaign(lab);
      const [worker, cells] = [
        { ...lab.worker, traffic },
        { workspace_id: mine.workspaceId, campaign_id: mine.campaign.id },
      ];
      const visit = await mine.visit({}, { isStored: false });
      const time = timeOfId(visit.visitId);
      const row = { ...cells, type: 'visit', id: visit.visitId, visit_id: visit.visitId, time };
      await insertEventRows(traffic, [row, { ...row, id: newId(time + 1), visit_id: newId(time + 1) }]);
      await clickhouse.command({
        query: `ALTER TABLE events DELETE WHERE '${erasureMarker}' != '' AND throwIf(visit_id != generateUUIDv4(), 'no space left')`,
        clickhouse_settings: { mutations_sync: '0', allow_nondeterministic_mutations: 1 },
      });
      const failing =
        "SELECT 1 FROM system.mutations WHERE database = currentDatabase() AND NOT is_done AND latest_fail_reason != ''";
      await expect.poll(() => queryRows(clickhouse, failing)).toHaveLength(1);
      const { id } = await requestErasure(
        { ...asOwner(mine), now: lab.worker.now },
        { clickId: visit.clickId },
      );
      expect((await sweepErasures(worker)).problem).toContain('no space left');
      const state = await lab.database.readAsSystem(readErasureState);
      expect(state).toMatchObject({ stuck: 1, problem: expect.stringContaining('no space left') as string });
      const left = () => queryRows(clickhouse, 'SELECT visit_id AS id FROM events');
      await expect.poll(left).toHaveLength(1);
      lab.clock.ms += 60_000;
      expect((await sweepErasures(worker)).problem).toBeUndefined();
      expect(await select(sql`SELECT problem FROM erasures WHERE id = ${id}::uuid`)).toEqual([
        { problem: null },
      ]);
    } finally {
      await traffic.close();
      await clickhouse.close();
    }
  });
});
