import { sql, type RawBuilder } from 'kysely';
import { dueDeliveries } from '../alerts/alert-messages.ts';
import { dueRequests } from '../attribution/inbox-claims.ts';
import { dueBatches } from '../attribution/outbox.ts';
import { dueEntries } from '../costs/cost-work.ts';
import type { Executor } from '../database/database.ts';
import { duePostbacks } from '../postbacks/postback-jobs.ts';
import { duePublications } from '../publishing/publications.ts';
import { dueHosts } from '../publishing/tracking-hosts.ts';
import { dueRuns } from '../runs/runs.ts';

/** What workers work off. */
export type QueueName = 'inbox' | 'outbox' | 'postbacks' | 'costs' | 'runs' | 'alerts' | 'publishing';

/**
 * The queues of all workspaces in which something is due, in one statement: for the worker only. What another worker has
 * in hand may be among it.
 */
export async function listDueQueues(executor: Executor, now: Date): Promise<Set<QueueName>> {
  const due: Record<QueueName, RawBuilder<unknown>[]> = {
    inbox: [dueRequests(now)],
    outbox: [sql`outbox`, dueBatches],
    postbacks: [duePostbacks(now)],
    costs: [dueEntries],
    runs: [dueRuns],
    alerts: [dueDeliveries(now)],
    publishing: [...duePublications, dueHosts],
  };
  const questions = Object.entries(due).map(([name, places]) => sql`${isDue(places)} AS ${sql.ref(name)}`);
  const { rows } = await sql<Record<QueueName, boolean>>`SELECT ${sql.join(questions)}`.execute(executor);
  const names = Object.keys(due) as QueueName[];
  return new Set(names.filter((name) => rows[0]?.[name] === true));
}

function isDue(places: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const found = places.map((place) => sql`EXISTS (SELECT FROM ${place})`);
  return sql.join(found, sql` OR `);
}
