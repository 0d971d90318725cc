import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventTailLimit, type EventTailPage } from '@waypost/contract/events/event-tail.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { openAttributionLab, type AttributionLab } from '../../src/testing/attribution/attribution-lab.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

let lab: AttributionLab;
let api: ApiServer;
let client: Awaited<ReturnType<typeof makeClient>>;
const directory = makeDataDirectory();

beforeAll(async () => {
  lab = await openAttributionLab();
  api = await makeApiServer(lab.database, directory, { traffic: openTraffic(lab.address) });
  await api.server.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await api.server.close();
  await lab.close();
  removeDataDirectory(directory);
});

beforeEach(async () => {
  client = await makeClient();
});

async function makeClient() {
  const context = await makeWorkspace(lab.database);
  const { id: campaignId } = await makeCampaign(context);
  const { workspaceId } = context;
  const base = `/workspaces/${workspaceId}/events`;
  const session = await makeSession(context, 'member');
  const visitRow = (time: number, id = newId(time)) => {
    const ids = { workspace_id: workspaceId, campaign_id: campaignId, id, visit_id: id };
    return { ...ids, type: 'visit' as const, time, visits: 1 };
  };
  const visit = async (agoMs: number, id?: string) => {
    const row = visitRow(Date.now() - agoMs, id);
    await insertEventRows(lab.traffic, [row]);
    return row.id;
  };
  const readTail = async (query: string) => {
    const { body, status } = await api.ask({ session, method: 'GET', path: `/events/tail${query}` });
    return { status, page: body.data as EventTailPage };
  };
  return { context, workspaceId, base, session, visit, visitRow, readTail };
}

async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  const limits = { timeoutMs: hangLimitMs, intervalMs: 200 };
  expect(await pollUntil(async () => ((await condition()) ? true : undefined), limits)).toBe(true);
}

async function openStream(session: string, path: string, headers: Record<string, string> = {}) {
  const { port } = api.server.server.address() as AddressInfo;
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    path: `/panel/api${path}`,
    headers: { cookie: `waypost=${session}`, accept: 'text/event-stream', ...headers },
  });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (piece: string) => (text += piece));
  response.on('error', () => undefined);
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    text: () => text,
    ids: () =>
      [...text.matchAll(/^data: (\{"type".*)$/gm)].map(
        ([, json = '']) => (JSON.parse(json) as { id: string }).id,
      ),
    lastId: () => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '',
    ended: () => response.readableEnded || response.destroyed,
    close: () => request.destroy(),
  };
}

test('the tail returns new events once, oldest first, and waits for rows that are still being shipped', async () => {
  const start = (await client.readTail('')).page;
  expect(start.items).toEqual([]);
  // The tail holds back events from the last seconds, because concurrent events may still arrive.
  const late = await client.visit(0);
  const cursor = `?after=${start.meta.nextCursor}`;
  expect((await client.readTail(cursor)).page.items).toEqual([]);
  // An edge that has not shipped its rows delays the tail.
  const until = new Date(Date.now() - 60_000);
  const registerEdge = async (shippedUntil: Date) => {
    await lab.database.asSystem((executor) =>
      sql`INSERT INTO edges (id, name, started_at, lease_until, applied_sequence, shipped_until)
        VALUES (${newId()}, 'e', now(), now() + interval '1 minute', 0, ${shippedUntil})`.execute(executor),
    );
  };
  await registerEdge(until);
  const older = await client.visit(30_000);
  const cursorBefore = (await client.readTail('')).page.meta.nextCursor;
  expect((await client.readTail(`?after=${cursorBefore}`)).page.items).toEqual([]);
  await lab.database.asSystem((executor) => sql`DELETE FROM edges`.execute(executor));
  let found = (await client.readTail(`?after=${cursorBefore}`)).page;
  await waitFor(async () => {
    found = (await client.readTail(`?after=${cursorBefore}`)).page;
    return found.items.length === 2;
  });
  expect(found.items.map(({ id }) => id)).toEqual([older, late]);
  expect((await client.readTail(`?after=${found.meta.nextCursor}`)).page.items).toEqual([]);
});

test('the tail returns more events than fit on a page in several pages', async () => {
  const reader = await makeClient();
  const { nextCursor } = (await reader.readTail('')).page.meta;
  const time = Date.now() + 1_000;
  const rows = Array.from({ length: eventTailLimit + 1 }, (_, index) => reader.visitRow(time + index));
  await insertEventRows(lab.traffic, rows);
  let page = (await reader.readTail(`?after=${nextCursor}`)).page;
  await waitFor(async () => {
    page = (await reader.readTail(`?after=${nextCursor}`)).page;
    return page.items.length === eventTailLimit;
  });
  const rest = (await reader.readTail(`?after=${page.meta.nextCursor}`)).page;
  expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test('the tail rejects a cursor from another feed', async () => {
  const { page } = await client.readTail('');
  expect((await client.readTail(`?type=visit&after=${page.meta.nextCursor}`)).status).toBe(400);
  const other = await makeClient();
  expect((await other.readTail(`?after=${page.meta.nextCursor}`)).status).toBe(400);
});

test('the stream sends each event once, and resumes after the last event ID', async () => {
  const stream = await openStream(client.session, `${client.base}/tail`);
  expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const first = await client.visit(0);
  await waitFor(() => stream.ids().length > 0);
  expect(stream.ids()).toEqual([first]);
  stream.close();
  const [second, third] = [await client.visit(0), await client.visit(0)];
  const resumed = await openStream(client.session, `${client.base}/tail`, {
    'last-event-id': stream.lastId(),
  });
  await waitFor(() => resumed.ids().length >= 2);
  expect(resumed.ids()).toEqual([second, third]);
  resumed.close();
});

test('the stream ends when the person signs out, and the number of streams per person is limited', async () => {
  const streams = await Promise.all(
    [1, 2, 3, 4].map(() => openStream(client.session, `${client.base}/tail`)),
  );
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await openStream(client.session, `${client.base}/tail`)).status).toBe(429);
  await api.ask({ session: client.session, method: 'DELETE', path: '/session' });
  await waitFor(() => streams.every((stream) => stream.ended()));
  for (const stream of streams) expect(stream.text()).toContain('event: end');
  expect((await openStream(client.session, `${client.base}/tail`)).status).toBe(401);
});
