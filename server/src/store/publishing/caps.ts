import type { Cap } from '@waypost/contract/campaigns/caps.ts';
import { sql } from 'kysely';
import type { CapCount } from '../../domain/caps/count-caps.ts';
import type { Executor } from '../database/database.ts';
import { publishedChannel } from './publications.ts';

/**
 * Returns true if the caller should count now: caps exist or records are still marked as full, the last count started
 * at least `pauseMs` ago, and no other worker is counting. The claim lasts until the transaction ends, so the claim of
 * a crashed worker is released.
 */
export async function claimCapCount(executor: Executor, pauseMs: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE cap_clock SET counted_at = clock_timestamp()
    WHERE is_only IN (
      SELECT is_only FROM cap_clock WHERE counted_at <= clock_timestamp() - make_interval(secs => ${pauseMs / 1_000})
      FOR NO KEY UPDATE SKIP LOCKED)
      AND (EXISTS (SELECT FROM offers WHERE caps <> '[]') OR EXISTS (SELECT FROM rotator_paths WHERE caps <> '[]')
        OR EXISTS (SELECT FROM full_records))
    RETURNING is_only`.execute(executor);
  return rows.length > 0;
}

/**
 * A record with caps. `settled` is the count up to `untilMs`; the rows that it includes may have been deleted since.
 */
type CappedRecord = {
  workspaceId: string;
  kind: 'offer' | 'path';
  recordId: string;
  timezone: string;
  caps: Cap[];
  settled: { untilMs: number; arrivals: number; conversions: number } | null;
};

export async function listCappedRecords(executor: Executor): Promise<CappedRecord[]> {
  const { rows } = await sql<CappedRecord>`
    SELECT capped.workspace_id AS "workspaceId", kind, capped.id AS "recordId", timezone, caps,
      CASE WHEN totals.record_id IS NOT NULL THEN json_build_object(
        'untilMs', (extract(epoch FROM settled_until) * 1000)::bigint, 'arrivals', arrivals, 'conversions', conversions) END AS settled
    FROM (
      SELECT workspace_id, 'offer' AS kind, id, caps FROM offers WHERE caps <> '[]' AND status = 'active'
      UNION ALL
      SELECT paths.workspace_id, 'path', paths.id, caps FROM rotator_paths AS paths JOIN rotators ON rotators.id = paths.rotator_id
      WHERE caps <> '[]' AND paths.enabled AND paths.deleted_at IS NULL AND rotators.status = 'active'
    ) AS capped
    JOIN workspaces ON workspaces.id = capped.workspace_id
    LEFT JOIN cap_totals AS totals ON totals.record_id = capped.id`.execute(executor);
  return rows;
}

type SettledTotal = {
  workspaceId: string;
  recordId: string;
  untilMs: number;
  arrivals: number;
  conversions: number;
};

/**
 * Saves totals and deletes the totals of records that no longer have a total cap. If a total cap is set again, counting
 * starts over.
 */
export async function saveTotals(executor: Executor, totals: SettledTotal[]): Promise<void> {
  const isTotal = sql`caps @> '[{"per": "total"}]'`;
  await sql`
    DELETE FROM cap_totals WHERE NOT EXISTS (SELECT FROM offers WHERE id = record_id AND ${isTotal})
      AND NOT EXISTS (SELECT FROM rotator_paths WHERE id = record_id AND ${isTotal})`.execute(executor);
  if (totals.length === 0) return;
  await sql`
    INSERT INTO cap_totals (workspace_id, record_id, settled_until, arrivals, conversions)
    SELECT * FROM unnest(
      ${totals.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${totals.map(({ recordId }) => recordId)}::uuid[],
      ${totals.map(({ untilMs }) => new Date(untilMs))}::timestamptz[],
      ${totals.map(({ arrivals }) => arrivals)}::bigint[],
      ${totals.map(({ conversions }) => conversions)}::bigint[])
    ON CONFLICT (record_id) DO UPDATE
    SET settled_until = excluded.settled_until, arrivals = excluded.arrivals, conversions = excluded.conversions`.execute(
    executor,
  );
}

/**
 * Returns the time up to which every live edge has shipped its rows. Returns undefined if there are no live edges or if
 * an edge has not reported a time.
 */
export async function readShippedUntil(executor: Executor): Promise<number | undefined> {
  const { rows } = await sql<{ untilMs: number | null }>`
    SELECT CASE WHEN bool_and(shipped_until IS NOT NULL)
      THEN (extract(epoch FROM min(shipped_until)) * 1000)::float8 END AS "untilMs"
    FROM edges WHERE lease_until > clock_timestamp()`.execute(executor);
  return rows[0]?.untilMs ?? undefined;
}

/**
 * Replaces the counts from which edges continue counting. Only changed counts get a new version, so that edges read few
 * rows.
 */
export async function replaceCapCounts(
  executor: Executor,
  counts: (CapCount & { workspaceId: string })[],
): Promise<void> {
  await sql`
    WITH given AS (
      SELECT * FROM unnest(
        ${counts.map(({ workspaceId }) => workspaceId)}::uuid[],
        ${counts.map(({ recordId }) => recordId)}::uuid[],
        ${counts.map(({ beforeMs }) => beforeMs)}::bigint[],
        ${counts.map(({ caps }) => JSON.stringify(caps))}::jsonb[]) AS given (workspace_id, record_id, before_ms, caps)
    ), gone AS (
      DELETE FROM cap_counts WHERE record_id NOT IN (SELECT record_id FROM given)
    ), changed AS (
      INSERT INTO cap_counts (workspace_id, record_id, version, before_ms, caps)
      SELECT workspace_id, record_id, version + 1, before_ms, caps FROM given, cap_clock
      ON CONFLICT (record_id) DO UPDATE
      SET version = excluded.version, before_ms = excluded.before_ms, caps = excluded.caps
      WHERE cap_counts.caps <> excluded.caps
      RETURNING record_id
    )
    UPDATE cap_clock SET version = version + 1 WHERE EXISTS (SELECT FROM changed)`.execute(executor);
}

export async function listCapCounts(executor: Executor, afterVersion: string): Promise<CapCount[]> {
  const { rows } = await sql<CapCount>`
    SELECT record_id AS "recordId", before_ms::float8 AS "beforeMs", caps FROM cap_counts
    WHERE version > ${afterVersion}::bigint`.execute(executor);
  return rows;
}

type FullRecord = { workspaceId: string; recordId: string; untilMs: number };

/** Replaces the list of offers and paths that have reached a cap, and notifies the edges if the list changed. */
export async function replaceFullRecords(executor: Executor, full: FullRecord[]): Promise<boolean> {
  const workspaceIds = full.map(({ workspaceId }) => workspaceId);
  const recordIds = full.map(({ recordId }) => recordId);
  const until = full.map(({ untilMs }) => new Date(untilMs));
  const { rows } = await sql`
    WITH given AS (
      SELECT * FROM unnest(${workspaceIds}::uuid[], ${recordIds}::uuid[], ${until}::timestamptz[]) AS given (workspace_id, record_id, full_until)
    ), opened AS (
      DELETE FROM full_records WHERE record_id NOT IN (SELECT record_id FROM given) RETURNING record_id
    ), filled AS (
      INSERT INTO full_records (workspace_id, record_id, full_until) SELECT workspace_id, record_id, full_until FROM given
      ON CONFLICT (record_id) DO UPDATE SET full_until = excluded.full_until WHERE full_records.full_until <> excluded.full_until
      RETURNING record_id
    )
    UPDATE cap_clock SET version = version + 1 WHERE EXISTS (SELECT FROM opened) OR EXISTS (SELECT FROM filled)
    RETURNING version`.execute(executor);
  if (rows.length === 0) return false;
  await sql`SELECT pg_notify(${publishedChannel}, '')`.execute(executor);
  return true;
}

export async function listFullRecords(executor: Executor): Promise<{ recordId: string; untilMs: number }[]> {
  const { rows } = await sql<{ recordId: string; untilMs: number }>`
    SELECT record_id AS "recordId", (extract(epoch FROM full_until) * 1000)::float8 AS "untilMs"
    FROM full_records WHERE full_until > clock_timestamp()`.execute(executor);
  return rows;
}

export async function listFullRecordIds(executor: Executor, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT record_id AS id FROM full_records
    WHERE workspace_id = ${workspaceId} AND full_until > clock_timestamp()`.execute(executor);
  return rows.map(({ id }) => id);
}
