import { DueWork } from '../../jobs/due-work.ts';
import { PostbackSender } from '../../jobs/postbacks.ts';
import { createLogger, type Logger } from '../../platform/logger.ts';
import { pollUntil } from '../poll-until.ts';
import type { ServiceContext } from '../../services/context.ts';
import type { OutboundClient } from '../../services/outbound/create-outbound-client.ts';
import { migratePostgresSchema } from '../../start/migrate.ts';
import { Database } from '../../store/database/database.ts';
import { testSecrets } from '../http/api-server.ts';
import { insertPostbackJobs, type NewPostbackJob } from '../../store/postbacks/postback-jobs.ts';
import { hangLimitMs } from '../hang-limit.ts';
import { makeCampaign, makeWorkspace } from '../workspaces/factories.ts';
import { makeDatabase } from '../workspaces/fresh-database.ts';
import { makePostbackJob, readPostbackJobs, type StoredJob } from './postback-jobs.ts';

/**
 * Opens a lab with a clock that only tests advance. It uses a separate database, because a sender takes due jobs from
 * all workspaces.
 */
export async function openPostbackLab() {
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  const database = new Database(url, { connectionsMax: 6, secret: testSecrets.sessionSecret });
  const senders = new Set<PostbackSender>();
  const pollers = new Set<DueWork>();
  const clock = { ms: Date.now() };
  const worker: ServiceContext = {
    database,
    actor: { type: 'system', label: 'worker' },
    now: () => new Date(clock.ms),
  };
  const warnLogger = createLogger({ role: 'test', level: 'warn', format: 'json' });
  const start = (client: OutboundClient, logger: Logger = warnLogger) => {
    const timings = { pollMs: 20, finishMs: 100 };
    const due = new DueWork(worker, 20);
    const sender = new PostbackSender({ context: worker, client, due, logger, timings });
    senders.add(sender);
    pollers.add(due);
    return sender;
  };
  const stopAll = async () => {
    await Promise.all([...senders].map((sender) => sender.stop()));
    senders.clear();
    await Promise.all([...pollers].map((due) => due.stop()));
    pollers.clear();
  };
  return { url, database, clock, worker, start, stopAll };
}
export type PostbackLab = Awaited<ReturnType<typeof openPostbackLab>>;

export async function makePostbackCampaign(lab: PostbackLab) {
  const context = await makeWorkspace(lab.database);
  const { workspaceId } = context;
  const campaign = await makeCampaign(context);
  const add = async (url: string, count = 1): Promise<NewPostbackJob[]> => {
    const jobs = Array.from({ length: count }, () =>
      makePostbackJob({ workspaceId, campaignId: campaign.id, url, createdMs: lab.clock.ms }),
    );
    await lab.database.asSystem((executor) => insertPostbackJobs(executor, jobs));
    return jobs;
  };
  const read = () => readPostbackJobs(lab.database, workspaceId);
  const until = async (isReached: (jobs: StoredJob[]) => boolean): Promise<StoredJob[]> => {
    const found = await pollUntil(
      async () => {
        const jobs = await read();
        return isReached(jobs) ? jobs : undefined;
      },
      { timeoutMs: hangLimitMs, intervalMs: 20 },
    );
    if (found === undefined)
      throw new Error(`timed out waiting for jobs: ${JSON.stringify((await read()).slice(0, 5))}`);
    return found;
  };
  const untilTried = (times: number) => until((jobs) => jobs.every(({ attempts }) => attempts >= times));
  return { context, workspaceId, campaignId: campaign.id, add, read, until, untilTried };
}
