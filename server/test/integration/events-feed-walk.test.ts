/** Walks through the feed with rows arriving between its pages, beside a model that keeps all rows in a list. */
import { feedTypes, type EventPage } from '@waypost/contract/events.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { eventTypes } from '../../src/domain/traffic/columns.ts';
import { newId } from '../../src/platform/ids.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { listEvents } from '../../src/services/events-feed/list-events.ts';
import { Database } from '../../src/store/database/database.ts';
import { lightStores } from '../../src/testing/machine.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 2 });
});

afterAll(async () => {
  await database.close();
});

const nowMs = Date.UTC(2026, 10, 16, 12);
const campaigns = [newId(), newId()];

type Row = { id: string; type: string; time: number; campaignId: string; idx: number };

/** Few moments, far apart and close together, so that many rows share one and slices of every length have ends. */
const times = fc
  .tuple(fc.constantFrom(0, 900_000, 1_000_000, 90_000_000, 9_000_000_000, -60_000), fc.nat(1))
  .map(([back, more]) => nowMs - back + more);
const rows = (minLength: number, maxLength: number) =>
  fc.array(
    fc.record<Row>({
      id: fc.uuid(),
      type: fc.constantFrom(...eventTypes),
      time: times,
      campaignId: fc.constantFrom(...campaigns),
      idx: fc.nat(2),
    }),
    { minLength, maxLength, size: 'max' },
  );
/** Mostly nothing: a question with all filters finds hardly anything. */
const seldom = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const questions: fc.Arbitrary<Filter> = fc.record({
  type: seldom(fc.constantFrom(...feedTypes)),
  campaignId: seldom(fc.constantFrom(...campaigns)),
  idx: seldom(fc.constantFrom(1, 2)),
  from: seldom(times),
  to: seldom(times),
});
type Filter = {
  type?: string | undefined;
  campaignId?: string | undefined;
  idx?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

function isAsked(row: Row, { type, campaignId, idx, from = 0, to = Number.MAX_VALUE }: Filter): boolean {
  if (row.type === 'adjustment' || row.time < from || row.time > to) return false;
  if (idx !== undefined && row.idx !== idx) return false;
  if (idx !== undefined && type === undefined && !['event', 'postback'].includes(row.type)) return false;
  return (type ?? row.type) === row.type && (campaignId ?? row.campaignId) === row.campaignId;
}

/** Newest first; of those of one moment, the one whose id is spelled later in the alphabet. */
function isBefore(one: { time: number; id: string }, other: { time: number; id: string }): boolean {
  return one.time > other.time || (one.time === other.time && one.id > other.id);
}

async function add(traffic: TrafficStore, workspaceId: string, added: readonly Row[]): Promise<void> {
  const cells = added.map(({ campaignId, ...row }) => ({
    workspace_id: workspaceId,
    campaign_id: campaignId,
    visit_id: row.id,
    ...row,
  }));
  await insertEventRows(traffic, cells);
}

type Walk = { filter: Filter; limits: number[]; arriving: Row[][]; known: Row[] };

async function walk(
  context: WorkspaceContext & { traffic: TrafficStore },
  { filter, limits, arriving, known }: Walk,
): Promise<void> {
  const expected: string[] = [];
  const seen: string[] = [];
  let place: { time: number; id: string } | undefined;
  const query = {
    from: String(filter.from ?? '2020-01-01'),
    to: String(filter.to ?? '2027-01-01'),
    ...(filter.type === undefined ? {} : { type: filter.type }),
    ...(filter.campaignId === undefined ? {} : { campaignId: filter.campaignId }),
    ...(filter.idx === undefined ? {} : { idx: String(filter.idx) }),
  };
  for (let page = 0, cursor: string | null | undefined; cursor !== null; page += 1) {
    const limit = limits[page % limits.length] ?? 1;
    const left = known
      .filter((row) => isAsked(row, filter) && (place === undefined || isBefore(place, row)))
      .toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
    const input = { ...query, limit: String(limit), ...(cursor === undefined ? {} : { cursor }) };
    const { rows: shown, meta }: EventPage = await listEvents(context, input);
    expect(meta).toMatchObject({ count: shown.length, hasMore: left.length > limit });
    expect(meta.nextCursor === null).toBe(!meta.hasMore);
    expected.push(...left.slice(0, limit).map(({ id }) => id));
    seen.push(...shown.map(({ id }) => id));
    place = left[Math.min(limit, left.length) - 1] ?? place;
    cursor = meta.nextCursor;
    const arrived = arriving[page] ?? [];
    known.push(...arrived);
    await add(context.traffic, context.workspaceId, arrived);
  }
  expect(seen).toEqual(expected);
  expect(new Set(seen).size).toBe(seen.length);
}

test.each(lightStores)(
  'in %s, all pages together are exactly the rows of the model in order, whatever arrives between them',
  async (store) => {
    const traffic = openTestTraffic(store);
    onTestFinished(() => traffic.close());
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        rows(20, 60),
        questions,
        sizes,
        fc.array(rows(0, 12), { maxLength: 5, size: 'max' }),
        async (first, question, limits, arriving) => {
          const workspaceId = newId();
          const filter = { ...question };
          if (filter.type === 'visit' || filter.type === 'lpclick') filter.idx = undefined;
          if ((filter.from ?? 0) > (filter.to ?? Number.MAX_VALUE)) filter.to = undefined;
          await add(traffic, workspaceId, first);
          const context = {
            database,
            actor: { type: 'system', label: 'test' } as const,
            now: () => new Date(nowMs),
            workspaceId,
            traffic,
          };
          await walk(context, { filter, limits, arriving, known: [...first] });
        },
      ),
      { numRuns: rounds(3, 300), endOnFailure: true },
    );
  },
);
