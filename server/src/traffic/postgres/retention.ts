import type { ShorterRetention } from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';
import { capCounts, rollups } from './rollups.ts';
import { unlessBeingMoved } from './move/being-moved.ts';
import { deleteRows, incoming, createTempTables } from './store-rows.ts';

// Timeout for the work on one month of traffic, which takes longer the more rows the month contains.
const limits = { timeoutMs: 600_000 };

const batchSize = 20_000;
// While the cleanup waits for the lock on a month, all writers to that month wait behind the cleanup. The cleanup
// therefore gives up early, and its next run retries.
const lockTimeout = '5s';
const dayMs = 86_400_000;
// Days for which batch names are kept: longer than an edge is expected to be offline before it resends a batch whose
// result is unknown.
const batchDays = 90;
// Days for which quarter-hour counts are kept: longer than any period that caps are counted for.
const quarterDays = 3;

const dayOf = (moment: string) => `(to_timestamp(${moment} / 1000) AT TIME ZONE 'UTC')::date`;

// Rows that each setting affects, and the date on which their retention starts. Adjustments to conversions have a
// status and expire with the conversion; all other adjustments expire with their visit. The rows of a conversion must
// expire together; otherwise, part of its sum would remain. These rows do not contain the time of the conversion, so
// their retention starts on the day of the change.
const kinds: Readonly<Record<ShorterRetention['kind'], { rows: string; since: string }>> = {
  visits: {
    rows: "(type IN ('visit', 'lpclick') OR (type = 'adjustment' AND status IS NULL))",
    since: "CASE WHEN type = 'adjustment' THEN visit_time ELSE time END",
  },
  events: { rows: "(type = 'event' OR (type = 'adjustment' AND status IS NOT NULL))", since: '$3::bigint' },
  postbacks: { rows: "type = 'postback'", since: 'time' },
};

/** Shortens the retention of stored rows. Rows without an expiry date are kept. */
export async function shortenRetention(
  connections: TrafficConnections,
  change: ShorterRetention,
): Promise<void> {
  const { rows, since } = kinds[change.kind];
  const day = `(${dayOf(since)} + $2::integer)`;
  for (const { start, end } of await listMonths(connections))
    await connections.asSystem(limits, async (client) => {
      const values = [change.workspaceId, change.keptDays, change.changedMs, start, end];
      await client.query(
        `UPDATE traffic.events SET expires = ${day}
        WHERE workspace_id = $1 AND visit_time >= $4::bigint AND visit_time < $5::bigint AND $3::bigint IS NOT NULL AND ${rows}
          AND expires > ${day}`,
        values,
      );
      // The date is a lower bound. The exact date is determined when expired rows are deleted.
      await client.query(
        'UPDATE traffic.months SET first_expires = least(first_expires, $2::date) WHERE start = $1',
        [start, new Date(start).toISOString().slice(0, 10)],
      );
    });
}

/** Drops months in which all rows have expired, and deletes expired rows from other months in batches. */
export async function deleteExpired(connections: TrafficConnections, now: Date): Promise<number> {
  return await unlessBeingMoved(() => deleteExpiredMonths(connections, now), 0);
}

async function deleteExpiredMonths(connections: TrafficConnections, now: Date): Promise<number> {
  const today = now.toISOString().slice(0, 10);
  let deleted = 0;
  for (const month of await listMonths(connections)) {
    if (month.firstExpires !== null && month.firstExpires > today) continue;
    const { start, end } = month;
    const dropped = isFullyExpired(month, today)
      ? await dropMonth(connections, { start, end, today })
      : undefined;
    deleted += dropped ?? (await deleteExpiredRows(connections, { start, end, today }));
  }
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await connections.asSystem(limits, async (client) => {
    await client.query('DELETE FROM traffic.batches WHERE stored_at < $1', [before(batchDays)]);
    for (const { quarters } of Object.values(capCounts))
      await client.query(`DELETE FROM traffic.${quarters} WHERE start < $1`, [before(quarterDays).getTime()]);
  });
  return deleted;
}

function isFullyExpired({ lastExpires, hasLasting }: Month, today: string): boolean {
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

// Drops a month. Returns the number of dropped rows, or undefined if some rows of the month must be kept.
async function dropMonth(
  connections: TrafficConnections,
  { start, end, today }: Expired,
): Promise<number | undefined> {
  return await connections.asSystem(limits, async (client) => {
    await client.query(`SET LOCAL lock_timeout = '${lockTimeout}'`);
    await client.query('SELECT traffic.lock_month($1)', [start]);
    const { rows } = await client.query<{ all: number; lasting: number }>(
      `SELECT count(*)::float8 AS all, (count(*) FILTER (WHERE expires > $3::date OR expires IS NULL))::float8 AS lasting
      FROM traffic.events WHERE visit_time >= $1 AND visit_time < $2`,
      [start, end, today],
    );
    const [counts = { all: 0, lasting: 1 }] = rows;
    if (counts.lasting > 0) return undefined;
    await client.query('SELECT traffic.drop_month($1)', [start]);
    for (const { table } of rollups)
      await client.query(`DELETE FROM traffic.${table} WHERE start >= $1 AND start < $2`, [start, end]);
    return counts.all;
  });
}

async function deleteExpiredRows(
  connections: TrafficConnections,
  { start, end, today }: Expired,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batchCount = await connections.asSystem(limits, async (client) => {
      await createTempTables(client);
      await deleteRows(
        client,
        `visit_time >= $1::bigint AND visit_time < $2::bigint AND ctid = ANY(ARRAY(
          SELECT ctid FROM traffic.events WHERE visit_time >= $1::bigint AND visit_time < $2::bigint AND expires <= $3::date
          LIMIT ${batchSize}))`,
        [start, end, today],
      );
      const { rows } = await client.query<{ deleted_rows: number }>(
        `SELECT count(*)::integer AS deleted_rows FROM ${incoming}`,
      );
      return rows[0]?.deleted_rows ?? 0;
    });
    deleted += batchCount;
    if (batchCount < batchSize) break;
  }
  // Recalculates when the remaining rows expire, because a changed setting may have given them an earlier date.
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
