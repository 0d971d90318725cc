import { sql, type RawBuilder } from 'kysely';
import { pausedByHand } from '../../domain/postbacks/judge-host.ts';
import type { Executor } from '../database/database.ts';

/** Longest delay that the rules allow for each kind of row. */
export type LongestWaits = {
  retryMs: number;
  /** Delay between attempts to find a request's visit once the visit is unlikely to appear. */
  lookMs: number;
  deliveryMs: number;
  hostPauseMs: number;
  sweepMs: number;
  leaseMs: number;
};

type Repair = { table: string; key: string; isStranded: RawBuilder<unknown>; change: RawBuilder<unknown> };

/**
 * Makes rows due if their due time is later than any rule allows, because a clock that ran ahead must have set that
 * time. Skips locked rows. Returns the number of changed rows per table, leaving out tables in which no row changed.
 */
export async function releaseStrandedRows(
  executor: Executor,
  now: Date,
  waits: LongestWaits,
): Promise<Map<string, number>> {
  const released = new Map<string, number>();
  for (const { table, key, isStranded, change } of listRepairs(now, waits)) {
    const [name, columns] = [sql.table(table), sql.raw(key)];
    const { numAffectedRows = 0n } = await sql`
      UPDATE ${name} SET ${change} WHERE (${columns}) IN (
        SELECT ${columns} FROM ${name} WHERE ${isStranded} FOR UPDATE SKIP LOCKED)`.execute(executor);
    if (numAffectedRows > 0n) released.set(table, Number(numAffectedRows));
  }
  return released;
}

function listRepairs(now: Date, waits: LongestWaits): Repair[] {
  return [...listInternalWork(now, waits), ...listDeliveries(now, waits), ...listLeases(waits)];
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

function listInternalWork(now: Date, { retryMs, lookMs, sweepMs }: LongestWaits): Repair[] {
  const isUndecided = sql`handled_at IS NULL AND (verdict IS NULL OR verdict = 'waiting')`;
  const change = sql`next_at = ${now}`;
  return [
    {
      table: 'inbox',
      key: 'id',
      isStranded: sql`${isUndecided} AND next_at > ${after(now, retryMs)}`,
      change,
    },
    {
      table: 'inbox',
      key: 'id',
      isStranded: sql`handled_at IS NULL AND next_at > ${after(now, lookMs)}`,
      change,
    },
    {
      table: 'erasures',
      key: 'id',
      isStranded: sql`finished_at IS NULL AND next_at > ${after(now, sweepMs)}`,
      change,
    },
    {
      table: 'alert_watches',
      key: 'workspace_id',
      isStranded: sql`looked_at > ${now}`,
      change: sql`looked_at = ${now}, numbers_at = least(numbers_at, ${now}),
        certificates_at = least(certificates_at, ${now}), told_at = least(told_at, ${now})`,
    },
  ];
}

// Keeps the length of the pause after a delivery's last attempt, but restarts the pause now.
function listDeliveries(now: Date, { deliveryMs, hostPauseMs, leaseMs }: LongestWaits): Repair[] {
  const latest = after(now, deliveryMs);
  const isStranded = sql`state = 'waiting' AND (next_at > ${latest}
    OR (attempts = 0 AND next_at > ${after(now, leaseMs)}) OR last_attempt_at > ${now})`;
  const change = sql`next_at = CASE WHEN last_attempt_at > ${now} THEN least(
      ${now}::timestamptz + greatest(next_at - last_attempt_at, interval '0'), ${latest}) ELSE ${now} END,
    last_attempt_at = least(last_attempt_at, ${now})`;
  return [
    { table: 'alert_deliveries', key: 'message_id, receiver_id', isStranded, change },
    { table: 'postback_jobs', key: 'id', isStranded, change },
    {
      table: 'postback_jobs',
      key: 'id',
      isStranded: sql`claim IS NOT NULL AND next_at > ${after(now, leaseMs)}`,
      change: sql`next_at = ${now}`,
    },
    {
      table: 'postback_hosts',
      key: 'workspace_id, origin',
      isStranded: sql`paused_until > ${after(now, hostPauseMs)} AND last_error <> ${pausedByHand}`,
      change: sql`paused_until = ${now}`,
    },
  ];
}

function listLeases({ leaseMs }: LongestWaits): Repair[] {
  const clock = sql`clock_timestamp()`;
  const latest = sql`${clock} + make_interval(secs => ${leaseMs / 1_000})`;
  const lease = (table: string, column: string, state = sql<boolean>`true`): Repair => ({
    table,
    key: 'id',
    isStranded: sql`${state} AND ${sql.ref(column)} > ${latest}`,
    change: sql`${sql.ref(column)} = ${clock}`,
  });
  return [
    lease('outbox_batches', 'next_at'),
    lease('cost_entries', 'leased_until', sql`status IN ('pending', 'withdrawing')`),
    lease('runs', 'leased_until', sql`state IN ('waiting', 'running')`),
    lease('edges', 'lease_until'),
    {
      table: 'cap_clock',
      key: 'is_only',
      isStranded: sql`counted_at > ${clock}`,
      change: sql`counted_at = ${clock}`,
    },
  ];
}
