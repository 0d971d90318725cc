import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayAround } from '../../src/domain/calendar/day-around.ts';
import { keepOfferCaps } from '../../src/jobs/keep-offer-caps.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { pollUntil } from '../../src/platform/retry.ts';
import type { ServiceContext, WorkspaceContext } from '../../src/services/context.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { archiveOffer } from '../../src/services/offers/offers.ts';
import { updateOffer } from '../../src/services/offers/update-offer.ts';
import { countOfferCaps, type CountOffers } from '../../src/services/publishing/count-offer-caps.ts';
import { readEdgeState, readFullOffers } from '../../src/services/publishing/read-served.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { Database } from '../../src/store/database/database.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { usualStores } from '../../src/testing/machine.ts';
import { insertEventRows, type EventCells } from '../../src/testing/traffic/insert-event-rows.ts';
import { openAbsentTraffic, openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

// The worker's time is a fixed one, so that no test stands on both sides of a midnight; it is far enough in the future
// that the days of the tests are not over for the database, whose clock says what has ended.
const noon = Date.parse('2031-06-15T10:00:00Z');
const berlinDay = dayAround('Europe/Berlin', noon);

describe.each(usualStores)('caps of traffic in %s', (store) => {
  let traffic: TrafficStore;
  let countOffers: CountOffers;
  let database: Database;
  let worker: ServiceContext;

  // A database of its own: a count is one for the whole installation.
  beforeAll(async () => {
    traffic = openTestTraffic(store);
    countOffers = (offers) => traffic.countOffers(offers);
    const url = await makeDatabase();
    await migratePostgresSchema(url);
    database = new Database(url, { connectionsMax: 4 });
    worker = { database, actor: { type: 'system', label: 'worker' }, now: () => new Date(noon) };
  });

  afterAll(async () => {
    await traffic.close();
    await database.close();
  });

  /** Counts as if the last count were long ago. */
  async function count(how = countOffers, context = worker) {
    await database.asSystem((executor) =>
      sql`UPDATE cap_clock SET counted_at = '-infinity'`.execute(executor),
    );
    return await countOfferCaps(context, how);
  }

  type Cap = { limit: number; counts: 'clicks' | 'conversions' };

  async function makeOffer(context: WorkspaceContext, dailyCap: Cap | null): Promise<string> {
    return (await createOffer(context, { name: 'O', url: 'https://example.com/', dailyCap })).id;
  }

  async function isFull(offerId: string): Promise<boolean> {
    return (await readFullOffers(worker)).some((offer) => offer.offerId === offerId);
  }

  type Row = EventCells;

  /** Rows as the edge and the worker write them, apart from what a cap does not look at. */
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

  const straight = { type: 'visit', outcome: 'offer', visits: 1 };
  const throughLanding = { type: 'lpclick', outcome: 'offer', lp_clicks: 1 };
  const conversion = { type: 'event', events: 1, conversions: 1 };

  test('an offer is full with its last click, straight or through a landing, and stays so until its day ends', async () => {
    const context = await makeWorkspace(database);
    const offerId = await makeOffer(context, { limit: 3, counts: 'clicks' });
    const before = await readEdgeState(worker);
    await insertRows(context, offerId, [straight, throughLanding]);
    await count();
    expect(await isFull(offerId)).toBe(false);
    expect((await readEdgeState(worker)).capsVersion).toBe(before.capsVersion);
    await insertRows(context, offerId, [straight]);
    expect(await count()).toMatchObject({ full: 1, isChanged: true });
    expect(await readFullOffers(worker)).toEqual([{ offerId, untilMs: berlinDay.endMs }]);
    const after = await readEdgeState(worker);
    expect(Number(after.capsVersion)).toBe(Number(before.capsVersion) + 1);
    expect(await count()).toMatchObject({ full: 1, isChanged: false });
    expect(await readEdgeState(worker)).toEqual(after);
  });

  test('bots, visits of a landing, other offers and other days are no clicks', async () => {
    const [context, stranger] = [await makeWorkspace(database), await makeWorkspace(database)];
    const offerId = await makeOffer(context, { limit: 1, counts: 'clicks' });
    await insertRows(context, offerId, [
      { ...straight, is_bot: true },
      { ...throughLanding, is_bot: true },
      { ...straight, outcome: 'landing' },
      { ...straight, time: berlinDay.startMs - 1 },
      conversion,
    ]);
    await insertRows(context, randomUUID(), [straight]);
    // Nobody writes into another workspace; a mistake that did would not count there.
    await makeOffer(stranger, { limit: 9, counts: 'clicks' });
    await insertRows(stranger, offerId, [straight]);
    await count();
    expect(await isFull(offerId)).toBe(false);
    await insertRows(context, offerId, [{ ...straight, time: berlinDay.startMs }]);
    await count();
    expect(await isFull(offerId)).toBe(true);
  });

  test('conversions count on the day they came, whenever the visit was, and one that is taken back opens the offer again', async () => {
    const context = await makeWorkspace(database);
    const offerId = await makeOffer(context, { limit: 2, counts: 'conversions' });
    const visitDaysAgo = { visit_time: berlinDay.startMs - 20 * 86_400_000 };
    await insertRows(context, offerId, [
      straight,
      straight,
      { ...conversion, ...visitDaysAgo },
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

  test('a raised limit, a cap that is taken away and an archived offer open it again; a lower limit closes it', async () => {
    const context = await makeWorkspace(database);
    const offerIds = [
      await makeOffer(context, { limit: 1, counts: 'clicks' }),
      await makeOffer(context, { limit: 1, counts: 'clicks' }),
      await makeOffer(context, { limit: 1, counts: 'clicks' }),
      await makeOffer(context, { limit: 5, counts: 'clicks' }),
    ] as const;
    const [raised, uncapped, archived, lowered] = offerIds;
    for (const offerId of offerIds) await insertRows(context, offerId, [straight]);
    await count();
    expect(await Promise.all(offerIds.map(isFull))).toEqual([true, true, true, false]);
    await updateOffer(context, raised, { dailyCap: { limit: 2, counts: 'clicks' } });
    await updateOffer(context, uncapped, { dailyCap: null });
    await archiveOffer(context, archived);
    await updateOffer(context, lowered, { dailyCap: { limit: 1, counts: 'clicks' } });
    await count();
    expect(await Promise.all(offerIds.map(isFull))).toEqual([false, false, false, true]);
  });

  test('a day is that of the workspace: the next one opens the offer, each in its own zone', async () => {
    const context = await makeWorkspace(database);
    const offerId = await makeOffer(context, { limit: 1, counts: 'clicks' });
    await insertRows(context, offerId, [straight]);
    const at = (ms: number): ServiceContext => ({ ...worker, now: () => new Date(ms) });
    await count(countOffers, at(berlinDay.endMs - 1));
    expect(await isFull(offerId)).toBe(true);
    await count(countOffers, at(berlinDay.endMs));
    expect(await isFull(offerId)).toBe(false);
    // In Honolulu it is still the day of the click.
    await database.asSystem((executor) =>
      sql`UPDATE workspaces SET timezone = 'Pacific/Honolulu' WHERE id = ${context.workspaceId}`.execute(
        executor,
      ),
    );
    await count(countOffers, at(berlinDay.endMs));
    const full = (await readFullOffers(worker)).find((offer) => offer.offerId === offerId);
    expect(full?.untilMs).toBe(dayAround('Pacific/Honolulu', noon).endMs);
  });

  test('while the engine is away what is full stays full, until its day is over', async () => {
    const context = await makeWorkspace(database);
    const offerId = await makeOffer(context, { limit: 1, counts: 'clicks' });
    await insertRows(context, offerId, [straight]);
    await count();
    const away = openAbsentTraffic(store);
    try {
      await expect(count((offers) => away.countOffers(offers))).rejects.toMatchObject({
        cause: { code: 'ECONNREFUSED' },
      });
    } finally {
      await away.close();
    }
    expect(await isFull(offerId)).toBe(true);
    await database.asSystem((executor) =>
      sql`UPDATE full_offers SET full_until = clock_timestamp() WHERE offer_id = ${offerId}`.execute(
        executor,
      ),
    );
    expect(await isFull(offerId)).toBe(false);
  });

  test('of several workers one counts at a time, and none right after another', async () => {
    const context = await makeWorkspace(database);
    await makeOffer(context, { limit: 1, counts: 'clicks' });
    const meanwhile: unknown[] = [];
    const counted = await count(async (offers) => {
      meanwhile.push(await countOfferCaps(worker, countOffers));
      return await countOffers(offers);
    });
    expect(counted).toMatchObject({ counted: expect.any(Number) });
    expect(meanwhile).toEqual([undefined]);
    expect(await countOfferCaps(worker, countOffers)).toBeUndefined();
  });

  test('without offers that have a cap nobody is asked', async () => {
    const url = await makeDatabase();
    await migratePostgresSchema(url);
    const empty = new Database(url, { connectionsMax: 2 });
    try {
      await makeOffer(await makeWorkspace(empty), null);
      const never: CountOffers = () => Promise.reject(new Error('asked'));
      expect(await countOfferCaps({ ...worker, database: empty }, never)).toBeUndefined();
    } finally {
      await empty.close();
    }
  });

  test('thousands of offers are counted in one statement', async () => {
    const context = await makeWorkspace(database);
    const last = randomUUID();
    await insertRows(context, last, [straight, conversion]);
    const { workspaceId } = context;
    const many = Array.from({ length: 20_000 }, () => ({
      workspaceId,
      offerId: randomUUID(),
      sinceMs: noon,
    }));
    const counts = await countOffers([...many, { workspaceId, offerId: last, sinceMs: noon }]);
    expect(counts).toEqual([{ offerId: last, clicks: 1, conversions: 1 }]);
  });

  test('a worker that runs counts by itself, says once that it cannot, and goes on', async () => {
    const context = await makeWorkspace(database);
    const offerId = await makeOffer(context, { limit: 1, counts: 'clicks' });
    await insertRows(context, offerId, [straight]);
    const warnings: string[] = [];
    const logger = createLogger({ role: 'test', level: 'silent', format: 'text' });
    logger.warn = (...args: unknown[]) => void warnings.push(String(args.at(-1)));
    let failures = 2;
    const caps = keepOfferCaps(
      worker,
      async (offers) => {
        if (failures-- > 0) throw new Error('away');
        return await countOffers(offers);
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
