import { testTag } from '@waypost/contract/visits/test-traffic.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '../../platform/errors.ts';
import { withPostgresClient } from '../../platform/postgres-session.ts';
import type { StatusReading } from '../../services/tools.ts';
import type { Instance } from '../instance.ts';
import { readStatus } from '../roles/installation-tools.ts';

type CheckOptions = {
  urls: NonNullable<Instance['urls']>;
  postgresUrl: string;
  version: string;
  before: StatusReading;
  onProgress: (step: string, detail: string) => void;
};

const timeoutMs = 90_000;
const intervalMs = 500;
// Roles that crash soon after their start are noticed in this time.
const settleMs = 5_000;
const probeTimeoutMs = 10_000;
const overdueSeconds = 30;

// Returns what is wrong with the roles that have been switched to a version. An empty list means that they work.
export async function checkRoles(options: CheckOptions): Promise<string[]> {
  const { onProgress } = options;
  const deadline = performance.now() + timeoutMs;
  const retry = async (check: () => Promise<string[]>): Promise<string[]> => {
    for (;;) {
      const problems = await check().catch((error: unknown) => [describeError(error)]);
      if (problems.length === 0 || performance.now() > deadline) return problems;
      await sleep(intervalMs);
    }
  };
  onProgress('Check', 'health and versions of all processes');
  const unhealthy = await retry(() => findUnhealthy(options));
  if (unhealthy.length > 0) return unhealthy;
  onProgress('Check', 'test visit');
  const sentAt = performance.now();
  const unanswered = await retry(() => sendProbe(options));
  if (unanswered.length > 0) return unanswered;
  onProgress('Check', 'queues');
  const stuck = await retry(() => findStuckQueues(options, sentAt));
  if (stuck.length > 0) return stuck;
  onProgress('Check', 'stability');
  await sleep(Math.max(0, settleMs - (performance.now() - sentAt)));
  const { restarts } = await readFigures(options);
  if (restarts > sumFigures(options.before, 'waypost_process_restarts'))
    return ['a process exited and was restarted'];
  return await findUnhealthy(options);
}

async function findUnhealthy({ urls, version, before }: CheckOptions): Promise<string[]> {
  const status = await readStatus(urls.status);
  if (status === undefined) return ['the status cannot be read'];
  const failedBefore = new Set(before.readiness.checks.filter(({ ok }) => !ok).map(({ name }) => name));
  return status.readiness.checks.flatMap((check) => {
    if (!check.ok && !failedBefore.has(check.name)) return [`${check.name} ${check.message ?? 'fails'}`];
    if (check.version !== undefined && check.version !== version)
      return [`${check.name} runs version ${check.version}`];
    return [];
  });
}

// Test visits appear in no report.
async function sendProbe({ urls, postgresUrl }: CheckOptions): Promise<string[]> {
  const campaignId = await findCampaign(postgresUrl);
  if (campaignId === undefined) return [];
  const response = await fetch(`${urls.edge}/c/${campaignId}?tag=${testTag}`, {
    redirect: 'manual',
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(probeTimeoutMs),
  });
  await response.body?.cancel();
  // Depending on the campaign, a visit is redirected, answered with a page, or has no destination.
  const isAnswered = response.status < 400 || response.status === 404;
  return isAnswered ? [] : [`a test visit was answered with ${response.status}`];
}

// Rows that were waiting when the test visit was sent must have been shipped, including the visit itself.
async function findStuckQueues(options: CheckOptions, sentAt: number): Promise<string[]> {
  const { oldestSeconds } = await readFigures(options);
  const sinceProbe = (performance.now() - sentAt) / 1_000;
  const problems =
    oldestSeconds > sinceProbe ? [`rows have been waiting for ${Math.round(oldestSeconds)} s`] : [];
  const overdue = await countOverdue(options.postgresUrl);
  return overdue > 0 ? [...problems, `${overdue} jobs and incoming postbacks are overdue`] : problems;
}

async function readFigures({ urls }: CheckOptions): Promise<{ restarts: number; oldestSeconds: number }> {
  const status = await readStatus(urls.status);
  if (status === undefined) throw new Error('the status cannot be read');
  const oldest = ['visits', 'events'].map((stream) =>
    sumFigures(status, `waypost_edge_spool_${stream}_oldest_seconds`),
  );
  return { restarts: sumFigures(status, 'waypost_process_restarts'), oldestSeconds: Math.max(...oldest) };
}

function sumFigures({ figures }: StatusReading, wanted: string): number {
  return figures.reduce((sum, { name, value }) => (name === wanted ? sum + value : sum), 0);
}

async function findCampaign(url: string): Promise<string | undefined> {
  return await asSystem<{ id: string }>(url, `SELECT id FROM campaigns WHERE status = 'active' LIMIT 1`).then(
    ([row]) => row?.id,
  );
}

async function countOverdue(url: string): Promise<number> {
  const limit = `now() - interval '${overdueSeconds} seconds'`;
  const [row] = await asSystem<{ count: number }>(
    url,
    `SELECT ((SELECT count(*) FROM job_timetable WHERE due_at < ${limit})
           + (SELECT count(*) FROM inbox WHERE handled_at IS NULL AND next_at < ${limit}))::int AS count`,
  );
  return row?.count ?? 0;
}

async function asSystem<Row extends Record<string, unknown>>(url: string, sql: string): Promise<Row[]> {
  return await withPostgresClient(url, async (client) => {
    await client.query('BEGIN READ ONLY; SET LOCAL ROLE waypost_system');
    const { rows } = await client.query<Row>(sql);
    await client.query('COMMIT');
    return rows;
  });
}
