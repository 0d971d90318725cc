import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayAround } from '../../src/domain/calendar/day-around.ts';
import { updateCaps } from '../../src/jobs/update-caps.ts';
import { newId } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import type { ServiceContext, WorkspaceContext } from '../../src/services/context.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { archiveOffer } from '../../src/services/offers/offers.ts';
import { restoreOffers } from '../../src/services/offers/restore-offers.ts';
import { updateOffer } from '../../src/services/offers/update-offer.ts';
import { countCaps, type CountForCaps } from '../../src/services/publishing/count-caps.ts';
import { reportEdge, signOffEdge } from '../../src/services/publishing/publication.ts';
import { readCapCounts, readEdgeState, readFullRecords } from '../../src/services/publishing/read-served.ts';
import { createRotator } from '../../src/services/rotators/create-rotator.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { Database } from '../../src/store/database/database.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { insertEventRows, type EventCells } from '../../src/testing/traffic/insert-event-rows.ts';
import { openUnreachableTraffic, openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

// The worker's time is fixed so that no test crosses midnight. The database uses its own clock to decide which days
// have expired, so the time is far in the future, where no day has expired.
const noon = Date.parse('2031-06-15T10:00:00Z');
const hourMs = 3_600_000;
const berlinDay = dayAround('Europe/Berlin', noon);

describeLightStores('caps with traffic in %s', (store) => {
  let traffic: TrafficStore;
  let countForCaps: CountForCaps;
  let database: Database;
  let worker: ServiceContext;

  // Uses a separate database because caps are counted for the whole installation.
  beforeAll(async () => {
    traffic = openTestTraffic(store);
    countForCaps = (records) => traffic.countForCaps(records);
    const url = await makeDatabase();
    await migratePostgresSchema(url);
    database = new Database(url, { connectionsMax: 4 });
    worker = { database, actor: { type: 'system', label: 'worker' }, now: () => new Date(noon) };
  });

  afterAll(async () => {
    await traffic.close();
    await database.close();
  });

  /** Counts caps as if the last count had been long ago. */
  async function count(countRecords = countForCaps, context = worker) {
    await database.asSystem((executor) =>
      sql`UPDATE cap_clock SET counted_at = '-infinity'`.execute(executor),
    );
    return await countCaps(context, countRecords);
  }

  const at = (ms: number): ServiceContext => ({ ...worker, now: () => new Date(ms) });

  type DayCap = { limit: number; counts: 'clicks' | 'conversions' };

  async function makeOffer(context: WorkspaceContext, ...dayCaps: DayCap[]): Promise<string> {
    return await makeCappedOffer(
      context,
      dayCaps.map((cap) => ({ ...cap, per: 'day' })),
    );
  }

  async function makeCappedOffer(context: WorkspaceContext, caps: object[]): Promise<string> {
    return (await createOffer(context, { name: 'O', url: 'https://example.com/', caps })).id;
  }

  async function isFull(offerId: string): Promise<boolean> {
    return (await readFullRecords(worker)).some(({ recordId }) => recordId === offerId);
  }

  type Row = EventCells;

  /** Inserts rows as the edge and the worker write them, but without the columns that caps ignore. */
  async function insertRows(context: WorkspaceContext, offerId: string, rows: Row[]): Promise<void> {
    await insertEventRows(
      traffic,
      rows.map((row) => ({
        workspace_id: context.workspaceId,
        offer_id: offerId,
        id: randomUUID(),
        time: noon,
        visit_time: noon,
        ...row,
      })),
    );
  }

  const directClick = { type: 'visit', outcome: 'offer', visits: 1 };
  const landingClick = { type: 'lpclick', outcome: 'offer', lp_clicks: 1 };
  const conversion = { type: 'event', events: 1, conversions: 1 };

  test('close an offer until the day ends once its last allowed click arrives, direct or through a landing page', async () => {
    const context = await makeWorkspace(database);
    const offerId = await makeOffer(context, { limit: 3, counts: 'clicks' });
    const before = await readEdgeState(worker);
    await insertRows(context, offerId, [directClick, landingClick]);
    await count();
    expect(await isFull(offerId)).toBe(false);
    expect((await readEdgeState(worker)).capsVersion).toBe(before.capsVersion);
    await insertRows(context, offerId, [directClick]);
    expect(await count()).toMatchObject({ full: 1, isChanged: true });
    expect(await readFullRecords(worker)).toEqual([{ recordId: offerId, untilMs: berlinDay.endMs }]);
    const after = await readEdgeState(worker);
    expect(Number(after.capsVersion)).toBe(Number(before.capsVersion) + 1);
    expect(await count()).toMatchObject({ full: 1, isChanged: false });
    expect(await readEdgeState(worker)).toEqual(after);
  });

  test('do not count bots, landing page visits, other offers or other days as clicks', async () => {
    const [context, other] = [await makeWorkspace(database), await makeWorkspace(database)];
    const offerId = await makeOffer(context, { limit: 1, counts: 'clicks' });
    await insertRows(context, offerId, [
      { ...directClick, is_bot: true },
      { ...landingClick, is_bot: true },
      { ...directClick, outcome: 'landing' },
      { ...directClick, time: berlinDay.startMs - 1 },
      conversion,
    ]);
    await insertRows(context, randomUUID(), [directClick]);
    // Rows in another workspace that refer to this offer by mistake must not count toward its cap.
    await makeOffer(other, { limit: 9, counts: 'clicks' });
    await insertRows(other, offerId, [directClick]);
    await count();
    expect(await isFull(offerId)).toBe(false);
    await insertRows(context, offerId, [{ ...directClick, time: berlinDay.startMs }]);
    await count();
    expect(await isFull(offerId)).toBe(true);
  });

  test('count conversions on the day they arrive, and reopen the offer when one is reversed', async () => {
    const context = await makeWorkspace(database);
    const offerId = await makeOffer(context, { limit: 2, counts: 'conversions' });
    const oldVisit = { visit_time: berlinDay.startMs - 20 * 86_400_000 };
    await insertRows(context, offerId, [
      directClick,
      directClick,
      { ...conversion, ...oldVisit },
      { ...conversion, time: berlinDay.startMs - 1 },
    ]);
    await count();
    expect(await isFull(offerId)).toBe(false);
    await insertRows(context, offerId, [conversion]);
    await count();
    expect(await isFull(offerId)).toBe(true);
    await insertRows(context, offerId, [{ type: 'adjustment', events: -1, conversions: -1 }]);
    await count();
    expect(await isFull(offerId)).toBe(false);
  });

  test('reopen an offer when the limit is raised or removed or the offer is archived, and close it when the limit is lowered', async () => {
    const context = await makeWorkspace(database);
    const offerIds = [
      await makeOffer(context, { limit: 1, counts: 'clicks' }),
      await makeOffer(context, { limit: 1, counts: 'clicks' }),
      await makeOffer(context, { limit: 1, counts: 'clicks' }),
      await makeOffer(context, { limit: 5, counts: 'clicks' }),
    ] as const;
    const [raised, uncapped, archived, lowered] = offerIds;
    for (const offerId of offerIds) await insertRows(context, offerId, [directClick]);
    await count();
    expect(await Promise.all(offerIds.map(isFull))).toEqual([true, true, true, false]);
    await updateOffer(context, raised, { caps: [{ limit: 2, per: 'day', counts: 'clicks' }] });
    await updateOffer(context, uncapped, { caps: [] });
    await archiveOffer(context, archived);
    await updateOffer(context, lowered, { caps: [{ limit: 1, per: 'day', counts: 'clicks' }] });
    await count();
    expect(await Promise.all(offerIds.map(isFull))).toEqual([false, false, false, true]);
  });

  test("use days in the workspace's time zone", async () => {
    const context = await makeWorkspace(database);
    const offerId = await makeOffer(context, { limit: 1, counts: 'clicks' });
    await insertRows(context, offerId, [directClick]);
    await count(countForCaps, at(berlinDay.endMs - 1));
    expect(await isFull(offerId)).toBe(true);
    await count(countForCaps, at(berlinDay.endMs));
    expect(await isFull(offerId)).toBe(false);
    // In Honolulu, the day of the click is still in progress.
    await database.asSystem((executor) =>
      sql`UPDATE workspaces SET timezone = 'Pacific/Honolulu' WHERE id = ${context.workspaceId}`.execute(
        executor,
      ),
    );
    await count(countForCaps, at(berlinDay.endMs));
    const full = (await readFullRecords(worker)).find(({ recordId }) => recordId === offerId);
    expect(full?.untilMs).toBe(dayAround('Pacific/Honolulu', noon).endMs);
  });

  test("use hours in the workspace's time zone, and the first cap that is reached closes the offer", async () => {
    const context = await makeWorkspace(database);
    const offerId = await makeCappedOffer(context, [
      { limit: 1, per: 'hour', counts: 'clicks' },
      { limit: 3, per: 'day', counts: 'clicks' },
    ]);
    await insertRows(context, offerId, [directClick]);
    const fullUntil = async () =>
      (await readFullRecords(worker)).find(({ recordId }) => recordId === offerId)?.untilMs;
    await count();
    expect(await fullUntil()).toBe(noon + hourMs);
    await count(countForCaps, at(noon + hourMs));
    expect(await fullUntil()).toBeUndefined();
    await insertRows(context, offerId, [
      { ...directClick, time: noon + hourMs },
      { ...directClick, time: noon + hourMs },
    ]);
    await count(countForCaps, at(noon + hourMs));
    expect(await fullUntil()).toBe(berlinDay.endMs);
  });

  test('on totals start counting when set, keep their count when the rows are gone, and restart when set again', async () => {
    const context = await makeWorkspace(database);
    const caps = [{ limit: 3, per: 'total', counts: 'conversions' }];
    const offerId = await makeCappedOffer(context, caps);
    await insertRows(context, offerId, [{ ...conversion, time: noon - hourMs }]);
    await count();
    await insertRows(context, offerId, [conversion, conversion]);
    // After two days, the first day's count is final.
    const later = noon + 2 * 24 * hourMs;
    await count(countForCaps, at(later));
    expect(await isFull(offerId)).toBe(false);
    const noRows: CountForCaps = () => Promise.resolve([]);
    await insertRows(context, offerId, [{ ...conversion, time: later }]);
    await count(countForCaps, at(later));
    expect(await isFull(offerId)).toBe(true);
    await archiveOffer(context, offerId);
    await count(noRows, at(later));
    await restoreOffers(context, { ids: [offerId] });
    await updateOffer(context, offerId, { caps: [{ ...caps[0], limit: 2 }] });
    await count(noRows, at(later));
    expect(await isFull(offerId)).toBe(true);
    await insertRows(context, offerId, [{ type: 'adjustment', time: later, events: -1, conversions: -2 }]);
    await count(countForCaps, at(later));
    expect(await isFull(offerId)).toBe(false);
    await updateOffer(context, offerId, { caps: [] });
    await count(noRows, at(later));
    await updateOffer(context, offerId, { caps: [{ ...caps[0], limit: 1 }] });
    await count(noRows, at(later));
    expect(await isFull(offerId)).toBe(false);
  });

  test('close a path once its last allowed visit or conversion for any offer arrives, and reopen it when the caps are removed', async () => {
    const context = await makeWorkspace(database);
    const rotator = await createRotator(context, { name: 'R' });
    const { version, paths } = await getRotatorRules(context, rotator.id);
    const pathId = paths[0]?.id ?? '';
    const save = async (expectedVersion: number, caps: object[]) =>
      (
        await saveRotatorRules(context, rotator.id, {
          version: expectedVersion,
          defaultPathId: pathId,
          rules: [],
          paths: [{ id: pathId, name: 'P', caps }],
        })
      ).version;
    const visits = { limit: 3, per: 'hour', counts: 'visits' };
    const next = await save(version, [visits, { limit: 1, per: 'day', counts: 'conversions' }]);
    expect((await getRotatorRules(context, rotator.id)).paths[0]?.caps[0]).toEqual(visits);
    const path = { path_id: pathId };
    await insertRows(context, randomUUID(), [
      { ...directClick, ...path },
      { ...directClick, ...path, outcome: 'landing' },
      { ...directClick, ...path, outcome: 'all-capped' },
      { ...directClick, ...path, is_bot: true },
      { ...landingClick, ...path },
    ]);
    await count();
    expect(await isFull(pathId)).toBe(false);
    await insertRows(context, randomUUID(), [{ ...directClick, ...path, outcome: 'direct' }]);
    await count();
    expect(await isFull(pathId)).toBe(true);
    await count(countForCaps, at(noon + hourMs));
    expect(await isFull(pathId)).toBe(false);
    await insertRows(context, randomUUID(), [{ ...conversion, ...path }]);
    await count(countForCaps, at(noon + hourMs));
    expect(await isFull(pathId)).toBe(true);
    await save(next, []);
    await count(countForCaps, at(noon + hourMs));
    expect(await isFull(pathId)).toBe(false);
  });

  test('send only changed click counts to edges, counted up to the time until which all edges have shipped', async () => {
    const context = await makeWorkspace(database);
    const offerId = await makeOffer(context, { limit: 9, counts: 'clicks' });
    const other = await makeOffer(context, { limit: 9, counts: 'conversions' });
    const edges = [0, 1].map(() => ({ id: newId(), name: 'e', startedAt: new Date(), appliedSequence: '0' }));
    const report = async (...untilMs: number[]) => {
      for (const [index, edge] of edges.entries())
        await reportEdge(worker, {
          ...edge,
          shipping: { spool: edge.id, until: new Date(untilMs[index] ?? 0) },
        });
    };
    const readCounts = async (after = '0') =>
      (await readCapCounts(worker, after)).filter(({ recordId }) => [offerId, other].includes(recordId));
    await insertRows(context, offerId, [
      { ...directClick, time: noon - 5_000 },
      { ...directClick, time: noon - 4_001 },
      { ...landingClick, time: noon - 4_000 },
    ]);
    try {
      await report(noon - 3_400, noon - 1_000);
      await count();
      const cut = { recordId: offerId, beforeMs: noon - 4_000 };
      const first = await readCounts();
      expect(first).toEqual(
        expect.arrayContaining([
          {
            ...cut,
            caps: [
              { limit: 9, per: 'day', sinceMs: berlinDay.startMs, untilMs: berlinDay.endMs, counted: 2 },
            ],
          },
          { recordId: other, beforeMs: noon - 4_000, caps: [] },
        ]),
      );
      expect(first).toHaveLength(2);
      const { capsVersion } = await readEdgeState(worker);
      await report(noon - 1_000, noon - 1_000);
      await count();
      const changed = await readCounts(capsVersion);
      expect(changed.map(({ recordId, beforeMs, caps }) => [recordId, beforeMs, caps[0]?.counted])).toEqual([
        [offerId, noon - 1_000, 3],
      ]);
      const after = await readEdgeState(worker);
      // Counting changes nothing if there are no new rows, or if an edge is far behind in shipping its rows.
      await count();
      await insertRows(context, offerId, [directClick]);
      await report(noon - 3_600_000, noon);
      await count();
      expect(await readEdgeState(worker)).toEqual(after);
    } finally {
      for (const { id } of edges) await signOffEdge(worker, id);
    }
  });

  test('send click counts to edges as long as shipping is at most ten minutes behind', async () => {
    const context = await makeWorkspace(database);
    const offerId = await makeOffer(context, { limit: 9, counts: 'clicks' });
    const edge = { id: newId(), name: 'e', startedAt: new Date(), appliedSequence: '0' };
    const countShippedUntil = async (untilMs: number) => {
      await reportEdge(worker, { ...edge, shipping: { spool: edge.id, until: new Date(untilMs) } });
      await count();
      const counts = await readCapCounts(worker, '0');
      return counts.flatMap(({ recordId, beforeMs }) => (recordId === offerId ? [beforeMs] : []));
    };
    try {
      expect(await countShippedUntil(noon - 600_001)).toEqual([]);
      expect(await countShippedUntil(noon - 600_000)).toEqual([noon - 600_000]);
    } finally {
      await signOffEdge(worker, edge.id);
    }
  });

  test('keep a full offer closed until its day ends while the traffic store is unavailable', async () => {
    const context = await makeWorkspace(database);
    const offerId = await makeOffer(context, { limit: 1, counts: 'clicks' });
    await insertRows(context, offerId, [directClick]);
    await count();
    const unavailable = openUnreachableTraffic(store);
    try {
      await expect(count((records) => unavailable.countForCaps(records))).rejects.toMatchObject({
        cause: { code: 'ECONNREFUSED' },
      });
    } finally {
      await unavailable.close();
    }
    expect(await isFull(offerId)).toBe(true);
    await database.asSystem((executor) =>
      sql`UPDATE full_records SET full_until = clock_timestamp() WHERE record_id = ${offerId}`.execute(
        executor,
      ),
    );
    expect(await isFull(offerId)).toBe(false);
  });

  test('are counted by one worker at a time, and not again right after a count', async () => {
    const context = await makeWorkspace(database);
    await makeOffer(context, { limit: 1, counts: 'clicks' });
    const concurrent: unknown[] = [];
    const counted = await count(async (records) => {
      concurrent.push(await countCaps(worker, countForCaps));
      return await countForCaps(records);
    });
    expect(counted).toMatchObject({ counted: expect.any(Number) });
    expect(concurrent).toEqual([undefined]);
    expect(await countCaps(worker, countForCaps)).toBeUndefined();
  });

  test('do not query the traffic store when no offer has a cap', async () => {
    const url = await makeDatabase();
    await migratePostgresSchema(url);
    const empty = new Database(url, { connectionsMax: 2 });
    try {
      await makeOffer(await makeWorkspace(empty));
      const never: CountForCaps = () => Promise.reject(new Error('queried'));
      expect(await countCaps({ ...worker, database: empty }, never)).toBeUndefined();
    } finally {
      await empty.close();
    }
  });

  test('on thousands of offers are counted in one call', async () => {
    const context = await makeWorkspace(database);
    const last = randomUUID();
    await insertRows(context, last, [directClick, conversion]);
    const { workspaceId } = context;
    const others = Array.from({ length: 20_000 }, () => ({
      workspaceId,
      kind: 'offer' as const,
      recordId: randomUUID(),
      sinceMs: noon,
    }));
    const counts = await countForCaps([
      ...others,
      { workspaceId, kind: 'offer', recordId: last, sinceMs: noon },
    ]);
    expect(counts).toEqual([{ recordId: last, sinceMs: noon, arrivals: 1, conversions: 1 }]);
  });

  test('are updated by a running worker, which retries after failures and logs a single warning for several failures', async () => {
    const context = await makeWorkspace(database);
    const offerId = await makeOffer(context, { limit: 1, counts: 'clicks' });
    await insertRows(context, offerId, [directClick]);
    const warnings: string[] = [];
    const logger = createLogger({ role: 'test', level: 'silent', format: 'text' });
    logger.warn = (...args: unknown[]) => void warnings.push(String(args.at(-1)));
    let failures = 2;
    const caps = updateCaps(
      worker,
      async (records) => {
        if (failures-- > 0) throw new Error('unavailable');
        return await countForCaps(records);
      },
      logger,
    );
    try {
      const full = await pollUntil(async () => ((await isFull(offerId)) ? true : undefined), {
        timeoutMs: hangLimitMs,
        intervalMs: 20,
      });
      expect(full).toBe(true);
      expect(warnings).toHaveLength(1);
    } finally {
      await caps.stop();
    }
  });
});
