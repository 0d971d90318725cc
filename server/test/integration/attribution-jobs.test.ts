import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Attribution } from '../../src/jobs/attribution.ts';
import { DueWork } from '../../src/jobs/due-work.ts';
import { OutboxShipper } from '../../src/jobs/outbox-shipper.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { readBacklog } from '../../src/services/conversions/read-backlog.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import {
  makeAttributionCampaign,
  openAttributionLab,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { lightStores } from '../../src/testing/machine.ts';
import { openUnreachableTraffic } from '../../src/testing/traffic/traffic.ts';

let lab: AttributionLab;
let due: DueWork;
const running = new Set<{ stop: () => Promise<void> }>();
const silentLogger = createLogger({ role: 'test', level: 'silent', format: 'json' });

beforeEach(async () => {
  lab = await openAttributionLab();
  due = new DueWork(lab.worker);
});

afterEach(async () => {
  await Promise.all([...running].map((job) => job.stop()));
  running.clear();
  await due.stop();
  await lab.close();
});

function track<Job extends { stop: () => Promise<void> }>(job: Job): Job {
  running.add(job);
  return job;
}

async function waitFor(condition: () => Promise<boolean> | boolean): Promise<void> {
  const found = await pollUntil(async () => ((await condition()) ? true : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 20,
  });
  expect(found).toBe(true);
}

test('two workers process and ship all requests together', async () => {
  const mine = await makeAttributionCampaign(lab);
  const { clickId } = await mine.visit();
  for (let at = 0; at < 20; at += 1) await mine.send(`cid=${clickId}&payout=1&txid=t${at}`);
  const jobs = [1, 2].map(() => track(new Attribution(lab.worker, due, silentLogger)));
  const target = lab.traffic.targets.outbox;
  for (const _ of jobs) track(new OutboxShipper(lab.worker, target, due, silentLogger));
  await waitFor(async () => (await mine.sums())?.shown === 20);
  expect(await mine.sums()).toMatchObject({ revenue: '20', conversions: 20, shown: 20 });
  const counted = jobs.reduce((sum, { verdicts }) => sum + (verdicts.get('counted') ?? 0), 0);
  expect([counted, jobs.map(({ failure }) => failure)]).toEqual([20, [undefined, undefined]]);
  await waitFor(async () => (await readBacklog(lab.worker)).outboxRows === 0);
  expect(await readBacklog(lab.worker)).toEqual({
    waiting: 0,
    oldestWaiting: null,
    outboxRows: 0,
    oldestOutbox: null,
    refusedRows: 0,
    stoppedSpools: 0,
    stoppedSince: null,
  });
});

async function runAsOwner(statement: string): Promise<void> {
  const owner = new Client({ connectionString: lab.url });
  await owner.connect();
  await owner.query(statement);
  await owner.end();
}

test('a request that can never be stored is marked unreadable and does not block others', async () => {
  await runAsOwner(`ALTER TABLE conversions ADD CONSTRAINT no_poison CHECK (transaction_id <> 'poison')`);
  const mine = await makeAttributionCampaign(lab);
  const { clickId } = await mine.visit();
  const send = (transaction: string) => mine.send(`cid=${clickId}&payout=1&txid=${transaction}`);
  await send('before');
  const poison = await send('poison');
  await updateWorkspaceSettings(mine.context, { addressPrivacy: 'truncated' });
  await send('after');
  const job = track(new Attribution(lab.worker, due, silentLogger));
  await waitFor(() => job.verdicts.get('counted') === 2);
  await waitFor(async () => (await mine.entry(poison))?.handledAt !== null);
  expect(await mine.entry(poison)).toMatchObject({
    verdict: 'unreadable',
    reason: 'The request contains a value that cannot be stored.',
    address: '192.0.2.0',
    changes: [],
  });
  await waitFor(() => job.failure === undefined);
});

const messageOf = (line: string) => (JSON.parse(line) as { msg: string }).msg;

test('a request that hits an internal error is retried indefinitely, logged once, and does not block others', async () => {
  await runAsOwner(`CREATE FUNCTION fail_insert() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.transaction_id = 'failing' THEN RAISE 'a mistake'; END IF; RETURN NEW; END $$`);
  await runAsOwner(
    'CREATE TRIGGER fail_insert BEFORE INSERT ON conversions FOR EACH ROW EXECUTE FUNCTION fail_insert()',
  );
  const mine = await makeAttributionCampaign(lab);
  const { clickId } = await mine.visit();
  const send = (transaction: string) => mine.send(`cid=${clickId}&payout=1&txid=${transaction}`);
  const failing = await send('failing');
  lab.clock.ms += 3_000;
  await send('other');
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  const job = track(new Attribution(lab.worker, due, logger));
  const nextAttemptMs = async () => Date.parse((await mine.entry(failing))?.nextAt ?? '');
  const delays: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    await waitFor(async () => (await nextAttemptMs()) > lab.clock.ms);
    delays.push((await nextAttemptMs()) - lab.clock.ms);
    lab.clock.ms = await nextAttemptMs();
  }
  expect(delays).toEqual([3_000, 6_000]);
  await waitFor(() => job.verdicts.get('counted') === 1);
  expect(await mine.entry(failing)).toMatchObject({ verdict: null, attempts: 0, handledAt: null });
  expect(job.failure).toBe('a mistake');
  expect(lines.map(messageOf)).toEqual(['failed to process incoming postbacks, retrying']);
  await runAsOwner('DROP TRIGGER fail_insert ON conversions');
  lab.clock.ms += 300_000;
  await waitFor(() => job.failure === undefined);
  expect(await mine.entry(failing)).toMatchObject({ verdict: 'counted' });
  expect(lines.slice(1).map(messageOf)).toEqual(['resumed processing incoming postbacks']);
});

test('requests wait while the schema is outdated', async () => {
  const mine = await makeAttributionCampaign(lab);
  const { clickId } = await mine.visit();
  const ids = [1, 2].map((at) => mine.send(`cid=${clickId}&payout=1&txid=t${at}`));
  const entries = async () => await Promise.all(ids.map(async (id) => await mine.entry(await id)));
  await Promise.all(ids);
  await runAsOwner('ALTER TABLE conversions RENAME TO conversions_away');
  const job = track(new Attribution(lab.worker, due, silentLogger));
  await waitFor(async () =>
    (await entries()).every((entry) => Date.parse(entry?.nextAt ?? '') > lab.clock.ms || entry?.handledAt),
  );
  expect((await entries()).map((entry) => entry?.verdict)).toEqual([null, null]);
  await runAsOwner('ALTER TABLE conversions_away RENAME TO conversions');
  lab.clock.ms += 1_000;
  await waitFor(() => job.verdicts.get('counted') === 2);
});

test.each(lightStores)('requests and outbox rows wait while %s is unavailable', async (store) => {
  await lab.close();
  lab = await openAttributionLab(store);
  const mine = await makeAttributionCampaign(lab);
  const { clickId } = await mine.visit();
  const id = await mine.send(`cid=${clickId}&payout=1`);
  const unavailable = openUnreachableTraffic(store);
  const job = track(new Attribution({ ...lab.worker, traffic: unavailable }, due, silentLogger));
  await waitFor(() => job.failure !== undefined);
  await job.stop();
  expect(await mine.entry(id)).toMatchObject({ verdict: null, attempts: 0, handledAt: null });
  expect((await readBacklog(lab.worker)).waiting).toBe(1);
  expect(await lab.work()).toEqual(['counted']);
  const shipper = track(new OutboxShipper(lab.worker, unavailable.targets.outbox, due, silentLogger));
  await waitFor(() => shipper.failure !== undefined);
  await shipper.stop();
  expect(await readBacklog(lab.worker)).toMatchObject({ outboxRows: 1, oldestOutbox: expect.any(Date) });
  await unavailable.close();
  const next = track(new OutboxShipper(lab.worker, lab.traffic.targets.outbox, due, silentLogger));
  await waitFor(async () => (await readBacklog(lab.worker)).outboxRows === 0);
  expect([next.rowsShipped, (await mine.sums())?.revenue]).toEqual([1, '1']);
});
