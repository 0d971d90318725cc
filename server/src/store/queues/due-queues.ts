import { sql, type RawBuilder } from 'kysely';
import { dueDeliveries } from '../alerts/alert-messages.ts';
import { dueCertificates } from '../certificates/certificates.ts';
import { dueRequests } from '../conversions/inbox-claims.ts';
import { dueBatches } from '../conversions/outbox.ts';
import { dueEntries } from '../costs/cost-work.ts';
import type { Executor } from '../database/database.ts';
import { duePostbacks } from '../postbacks/postback-jobs.ts';
import { duePublications } from '../publishing/publications.ts';
import { dueHosts } from '../publishing/tracking-hosts.ts';
import { dueReports } from '../reports/report-deliveries.ts';
import { dueSchedules } from '../reports/report-schedules.ts';
import { dueRuns } from '../runs/runs.ts';

export type QueueName =
  | 'inbox'
  | 'outbox'
  | 'postbacks'
  | 'costs'
  | 'runs'
  | 'alerts'
  | 'reports'
  | 'publishing'
  | 'certificates';

/** Lists the queues that contain due rows of any workspace, even if another worker has already claimed those rows. */
export async function listDueQueues(executor: Executor, now: Date): Promise<Set<QueueName>> {
  const due: Record<QueueName, RawBuilder<unknown>[]> = {
    inbox: [dueRequests(now)],
    outbox: [sql`outbox`, dueBatches],
    postbacks: [duePostbacks(now)],
    costs: [dueEntries],
    runs: [dueRuns],
    alerts: [dueDeliveries(now)],
    reports: [dueSchedules(now), dueReports(now)],
    publishing: [...duePublications, dueHosts],
    certificates: [dueCertificates(now)],
  };
  const columns = Object.entries(due).map(([name, sources]) => sql`${isDue(sources)} AS ${sql.ref(name)}`);
  const { rows } = await sql<Record<QueueName, boolean>>`SELECT ${sql.join(columns)}`.execute(executor);
  const names = Object.keys(due) as QueueName[];
  return new Set(names.filter((name) => rows[0]?.[name] === true));
}

function isDue(sources: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const conditions = sources.map((source) => sql`EXISTS (SELECT FROM ${source})`);
  return sql.join(conditions, sql` OR `);
}
