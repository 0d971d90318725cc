import { feedTypes, type EventPage } from '@waypost/contract/events/events.ts';
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

/**
 * Only a few distinct times, some close together and some far apart, so that some rows have the same time and slices of
 * every length occur.
 */
const times = fc
  .tuple(fc.constantFrom(0, 900_000, 1_000_000, 90_000_000, 9_000_000_000, -60_000), fc.nat(1))
  .map(([age, offset]) => nowMs - age + offset);
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
/** Usually generates undefined, because a query that uses every filter matches hardly any rows. */
const rarely = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const filters: fc.Arbitrary<Filter> = fc.record({
  type: rarely(fc.constantFrom(...feedTypes)),
  campaignId: rarely(fc.constantFrom(...campaigns)),
  idx: rarely(fc.constantFrom(1, 2)),
  from: rarely(times),
  to: rarely(times),
});
type Filter = {
  type?: string | undefined;
  campaignId?: string | undefined;
  idx?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

function matches(row: Row, { type, campaignId, idx, from = 0, to = Number.MAX_VALUE }: Filter): boolean {
  if (row.type === 'adjustment' || row.time < from || row.time > to) return false;
  if (idx !== undefined && row.idx !== idx) return false;
  if (idx !== undefined && type === undefined && !['event', 'postback'].includes(row.type)) return false;
  return (type ?? row.type) === row.type && (campaignId ?? row.campaignId) === row.campaignId;
}

/** Returns true if the first row comes before the second: newest first, and by descending ID if the times are equal. */
function isBefore(first: { time: number; id: string }, second: { time: number; id: string }): boolean {
  return first.time > second.time || (first.time === second.time && first.id > second.id);
}

async function insertRows(traffic: TrafficStore, workspaceId: string, added: readonly Row[]): Promise<void> {
  const cells = added.map(({ campaignId, ...row }) => ({
    workspace_id: workspaceId,
    campaign_id: campaignId,
    visit_id: row.id,
    ...row,
  }));
  await insertEventRows(traffic, cells);
}

type WalkInput = { filter: Filter; limits: number[]; arriving: Row[][]; known: Row[] };

async function walk(
  context: WorkspaceContext & { traffic: TrafficStore },
  { filter, limits, arriving, known }: WalkInput,
): Promise<void> {
  const expected: string[] = [];
  const seen: string[] = [];
  let last: { time: number; id: string } | undefined;
  const query = {
    from: String(filter.from ?? '2020-01-01'),
    to: String(filter.to ?? '2027-01-01'),
    ...(filter.type === undefined ? {} : { type: filter.type }),
    ...(filter.campaignId === undefined ? {} : { campaignId: filter.campaignId }),
    ...(filter.idx === undefined ? {} : { idx: String(filter.idx) }),
  };
  for (let pageIndex = 0, cursor: string | null | undefined; cursor !== null; pageIndex += 1) {
    const limit = limits[pageIndex % limits.length] ?? 1;
    const remaining = known
      .filter((row) => matches(row, filter) && (last === undefined || isBefore(last, row)))
      .toSorted((first, second) => (isBefore(first, second) ? -1 : 1));
    const input = { ...query, limit: String(limit), ...(cursor === undefined ? {} : { cursor }) };
    const { rows: page, meta }: EventPage = await listEvents(context, input);
    expect(meta).toMatchObject({ count: page.length, hasMore: remaining.length > limit });
    expect(meta.nextCursor === null).toBe(!meta.hasMore);
    expected.push(...remaining.slice(0, limit).map(({ id }) => id));
    seen.push(...page.map(({ id }) => id));
    last = remaining[Math.min(limit, remaining.length) - 1] ?? last;
    cursor = meta.nextCursor;
    const arrived = arriving[pageIndex] ?? [];
    known.push(...arrived);
    await insertRows(context.traffic, context.workspaceId, arrived);
  }
  expect(seen).toEqual(expected);
  expect(new Set(seen).size).toBe(seen.length);
}

test.each(lightStores)(
  "with traffic in %s, the feed pages contain exactly the model's rows, in order, even if rows arrive between pages",
  async (store) => {
    const traffic = openTestTraffic(store);
    onTestFinished(() => traffic.close());
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        rows(20, 60),
        filters,
        sizes,
        fc.array(rows(0, 12), { maxLength: 5, size: 'max' }),
        async (first, generated, limits, arriving) => {
          const workspaceId = newId();
          const filter = { ...generated };
          if (filter.type === 'visit' || filter.type === 'lpclick') filter.idx = undefined;
          if ((filter.from ?? 0) > (filter.to ?? Number.MAX_VALUE)) filter.to = undefined;
          await insertRows(traffic, workspaceId, first);
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
