import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { applyInbox } from '../../src/services/conversions/apply-inbox.ts';
import { listInbox } from '../../src/services/conversions/list-inbox.ts';
import { applyRetentionCuts } from '../../src/services/retention/retention.ts';
import { createTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import { updateWorkspaceSettings } from '../../src/services/workspaces/workspace-settings.ts';
import {
  sendAndProcess,
  makeAttributionCampaign,
  openAttributionLab,
  type AttributionCampaign,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';

let lab: AttributionLab;

beforeAll(async () => {
  lab = await openAttributionLab();
});

afterAll(() => lab.close());

const secondMs = 1_000;
const dayMs = 86_400_000;

async function expiryDates({ workspaceId }: AttributionCampaign): Promise<string[]> {
  const rows = await readRecordedRows(lab.address, workspaceId);
  return rows
    .filter(({ type }) => type !== 'visit')
    .map(({ type, expires }) => `${String(type)} ${String(expires)}`)
    .toSorted();
}

describe('a request whose visit is recorded', () => {
  test("is counted, and its row copies the visit's attributes but not its counters", async () => {
    const mine = await makeAttributionCampaign(lab);
    const tags = String.raw`['a','it\'s b\t']`;
    const cells = {
      country: 'DE',
      tags,
      token1: String.raw`x\\y\t`,
      ip: '192.0.2.7',
      cost: '0.5',
      outcome: 'offer',
    };
    const { clickId, visitId } = await mine.visit(cells);
    const entry = await sendAndProcess(lab, mine, `cid=${clickId}&payout=12.50&txid=T1`);
    expect(entry).toMatchObject({
      verdict: 'counted',
      reason: 'Matched and counted.',
      handledAt: expect.any(String),
      nextAt: null,
      changes: [
        {
          eventId: expect.any(String),
          isNew: true,
          idx: 1,
          transactionId: 'T1',
          status: 'approved',
          payout: '12.5',
          currency: 'USD',
          revenue: '12.5',
          postbackIds: [],
          noPostback: 'No postback URL is set on the action, the campaign or the traffic source.',
        },
      ],
    });
    await lab.ship();
    expect(await mine.sums()).toEqual({ revenue: '12.5', cost: '0', conversions: 1, events: 1, shown: 1 });
    const rows = await readRecordedRows(lab.address, mine.workspaceId);
    const row = rows.find(({ type }) => type === 'event');
    const visit = rows.find(({ type }) => type === 'visit');
    const copied = ['country', 'tags', 'token1', 'ip', 'visit_id', 'visit_time'] as const;
    expect(row).toMatchObject({
      ...Object.fromEntries(copied.map((name) => [name, visit?.[name]])),
      country: 'DE',
      tags: ['a', "it's b\t"],
      token1: 'x\\y\t',
      ip: '192.0.2.7',
      visit_id: visitId,
      outcome: null,
      visits: 0,
      status: 'approved',
      payout: '12.5',
    });
    expect(row).toMatchObject({ is_conversion: true, transaction_id: 'T1', currency: 'USD' });
    const lastDay = new Date(lab.clock.ms + 400 * dayMs).toISOString().slice(0, 10);
    expect(row?.expires).toBe(lastDay);
  });

  test('is found by click ID or visit ID with any verdict, and only in its workspace', async () => {
    const [mine, foreign] = [await makeAttributionCampaign(lab), await makeAttributionCampaign(lab)];
    const { clickId, visitId } = await mine.visit();
    const { clickId: other } = await mine.visit();
    await sendAndProcess(lab, mine, `cid=${clickId}&payout=1&txid=1`);
    await sendAndProcess(lab, mine, `cid=${clickId}&payout=1&txid=1`);
    await sendAndProcess(lab, mine, `cid=${other}&payout=1&txid=2`);
    await sendAndProcess(lab, mine, 'cid=nonsense');
    const { clickIds } = lab;
    const find = async ({ context }: AttributionCampaign, id: string) =>
      (await listInbox({ ...context, clickIds }, { clickId: id })).items
        .map(({ verdict }) => verdict ?? '')
        .toSorted();
    expect(await find(mine, clickId)).toEqual(['counted', 'duplicate']);
    expect(await find(mine, visitId)).toEqual(['counted', 'duplicate']);
    expect(await find(mine, other)).toEqual(['counted']);
    expect(await find(mine, 'nonsense')).toEqual([]);
    expect(await find(foreign, clickId)).toEqual([]);
  });

  test('is counted if it is sent as a form or as JSON, or contains NUL bytes or broken escapes', async () => {
    const mine = await makeAttributionCampaign(lab);
    const { clickId } = await mine.visit();
    const post = (contentType: string, body: string | Buffer) =>
      sendAndProcess(lab, mine, {
        method: 'POST',
        query: '',
        contentType,
        body: Buffer.from(body).toString('base64'),
      });
    expect(await post('application/x-www-form-urlencoded', `cid=${clickId}&txid=1&sum=1`)).toMatchObject({
      verdict: 'counted',
    });
    const json = JSON.stringify({ data: 1, cid: clickId, txid: '2', payout: 0.1 });
    expect(await post('text/plain', json)).toMatchObject({
      verdict: 'counted',
      changes: [{ payout: '0.1' }],
    });
    expect(
      await post('', Buffer.concat([Buffer.from(`cid=${clickId}&txid=3`), Buffer.from([0, 0xff])])),
    ).toMatchObject({ verdict: 'counted' });
    expect(await sendAndProcess(lab, mine, `cid=${clickId}%00&txid=%zz4&payout=1&x=%FF`)).toMatchObject({
      verdict: 'counted',
      changes: [{ transactionId: '%zz4' }],
    });
  });

  test('is applied in order of arrival, even when a batch contains several requests for one visit', async () => {
    const mine = await makeAttributionCampaign(lab);
    const { clickId } = await mine.visit();
    const send = (status: string, atMs: number) =>
      mine.send({
        query: `cid=${clickId}&payout=3&txid=a&status=${status}`,
        receivedMs: lab.clock.ms + atMs,
      });
    await send('rejected', 3);
    await send('hold', 1);
    await send('approved', 2);
    await send('approved', 2);
    lab.clock.ms += 10;
    expect((await lab.work()).toSorted()).toEqual(['counted', 'duplicate', 'updated', 'updated']);
    await lab.ship();
    expect(await mine.sums()).toEqual({ revenue: '0', cost: '0', conversions: 0, events: 0, shown: 3 });
  });

  test('has rows that all expire on the same day, including rows from later changes', async () => {
    const mine = await makeAttributionCampaign(lab);
    const { clickId } = await mine.visit();
    await mine.send(`cid=${clickId}&payout=3&status=hold`);
    await lab.work();
    lab.clock.ms += 3 * dayMs;
    await mine.send(`cid=${clickId}&payout=3&status=approved`);
    await lab.work();
    await lab.ship();
    const days = await expiryDates(mine);
    const expires = new Date(lab.clock.ms + 397 * dayMs).toISOString().slice(0, 10);
    expect(days).toEqual(['adjustment', 'event', 'event'].map((type) => `${type} ${expires}`));
  });

  test('keeps the expiry date of its first row when retention is extended later', async () => {
    const mine = await makeAttributionCampaign(lab);
    const { clickId } = await mine.visit();
    await mine.send(`cid=${clickId}&payout=3&status=hold`);
    await lab.work();
    await lab.ship();
    await updateWorkspaceSettings(mine.context, { retention: { eventDays: 500 } });
    lab.clock.ms += dayMs;
    await mine.send(`cid=${clickId}&payout=3&status=approved`);
    await lab.work();
    const { rows: outbox } = await lab.database.asSystem((executor) =>
      sql`SELECT lines FROM outbox WHERE workspace_id = ${mine.workspaceId}`.execute(executor),
    );
    expect(outbox).toEqual([{ lines: 2 }]);
    await lab.ship();
    const expires = new Date(lab.clock.ms + 399 * dayMs).toISOString().slice(0, 10);
    expect(await expiryDates(mine)).toEqual(
      ['adjustment', 'event', 'event'].map((type) => `${type} ${expires}`),
    );
  });

  test('has rows that all expire earlier when retention is shortened', async () => {
    const mine = await makeAttributionCampaign(lab);
    const { clickId } = await mine.visit();
    await mine.send(`cid=${clickId}&payout=3&status=hold`);
    await lab.work();
    await lab.ship();
    lab.clock.ms += dayMs;
    const person = { ...mine.context, now: lab.worker.now };
    await updateWorkspaceSettings(person, { retention: { eventDays: 100 } });
    const expires = new Date(lab.clock.ms + 100 * dayMs).toISOString().slice(0, 10);
    await updateWorkspaceSettings(person, { retention: { eventDays: 500 } });
    expect(await applyRetentionCuts(lab.worker)).toBe(1);
    await expect.poll(() => expiryDates(mine), { interval: 100 }).toEqual([`event ${expires}`]);
    lab.clock.ms += dayMs;
    await mine.send(`cid=${clickId}&payout=3&status=approved`);
    await lab.work();
    await lab.ship();
    expect(await expiryDates(mine)).toEqual(
      ['adjustment', 'event', 'event'].map((type) => `${type} ${expires}`),
    );
  });

  test('results in one conversion, one row and one postback when it arrives fifty times on several workers', async () => {
    const mine = await makeAttributionCampaign(lab);
    const { id: source } = await createTrafficSource(mine.context, {
      name: 'S',
      postbackUrl: 'https://example.com/p?c={externalid}',
    });
    const { clickId } = await mine.visit({ traffic_source_id: source });
    for (let copy = 0; copy < 50; copy += 1) await mine.send(`cid=${clickId}&payout=1.25&txid=same`);
    const verdicts = (await Promise.all(Array.from({ length: 6 }, () => applyInbox(lab.worker, 9)))).flat();
    verdicts.push(...(await lab.work()));
    expect(verdicts).toHaveLength(50);
    expect(verdicts.filter((verdict) => verdict === 'counted')).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === 'duplicate')).toHaveLength(49);
    await lab.ship();
    expect(await mine.sums()).toEqual({ revenue: '1.25', cost: '0', conversions: 1, events: 1, shown: 1 });
    const { rows } = await lab.database.asSystem((executor) =>
      sql<{
        many: number;
      }>`SELECT count(*)::int AS many FROM postback_jobs WHERE workspace_id = ${mine.workspaceId}`.execute(
        executor,
      ),
    );
    expect(rows).toEqual([{ many: 1 }]);
  });
});

describe('a request whose visit is not recorded yet', () => {
  test('waits, and is counted once the visit arrives', async () => {
    const mine = await makeAttributionCampaign(lab);
    const { clickId, store } = await mine.visit({}, { ageMs: 0, isStored: false });
    const id = await mine.send(`cid=${clickId}&payout=1`);
    expect(await lab.work()).toEqual(['waiting']);
    expect(await mine.entry(id)).toMatchObject({
      verdict: 'waiting',
      handledAt: null,
      attempts: 1,
      nextAt: new Date(lab.clock.ms + secondMs).toISOString(),
    });
    expect(await lab.work()).toEqual([]);
    await store();
    lab.clock.ms += secondMs;
    expect(await lab.work()).toEqual(['counted']);
  });

  test('waits, and changes nothing if a later request was applied first', async () => {
    const mine = await makeAttributionCampaign(lab);
    const { clickId, store } = await mine.visit({}, { ageMs: 0, isStored: false });
    const id = await mine.send(`cid=${clickId}&payout=1&txid=a&status=approved`);
    expect(await lab.work()).toEqual(['waiting']);
    await store();
    lab.clock.ms += secondMs / 2;
    const later = await mine.send(`cid=${clickId}&payout=1&txid=a&status=rejected`);
    expect(await lab.work()).toEqual(['stored']);
    lab.clock.ms += secondMs;
    expect(await lab.work()).toEqual(['outdated-status']);
    expect(await mine.entry(id)).toMatchObject({ verdict: 'outdated-status', changes: [] });
    expect(await mine.entry(later)).toMatchObject({ changes: [{ status: 'rejected' }] });
    await lab.ship();
    expect(await mine.sums()).toMatchObject({ revenue: '0', conversions: 0, shown: 1 });
  });

  test('is reported as having no visit after ten minutes, and can still be matched days later', async () => {
    const mine = await makeAttributionCampaign(lab);
    const { clickId, store } = await mine.visit({}, { ageMs: 0, isStored: false });
    const id = await mine.send(`cid=${clickId}&payout=1`);
    const startMs = lab.clock.ms;
    const verdicts: string[] = [];
    while (lab.clock.ms < startMs + 10 * 60 * secondMs) {
      verdicts.push(...(await lab.work()));
      const next = (await mine.entry(id))?.nextAt ?? '';
      lab.clock.ms = Date.parse(next);
    }
    expect(verdicts).toEqual(verdicts.map(() => 'waiting'));
    expect(await lab.work()).toEqual(['no-visit']);
    expect(await mine.entry(id)).toMatchObject({ verdict: 'no-visit', handledAt: null });
    lab.clock.ms += 3 * dayMs;
    expect(await lab.work()).toEqual(['no-visit']);
    await store();
    lab.clock.ms += dayMs / 4;
    expect(await lab.work()).toEqual(['counted']);
  });
});

test('requests that arrived at the same time are applied in the order of their IDs, whichever is due first', async () => {
  const mine = await makeAttributionCampaign(lab);
  const { clickId } = await mine.visit();
  const [first = '', second = ''] = [newId(), newId()].toSorted();
  for (const id of [first, second]) await mine.send({ id, query: `cid=${clickId}&payout=1&txid=T` });
  await lab.database.asSystem((executor) =>
    sql`UPDATE inbox SET next_at = next_at - interval '1 second' WHERE id = ${second}`.execute(executor),
  );
  expect(await lab.work()).toEqual(['duplicate', 'counted']);
  expect(await mine.entry(first)).toMatchObject({ verdict: 'counted' });
});
