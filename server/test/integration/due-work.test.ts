import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DueWork } from '../../src/jobs/due-work.ts';
import { newId } from '../../src/platform/ids.ts';
import { createWebhook } from '../../src/services/alerts/receivers.ts';
import { replayWork, startReplay } from '../../src/services/conversions/replays.ts';
import { addCostEntry } from '../../src/testing/attribution/add-cost-entry.ts';
import { processCostEntry } from '../../src/services/costs/process-cost-entry.ts';
import { claimPostbacks } from '../../src/services/postbacks/claim-postbacks.ts';
import { reportEdge, signOffEdge, signOffSpool } from '../../src/services/publishing/publication.ts';
import { publishWaiting } from '../../src/services/publishing/publish-campaigns.ts';
import { releaseStrandedRows } from '../../src/services/queues/release-stranded-rows.ts';
import { processRun } from '../../src/services/runs/process-run.ts';
import { claimAlertDeliveries, insertAlertMessage } from '../../src/store/alerts/alert-messages.ts';
import { readAttributionBacklog } from '../../src/store/conversions/attribution-backlog.ts';
import { freezeOutbox } from '../../src/store/conversions/outbox.ts';
import { insertPostbackJobs } from '../../src/store/postbacks/postback-jobs.ts';
import { listDueQueues, type QueueName } from '../../src/store/queues/due-queues.ts';
import {
  makeAttributionCampaign,
  openAttributionLab,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';
import { makePostbackJob } from '../../src/testing/attribution/postback-jobs.ts';

const dayMs = 86_400_000;
let lab: AttributionLab;

beforeAll(async () => {
  lab = await openAttributionLab();
});

// Empties the inbox, so that no due work remains for the next test.
afterEach(() => lab.database.asSystem((executor) => sql`DELETE FROM inbox`.execute(executor)));

afterAll(() => lab.close());

async function dueQueues(laterMs = 0): Promise<QueueName[]> {
  const now = new Date(lab.clock.ms + laterMs);
  return [...(await lab.database.readAsSystem((executor) => listDueQueues(executor, now)))];
}

test('a queue is due from the time its first row is due until it is processed', async () => {
  expect(await dueQueues()).toEqual([]);
  const mine = await makeAttributionCampaign(lab);
  const { context, campaign } = mine;
  expect(await dueQueues()).toEqual(['publishing']);
  while ((await publishWaiting(lab.worker)).numbered > 0);
  expect(await dueQueues()).toEqual([]);
  await lab.database.asSystem((executor) => sql`INSERT INTO host_changes DEFAULT VALUES`.execute(executor));
  expect(await dueQueues()).toEqual(['publishing']);
  await publishWaiting(lab.worker);
  expect(await dueQueues()).toEqual([]);

  const { clickId } = await mine.visit();
  await mine.send(`cid=${clickId}&payout=1&txid=1`);
  expect(await dueQueues()).toEqual(['inbox']);
  await lab.work();
  expect(await dueQueues()).toEqual(['outbox']);
  await lab.ship();
  expect(await dueQueues()).toEqual([]);
  // A request whose visit is not recorded yet is retried later.
  const missing = await mine.visit({}, { isStored: false });
  await mine.send(`cid=${missing.clickId}&payout=1&txid=2`);
  await lab.work();
  expect([await dueQueues(), await dueQueues(dayMs)]).toEqual([[], ['inbox']]);

  const day = new Date(lab.clock.ms - 2 * dayMs).toISOString().slice(0, 10);
  await addCostEntry(context, { campaign: campaign.id, from: day, to: day, amount: '5' });
  expect(await dueQueues()).toEqual(['costs']);
  await processCostEntry(lab.worker);
  expect(await dueQueues()).toEqual([]);

  const from = new Date(lab.clock.ms - dayMs).toISOString();
  await startReplay(context, { from, to: new Date(lab.clock.ms).toISOString() });
  expect(await dueQueues()).toEqual(['runs']);
  await processRun(lab.worker, replayWork);
  expect(await dueQueues()).toEqual([]);
});

test('postbacks and alerts are due at their scheduled time', async () => {
  const { context, campaign } = await makeAttributionCampaign(lab);
  while ((await publishWaiting(lab.worker)).numbered > 0);
  const { workspaceId } = context;
  const url = 'https://receiver.example.com/';
  await createWebhook(context, { url });
  const later = new Date(lab.clock.ms + 1_000);
  const data = { workspace: { id: workspaceId, name: 'W' }, opened: [], recovered: [] };
  const message = { id: newId(), type: 'alerts.test' as const, data, now: later };
  await lab.database.asSystem(async (executor) => {
    const created = { workspaceId, campaignId: campaign.id, url, createdMs: later.getTime() };
    await insertPostbackJobs(executor, [makePostbackJob(created)]);
    await insertAlertMessage(executor, workspaceId, message);
  });
  expect([await dueQueues(), await dueQueues(1_000)]).toEqual([[], ['postbacks', 'alerts']]);
  lab.clock.ms += 1_000;
  expect(await claimPostbacks(lab.worker, 10)).toHaveLength(1);
  const lease = { now: lab.worker.now(), leaseMs: 60_000, limit: 10 };
  await lab.database.asSystem((executor) => claimAlertDeliveries(executor, lease));
  expect([await dueQueues(), await dueQueues(dayMs)]).toEqual([[], ['postbacks', 'alerts']]);
});

test('a waiting job is woken only for its own queue', async () => {
  const mine = await makeAttributionCampaign(lab);
  while ((await publishWaiting(lab.worker)).numbered > 0);
  const due = new DueWork(lab.worker, 20);
  const notified: QueueName[] = [];
  const controller = new AbortController();
  const waiting = (['inbox', 'costs'] as const).map(async (queue) => {
    await due.until(queue, controller.signal);
    notified.push(queue);
  });
  const { clickId } = await mine.visit();
  await mine.send(`cid=${clickId}&payout=1&txid=1`);
  await waiting[0];
  expect(notified).toEqual(['inbox']);
  controller.abort();
  await Promise.all(waiting);
  await due.until('costs', controller.signal);
  await due.stop();
});

test('a waiting job is woken while the database is unavailable', async () => {
  const database = { readAsSystem: () => Promise.reject(new Error('unavailable')) };
  const due = new DueWork({ ...lab.worker, database: database as never }, 20);
  await due.until('costs', new AbortController().signal);
  await due.stop();
});

/** Moves row times into the future, as if they came from a clock that was ahead. */
async function moveAhead(times: Record<string, string[]>): Promise<void> {
  await lab.database.asSystem(async (executor) => {
    for (const [table, columns] of Object.entries(times))
      for (const column of columns)
        await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sql.ref(column)} + interval '2 hours'`.execute(
          executor,
        );
  });
}

test('rows scheduled by a clock that was ahead are counted, and become due within a minute', async () => {
  const mine = await makeAttributionCampaign(lab);
  const { context, campaign } = mine;
  const { workspaceId } = context;
  while ((await publishWaiting(lab.worker)).numbered > 0);
  const { clickId } = await mine.visit();
  await mine.send(`cid=${clickId}&payout=1&txid=1`);
  await lab.work();
  await lab.database.asSystem((executor) => freezeOutbox(executor, 100));
  await mine.send(`cid=${clickId}&payout=1&txid=2`);
  const url = 'https://receiver.example.com/';
  await createWebhook(context, { url });
  const data = { workspace: { id: workspaceId, name: 'W' }, opened: [], recovered: [] };
  const message = { id: newId(), type: 'alerts.test' as const, data, now: lab.worker.now() };
  await lab.database.asSystem(async (executor) => {
    const created = { workspaceId, campaignId: campaign.id, url, createdMs: lab.clock.ms };
    await insertPostbackJobs(executor, [makePostbackJob(created)]);
    await insertAlertMessage(executor, workspaceId, message);
  });
  const day = new Date(lab.clock.ms - 2 * dayMs).toISOString().slice(0, 10);
  await addCostEntry(context, { campaign: campaign.id, from: day, to: day, amount: '5' });
  const from = new Date(lab.clock.ms - dayMs).toISOString();
  await startReplay(context, { from, to: new Date(lab.clock.ms).toISOString() });
  const all = await dueQueues();
  expect(all.toSorted()).toEqual(['alerts', 'costs', 'inbox', 'outbox', 'postbacks', 'runs']);
  // Sets the times to now before moving them into the future, because expired leases may be far in the past.
  await lab.database.asSystem(async (executor) => {
    await sql`UPDATE cost_entries SET leased_until = now() WHERE leased_until < now()`.execute(executor);
    await sql`UPDATE runs SET leased_until = now() WHERE leased_until < now()`.execute(executor);
    await sql`UPDATE inbox SET next_at = ${lab.worker.now()} WHERE handled_at IS NULL`.execute(executor);
  });
  await moveAhead({
    inbox: ['next_at'],
    outbox_batches: ['next_at'],
    postback_jobs: ['next_at'],
    alert_deliveries: ['next_at'],
    cost_entries: ['leased_until'],
    runs: ['leased_until'],
    cap_clock: ['counted_at'],
  });
  expect(await dueQueues()).toEqual([]);
  const { waiting } = await lab.database.asSystem(readAttributionBacklog);
  expect(waiting).toBe(1);
  const released = await releaseStrandedRows(lab.worker);
  expect(Object.fromEntries(released)).toMatchObject({ inbox: 1, postback_jobs: expect.any(Number) });
  expect((await dueQueues()).toSorted()).toEqual(all.toSorted());
  expect(await releaseStrandedRows(lab.worker)).toEqual(new Map());
});

test('spools of stopped or dead edges are counted until another edge has shipped them', async () => {
  const read = async () => {
    const { stoppedSpools, stoppedSince } = await lab.database.asSystem(readAttributionBacklog);
    return [stoppedSpools, stoppedSince];
  };
  const until = new Date(lab.clock.ms - 3_600_000);
  const edge = { id: newId(), name: 'e', startedAt: until, appliedSequence: '0' };
  await reportEdge(lab.worker, { ...edge, shipping: { spool: 'host:/slot', until } });
  expect(await read()).toEqual([0, null]);
  await signOffEdge(lab.worker, edge.id, true);
  expect(await read()).toEqual([1, until]);
  await signOffSpool(lab.worker, 'host:/slot');
  expect(await read()).toEqual([0, null]);
});

test('the delay between two attempts keeps its length when the clock is set back', async () => {
  const { context, campaign } = await makeAttributionCampaign(lab);
  const { workspaceId } = context;
  const url = 'https://paused.example.com/';
  const job = makePostbackJob({ workspaceId, campaignId: campaign.id, url, createdMs: lab.clock.ms });
  await lab.database.asSystem((executor) => insertPostbackJobs(executor, [job]));
  const at = (ms: number) => new Date(lab.clock.ms + ms);
  const [hourMs, minuteMs] = [3_600_000, 60_000];
  await lab.database.asSystem((executor) =>
    sql`UPDATE postback_jobs SET attempts = 3, step = 3, last_attempt_at = ${at(2 * hourMs)},
      next_at = ${at(2 * hourMs + 10 * minuteMs)} WHERE id = ${job.id}`.execute(executor),
  );
  const readNext = async () => {
    const { rows } = await lab.database.asSystem((executor) =>
      sql<{ nextAt: Date }>`SELECT next_at AS "nextAt" FROM postback_jobs WHERE id = ${job.id}`.execute(
        executor,
      ),
    );
    return rows[0]?.nextAt;
  };
  for (let times = 0; times < 2; times += 1) {
    await releaseStrandedRows(lab.worker);
    expect(await readNext()).toEqual(at(10 * minuteMs));
  }
});
