import { sql } from 'kysely';
import type { Executor } from './database.ts';

type SystemFacts = {
  edges: {
    name: string;
    isAlive: boolean;
    startedAt: Date;
    leaseUntil: Date;
    shippedUntil: Date | null;
    isCurrent: boolean;
  }[];
  waitingCampaigns: number;
  failedCampaigns: number;
  jobs: { name: string; dueAt: Date; isLate: boolean }[];
  duePostbacks: number;
  databaseBytes: number;
};

// If a job that runs every minute is late by this much, no worker is running it.
const lateAfter = sql.raw("interval '2 minutes'");
const countedMax = 100_000;

export async function readSystemFacts(executor: Executor): Promise<SystemFacts> {
  const edges = await sql<SystemFacts['edges'][number]>`
    SELECT name, lease_until > clock_timestamp() AS "isAlive", started_at AS "startedAt", lease_until AS "leaseUntil",
      shipped_until AS "shippedUntil", applied_sequence >= (SELECT sequence FROM publication_clock) AS "isCurrent"
    FROM edges ORDER BY name, id`.execute(executor);
  // Excludes jobs that have never run, because they have no due time.
  const jobs = await sql<SystemFacts['jobs'][number]>`
    SELECT name, due_at AS "dueAt", due_at < clock_timestamp() - ${lateAfter} AS "isLate"
    FROM job_timetable WHERE due_at > '-infinity' ORDER BY name`.execute(executor);
  const counts = await sql<Omit<SystemFacts, 'edges' | 'jobs'>>`
    SELECT pg_database_size(current_database())::float8 AS "databaseBytes",
      count(*) FILTER (WHERE requested > compiled)::int AS "waitingCampaigns",
      count(*) FILTER (WHERE failure IS NOT NULL)::int AS "failedCampaigns",
      (SELECT count(*) FROM (
        SELECT FROM postback_jobs WHERE state = 'waiting' AND next_at <= now() LIMIT ${countedMax}) AS due)::int AS "duePostbacks"
    FROM campaign_publications`.execute(executor);
  const [row] = counts.rows;
  if (row === undefined) throw new Error('the system query returned no rows');
  return { ...row, edges: edges.rows, jobs: jobs.rows };
}

// Also checks the audit log, because a session is deleted after it ends.
export async function hasSignIns(executor: Executor): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM sessions) OR EXISTS (SELECT FROM audit_log WHERE action = 'session.create') AS found`.execute(
    executor,
  );
  return rows[0]?.found ?? false;
}

export async function findFirstWorkspaceId(executor: Executor): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM workspaces ORDER BY created_at, id LIMIT 1`.execute(executor);
  return rows[0]?.id;
}
