import { sql } from 'kysely';
import { pollUntil } from '../poll-until.ts';
import { readAttributionBacklog } from '../../store/conversions/attribution-backlog.ts';
import type { Database } from '../../store/database/database.ts';
import type { FaultInstallation } from './fault-installation.ts';

const pollMs = 500;

// Waits until all processes are ready and no row is on its way to a store, twice in a row. Returns what was still
// pending if that takes too long.
export async function waitUntilSettled(
  installation: FaultInstallation,
  database: Database,
  { timeoutMs, ignoresStopped = false }: { timeoutMs: number; ignoresStopped?: boolean },
): Promise<string | undefined> {
  let pending = 'nothing was checked';
  let settledTimes = 0;
  const check = async () => {
    pending = await findPending(installation, database, ignoresStopped).catch((error: unknown) =>
      String(error),
    );
    settledTimes = pending === '' ? settledTimes + 1 : 0;
    return settledTimes > 3 ? true : undefined;
  };
  const settled = await pollUntil(check, { timeoutMs, intervalMs: pollMs });
  return settled === true ? undefined : pending;
}

async function findPending(
  { urls }: FaultInstallation,
  database: Database,
  ignoresStopped: boolean,
): Promise<string> {
  const readiness = (await (await fetch(`${urls.status}/readyz`)).json()) as { status: string };
  const metrics = await (await fetch(`${urls.status}/metrics`)).text();
  const backlogs = [...metrics.matchAll(/^(waypost_edge_spool_\w+_backlog_bytes)\S* (\d+)/gm)];
  const backlog = await database.readAsSystem(readAttributionBacklog);
  const { rows } = await database.readAsSystem((executor) =>
    sql<{ undecided: number; postbacks: number }>`
    SELECT (SELECT count(*)::int FROM inbox WHERE verdict IS NULL) AS undecided,
      (SELECT count(*)::int FROM postback_jobs WHERE state = 'waiting') AS postbacks`.execute(executor),
  );
  const counts: Record<string, number> = {
    ...Object.fromEntries(backlogs.map(([, name = '', bytes]) => [name, Number(bytes)])),
    'outbox rows': backlog.outboxRows,
    'spools of stopped edges': ignoresStopped ? 0 : backlog.stoppedSpools,
    'undecided incoming postbacks': rows[0]?.undecided ?? 0,
    'waiting postbacks': rows[0]?.postbacks ?? 0,
  };
  const left = Object.entries(counts).filter(([, count]) => count > 0);
  return [
    ...(readiness.status === 'ready' ? [] : [`status ${readiness.status}`]),
    ...left.map(([name, count]) => `${name}: ${count}`),
  ].join(', ');
}
