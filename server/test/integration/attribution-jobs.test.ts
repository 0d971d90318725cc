/** What a worker does all the time, and what it does when something fails. */
import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Attribution } from '../../src/jobs/attribution.ts';
import { DueWork } from '../../src/jobs/due-work.ts';
import { OutboxShipper } from '../../src/jobs/outbox-shipper.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { pollUntil } from '../../src/platform/retry.ts';
import { readBacklog } from '../../src/services/attribution/read-backlog.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import {
  makeAttributed,
  openAttributionLab,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { lightStores } from '../../src/testing/machine.ts';
import { openAbsentTraffic } from '../../src/testing/traffic/traffic.ts';

let lab: AttributionLab;
let due: DueWork;
const running = new Set<{ stop: () => Promise<void> }>();
const quiet = createLogger({ role: 'test', level: 'silent', format: 'json' });

beforeEach(async () => {
  lab = await openAttributionLab();
  due = new DueWork(lab.worker);
});

afterEach(async () => {
  await Promise.all([...running].map((one) => one.stop()));
  running.clear();
  await due.stop();
  await lab.close();
});

function run<Job extends { stop: () => Promise<void> }>(job: Job): Job {
  running.add(job);
  return job;
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  const found = await pollUntil(async () => ((await isSo()) ? true : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 20,
  });
  expect(found).toBe(true);
}

test('two workers beside each other work everything off, and ship it', async () => {
  const mine = await makeAttributed(lab);
  const { clickId } = await mine.visit();
  for (let at = 0; at < 20; at += 1) await mine.send(`cid=${clickId}&payout=1&txid=t${at}`);
  const jobs = [1, 2].map(() => run(new Attribution(lab.worker, due, quiet)));
  const target = lab.traffic.targets.outbox;
  for (const _ of jobs) run(new OutboxShipper(lab.worker, target, due, quiet));
  await until(async () => (await mine.sums())?.shown === 20);
  expect(await mine.sums()).toMatchObject({ revenue: '20', conversions: 20, shown: 20 });
  const counted = jobs.reduce((sum, { verdicts }) => sum + (verdicts.get('counted') ?? 0), 0);
  expect([counted, jobs.map(({ failure }) => failure)]).toEqual([20, [undefined, undefined]]);
  await until(async () => (await readBacklog(lab.worker)).outboxRows === 0);
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

async function alter(statement: string): Promise<void> {
  const owner = new Client({ connectionString: lab.url });
  await owner.connect();
  await owner.query(statement);
  await owner.end();
}

test('a request that fails whatever is tried is set aside, and holds up no other', async () => {
  await alter(`ALTER TABLE conversions ADD CONSTRAINT no_poison CHECK (transaction_id <> 'poison')`);
  const mine = await makeAttributed(lab);
  const { clickId } = await mine.visit();
  const send = (transaction: string) => mine.send(`cid=${clickId}&payout=1&txid=${transaction}`);
  await send('before');
  const poison = await send('poison');
  await updateWorkspaceSettings(mine.context, { addressPrivacy: 'truncated' });
  await send('after');
  const job = run(new Attribution(lab.worker, due, quiet));
  await until(() => job.verdicts.get('counted') === 2);
  await until(async () => (await mine.entry(poison))?.handledAt !== null);
  expect(await mine.entry(poison)).toMatchObject({
    verdict: 'unreadable',
    reason: 'The request contains a value that cannot be stored.',
    address: '192.0.2.0',
    changes: [],
  });
  await until(() => job.failure === undefined);
});

const messageOf = (line: string) => (JSON.parse(line) as { msg: string }).msg;

test('a request that meets a fault of ours is put off without an end, said once, and holds up no other', async () => {
  await alter(`CREATE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.transaction_id = 'odd' THEN RAISE 'a mistake'; END IF; RETURN NEW; END $$`);
  await alter('CREATE TRIGGER stumble BEFORE INSERT ON conversions FOR EACH ROW EXECUTE FUNCTION stumble()');
  const mine = await makeAttributed(lab);
  const { clickId } = await mine.visit();
  const send = (transaction: string) => mine.send(`cid=${clickId}&payout=1&txid=${transaction}`);
  const odd = await send('odd');
  lab.clock.ms += 3_000;
  await send('other');
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  const job = run(new Attribution(lab.worker, due, logger));
  const nextMs = async () => Date.parse((await mine.entry(odd))?.nextAt ?? '');
  const pauses: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    await until(async () => (await nextMs()) > lab.clock.ms);
    pauses.push((await nextMs()) - lab.clock.ms);
    lab.clock.ms = await nextMs();
  }
  expect(pauses).toEqual([3_000, 6_000]);
  await until(() => job.verdicts.get('counted') === 1);
  expect(await mine.entry(odd)).toMatchObject({ verdict: null, attempts: 0, handledAt: null });
  expect(job.failure).toBe('a mistake');
  expect(lines.map(messageOf)).toEqual(['failed to process incoming postbacks, retrying']);
  await alter('DROP TRIGGER stumble ON conversions');
  lab.clock.ms += 300_000;
  await until(() => job.failure === undefined);
  expect(await mine.entry(odd)).toMatchObject({ verdict: 'counted' });
  expect(lines.slice(1).map(messageOf)).toEqual(['processing incoming postbacks again']);
});

test('a schema that is behind ends no request', async () => {
  const mine = await makeAttributed(lab);
  const { clickId } = await mine.visit();
  const ids = [1, 2].map((at) => mine.send(`cid=${clickId}&payout=1&txid=t${at}`));
  const entries = async () => await Promise.all(ids.map(async (id) => await mine.entry(await id)));
  await Promise.all(ids);
  await alter('ALTER TABLE conversions RENAME TO conversions_away');
  const job = run(new Attribution(lab.worker, due, quiet));
  await until(async () =>
    (await entries()).every((entry) => Date.parse(entry?.nextAt ?? '') > lab.clock.ms || entry?.handledAt),
  );
  expect((await entries()).map((entry) => entry?.verdict)).toEqual([null, null]);
  await alter('ALTER TABLE conversions_away RENAME TO conversions');
  lab.clock.ms += 1_000;
  await until(() => job.verdicts.get('counted') === 2);
});

test.each(lightStores)('while %s is away nothing is judged, and nothing is given up', async (store) => {
  await lab.close();
  lab = await openAttributionLab(store);
  const mine = await makeAttributed(lab);
  const { clickId } = await mine.visit();
  const id = await mine.send(`cid=${clickId}&payout=1`);
  const away = openAbsentTraffic(store);
  const job = run(new Attribution({ ...lab.worker, traffic: away }, due, quiet));
  await until(() => job.failure !== undefined);
  await job.stop();
  expect(await mine.entry(id)).toMatchObject({ verdict: null, attempts: 0, handledAt: null });
  expect((await readBacklog(lab.worker)).waiting).toBe(1);
  expect(await lab.work()).toEqual(['counted']);
  const shipper = run(new OutboxShipper(lab.worker, away.targets.outbox, due, quiet));
  await until(() => shipper.failure !== undefined);
  await shipper.stop();
  expect(await readBacklog(lab.worker)).toMatchObject({ outboxRows: 1, oldestOutbox: expect.any(Date) });
  await away.close();
  const next = run(new OutboxShipper(lab.worker, lab.traffic.targets.outbox, due, quiet));
  await until(async () => (await readBacklog(lab.worker)).outboxRows === 0);
  expect([next.rowsShipped, (await mine.sums())?.revenue]).toEqual([1, '1']);
});
