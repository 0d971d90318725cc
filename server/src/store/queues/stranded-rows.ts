import { sql, type RawBuilder } from 'kysely';
import { pausedByHand } from '../../domain/postbacks/judge-host.ts';
import type { Executor } from '../database/database.ts';

/** The longest that a row of each kind waits by its own rules. */
export type LongestWaits = {
  /** Incoming requests that are tried again, and those whose visit is not expected any more. */
  retryMs: number;
  lookMs: number;
  /** Between two attempts to reach a receiver. */
  deliveryMs: number;
  hostPauseMs: number;
  sweepMs: number;
  /** Work that a worker has in hand. */
  leaseMs: number;
};

type Repair = { table: string; key: string; isStranded: RawBuilder<unknown>; change: RawBuilder<unknown> };

/**
 * Makes rows due that wait for a time which no rule of theirs can have chosen: the clock that chose it was ahead. Answers
 * how many there were by table, without those that had none. Rows that somebody has in hand are left to the next time.
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
  const { retryMs, lookMs, deliveryMs, hostPauseMs, sweepMs, leaseMs } = waits;
  const later = (ms: number) => new Date(now.getTime() + ms);
  // Kept by the clock of the database, unlike the others, which workers write by theirs.
  const afterLease = sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})`;
  const isUndelivered = sql`state = 'waiting' AND (next_at > ${later(deliveryMs)}
    OR (attempts = 0 AND next_at > ${later(leaseMs)}) OR last_attempt_at > ${now})`;
  // What is left of the pause after the last attempt, whenever that was.
  const deliver = sql`next_at = CASE WHEN last_attempt_at > ${now} THEN least(
      ${now}::timestamptz + greatest(next_at - last_attempt_at, interval '0'), ${later(deliveryMs)}) ELSE ${now} END,
    last_attempt_at = least(last_attempt_at, ${now})`;
  return [
    {
      table: 'inbox',
      key: 'id',
      isStranded: sql`handled_at IS NULL AND (verdict IS NULL OR verdict = 'waiting') AND next_at > ${later(retryMs)}`,
      change: sql`next_at = ${now}`,
    },
    {
      table: 'inbox',
      key: 'id',
      isStranded: sql`handled_at IS NULL AND next_at > ${later(lookMs)}`,
      change: sql`next_at = ${now}`,
    },
    { table: 'postback_jobs', key: 'id', isStranded: isUndelivered, change: deliver },
    {
      table: 'postback_jobs',
      key: 'id',
      isStranded: sql`claim IS NOT NULL AND next_at > ${later(leaseMs)}`,
      change: sql`next_at = ${now}`,
    },
    {
      table: 'postback_hosts',
      key: 'workspace_id, origin',
      isStranded: sql`paused_until > ${later(hostPauseMs)} AND last_error <> ${pausedByHand}`,
      change: sql`paused_until = ${now}`,
    },
    { table: 'alarm_deliveries', key: 'message_id, receiver_id', isStranded: isUndelivered, change: deliver },
    {
      table: 'alarm_watches',
      key: 'workspace_id',
      isStranded: sql`looked_at > ${now}`,
      change: sql`looked_at = ${now}, numbers_at = least(numbers_at, ${now}),
        certificates_at = least(certificates_at, ${now}), told_at = least(told_at, ${now})`,
    },
    {
      table: 'erasures',
      key: 'id',
      isStranded: sql`finished_at IS NULL AND next_at > ${later(sweepMs)}`,
      change: sql`next_at = ${now}`,
    },
    {
      table: 'outbox_batches',
      key: 'id',
      isStranded: sql`next_at > ${afterLease}`,
      change: sql`next_at = clock_timestamp()`,
    },
    {
      table: 'cost_entries',
      key: 'id',
      isStranded: sql`status IN ('pending', 'withdrawing') AND leased_until > ${afterLease}`,
      change: sql`leased_until = clock_timestamp()`,
    },
    {
      table: 'runs',
      key: 'id',
      isStranded: sql`state IN ('waiting', 'running') AND leased_until > ${afterLease}`,
      change: sql`leased_until = clock_timestamp()`,
    },
    {
      table: 'edges',
      key: 'id',
      isStranded: sql`lease_until > ${afterLease}`,
      change: sql`lease_until = clock_timestamp()`,
    },
    {
      table: 'cap_clock',
      key: 'is_only',
      isStranded: sql`counted_at > clock_timestamp()`,
      change: sql`counted_at = clock_timestamp()`,
    },
  ];
}
