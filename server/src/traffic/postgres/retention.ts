import type { ShorterRetention } from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';
import { capCounts, rollups } from './rollups.ts';
import { deleteRows, incoming, makeRoom } from './store-rows.ts';

// A month at a time: what one of them takes depends on how much was recorded in it.
const limits = { timeoutMs: 600_000 };

const rowsAtOnce = 20_000;
// While a cleanup waits for the lock of a month, all writers of that month wait behind it: it gives up soon, and the next
// run tries again.
const lockWait = '5s';
const dayMs = 86_400_000;
/** Longer than an edge that was cut off may come back with a batch whose end it does not know. */
const batchDays = 90;
/** Longer than any stretch that caps are counted for; what goes before is settled. */
const quarterDays = 3;

const dayOf = (moment: string) => `(to_timestamp(${moment} / 1000) AT TIME ZONE 'UTC')::date`;

/**
 * Which rows a setting is about, and from which day on it counts. Adjustments of goals have a status, and go on the day
 * of their goal; all others go with their visit. Rows of one conversion must go together, or a part of its sum would be
 * left, and they do not say when it began: for them it counts from the day of the change.
 */
const kinds: Readonly<Record<ShorterRetention['kind'], { rows: string; since: string }>> = {
  visits: {
    rows: "(type IN ('visit', 'lpclick') OR (type = 'adjustment' AND status IS NULL))",
    since: "CASE WHEN type = 'adjustment' THEN visit_time ELSE time END",
  },
  events: { rows: "(type = 'event' OR (type = 'adjustment' AND status IS NOT NULL))", since: '$3::bigint' },
  postbacks: { rows: "type = 'postback'", since: 'time' },
};

/** Rows without such a day stay. */
export async function shortenRetention(
  connections: TrafficConnections,
  cut: ShorterRetention,
): Promise<void> {
  const { rows, since } = kinds[cut.kind];
  const day = `(${dayOf(since)} + $2::integer)`;
  for (const { start, end } of await listMonths(connections))
    await connections.asSystem(limits, async (client) => {
      const values = [cut.workspaceId, cut.keptDays, cut.madeMs, start, end];
      await client.query(
        `UPDATE traffic.events SET expires = ${day}
        WHERE workspace_id = $1 AND visit_time >= $4::bigint AND visit_time < $5::bigint AND $3::bigint IS NOT NULL AND ${rows}
          AND expires > ${day}`,
        values,
      );
      // Not later than any of these; that some of them go later is found when they are looked for.
      await client.query(
        'UPDATE traffic.months SET first_expires = least(first_expires, $2::date) WHERE start = $1',
        [start, new Date(start).toISOString().slice(0, 10)],
      );
    });
}

/** Whole months where all of their rows have expired, else the rows that have, some at a time. */
export async function deleteExpired(connections: TrafficConnections, now: Date): Promise<number> {
  const today = now.toISOString().slice(0, 10);
  let deleted = 0;
  for (const month of await listMonths(connections)) {
    if (month.firstExpires !== null && month.firstExpires > today) continue;
    const { start, end } = month;
    const dropped = isPast(month, today) ? await dropMonth(connections, { start, end, today }) : undefined;
    deleted += dropped ?? (await deleteRowsOf(connections, { start, end, today }));
  }
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await connections.asSystem(limits, async (client) => {
    await client.query('DELETE FROM traffic.batches WHERE stored_at < $1', [before(batchDays)]);
    for (const { quarters } of Object.values(capCounts))
      await client.query(`DELETE FROM traffic.${quarters} WHERE start < $1`, [before(quarterDays).getTime()]);
  });
  return deleted;
}

function isPast({ lastExpires, hasLasting }: Month, today: string): boolean {
  return !hasLasting && (lastExpires === null || lastExpires <= today);
}

type Month = {
  start: number;
  end: number;
  firstExpires: string | null;
  lastExpires: string | null;
  hasLasting: boolean;
};

async function listMonths(connections: TrafficConnections): Promise<Month[]> {
  const { rows } = await connections.asSystem(limits, (client) =>
    client.query<Month>(
      `SELECT start::float8 AS start, first_expires::text AS "firstExpires",
        last_expires::text AS "lastExpires", has_lasting AS "hasLasting",
        (extract(epoch FROM to_timestamp(start / 1000) AT TIME ZONE 'UTC' + interval '1 month') * 1000)::float8 AS "end"
      FROM traffic.months ORDER BY months.start`,
    ),
  );
  return rows;
}

type Expired = { start: number; end: number; today: string };

/** How many rows went with it; undefined where something of it stays. */
async function dropMonth(
  connections: TrafficConnections,
  { start, end, today }: Expired,
): Promise<number | undefined> {
  return await connections.asSystem(limits, async (client) => {
    await client.query(`SET LOCAL lock_timeout = '${lockWait}'`);
    await client.query('SELECT traffic.lock_month($1)', [start]);
    const { rows } = await client.query<{ all: number; lasting: number }>(
      `SELECT count(*)::float8 AS all, (count(*) FILTER (WHERE expires > $3::date OR expires IS NULL))::float8 AS lasting
      FROM traffic.events WHERE visit_time >= $1 AND visit_time < $2`,
      [start, end, today],
    );
    const [found = { all: 0, lasting: 1 }] = rows;
    if (found.lasting > 0) return undefined;
    await client.query('SELECT traffic.drop_month($1)', [start]);
    for (const { table } of rollups)
      await client.query(`DELETE FROM traffic.${table} WHERE start >= $1 AND start < $2`, [start, end]);
    return found.all;
  });
}

async function deleteRowsOf(
  connections: TrafficConnections,
  { start, end, today }: Expired,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const some = await connections.asSystem(limits, async (client) => {
      await makeRoom(client);
      await deleteRows(
        client,
        `visit_time >= $1::bigint AND visit_time < $2::bigint AND ctid = ANY(ARRAY(
          SELECT ctid FROM traffic.events WHERE visit_time >= $1::bigint AND visit_time < $2::bigint AND expires <= $3::date
          LIMIT ${rowsAtOnce}))`,
        [start, end, today],
      );
      const { rows } = await client.query<{ gone: number }>(
        `SELECT count(*)::integer AS gone FROM ${incoming}`,
      );
      return rows[0]?.gone ?? 0;
    });
    deleted += some;
    if (some < rowsAtOnce) break;
  }
  // Whatever is left goes another day; the last of it is looked for, since a setting may have brought it forward.
  await connections.asSystem(limits, (client) =>
    client.query(
      `UPDATE traffic.months SET first_expires = $3::date + 1, last_expires = left_over.last, has_lasting = left_over.lasting
      FROM (
        SELECT max(expires) AS last, coalesce(bool_or(expires IS NULL), false) AS lasting
        FROM traffic.events WHERE visit_time >= $1 AND visit_time < $2
      ) AS left_over
      WHERE months.start = $1`,
      [start, end, today],
    ),
  );
  return deleted;
}
