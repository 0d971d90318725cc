/** Following what happens: nothing is told twice and nothing left out, in whatever order rows become visible. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventTailPage } from '@waypost/contract/event-tail.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { pollUntil } from '../../src/platform/retry.ts';
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
let side: Awaited<ReturnType<typeof makeSide>>;
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
  side = await makeSide();
});

async function makeSide() {
  const context = await makeWorkspace(lab.database);
  const { id: campaignId } = await makeCampaign(context);
  const { workspaceId } = context;
  const base = `/workspaces/${workspaceId}/events`;
  const session = await makeSession(context, 'member');
  /** A visit that was so long ago. */
  const visit = async (agoMs: number, id = newId(Date.now() - agoMs)) => {
    const time = Date.now() - agoMs;
    const own = { workspace_id: workspaceId, campaign_id: campaignId, id, visit_id: id };
    await insertEventRows(lab.traffic, [{ ...own, type: 'visit', time, visits: 1 }]);
    return id;
  };
  const ask = async (query: string) => {
    const { body, status } = await api.ask({ session, method: 'GET', path: `/events/tail${query}` });
    return { status, page: body.data as EventTailPage };
  };
  return { context, workspaceId, base, session, visit, ask, campaignId };
}

async function waitFor(holds: () => boolean | Promise<boolean>): Promise<void> {
  const limits = { timeoutMs: hangLimitMs, intervalMs: 200 };
  expect(await pollUntil(async () => ((await holds()) ? true : undefined), limits)).toBe(true);
}

async function open(session: string, path: string, headers: Record<string, string> = {}) {
  const { port } = api.server.server.address() as AddressInfo;
  const asked = httpRequest({
    port,
    host: '127.0.0.1',
    path: `/panel/api${path}`,
    headers: { cookie: `waypost=${session}`, accept: 'text/event-stream', ...headers },
  });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
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
    close: () => asked.destroy(),
  };
}

test('what is newer comes oldest first, once, and waits for what is still on its way', async () => {
  const begun = (await side.ask('')).page;
  expect(begun.items).toEqual([]);
  // Nothing within the last seconds is told, so that what happened meanwhile can still arrive.
  const late = await side.visit(0);
  const cursor = `?after=${begun.meta.nextCursor}`;
  expect((await side.ask(cursor)).page.items).toEqual([]);
  // An edge that has shipped less holds the tail back.
  const until = new Date(Date.now() - 60_000);
  const hold = async (moment: Date) => {
    await lab.database.asSystem((executor) =>
      sql`INSERT INTO edges (id, name, started_at, lease_until, applied_sequence, shipped_until)
        VALUES (${newId()}, 'e', now(), now() + interval '1 minute', 0, ${moment})`.execute(executor),
    );
  };
  await hold(until);
  const older = await side.visit(30_000);
  const start = (await side.ask('')).page.meta.nextCursor;
  expect((await side.ask(`?after=${start}`)).page.items).toEqual([]);
  await lab.database.asSystem((executor) => sql`DELETE FROM edges`.execute(executor));
  let found = (await side.ask(`?after=${start}`)).page;
  await waitFor(async () => {
    found = (await side.ask(`?after=${start}`)).page;
    return found.items.length === 2;
  });
  expect(found.items.map(({ id }) => id)).toEqual([older, late]);
  expect((await side.ask(`?after=${found.meta.nextCursor}`)).page.items).toEqual([]);
});

test('a cursor of another feed is refused', async () => {
  const { page } = await side.ask('');
  expect((await side.ask(`?type=visit&after=${page.meta.nextCursor}`)).status).toBe(400);
  const other = await makeSide();
  expect((await other.ask(`?after=${page.meta.nextCursor}`)).status).toBe(400);
});

test('the stream tells each event once, and goes on where a browser left off', async () => {
  const stream = await open(side.session, `${side.base}/tail`);
  expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const first = await side.visit(0);
  await waitFor(() => stream.ids().length > 0);
  expect(stream.ids()).toEqual([first]);
  stream.close();
  const [second, third] = [await side.visit(0), await side.visit(0)];
  const again = await open(side.session, `${side.base}/tail`, { 'last-event-id': stream.lastId() });
  await waitFor(() => again.ids().length >= 2);
  expect(again.ids()).toEqual([second, third]);
  again.close();
});

test('the stream ends when the person signs out, and nobody has many', async () => {
  const streams = await Promise.all([1, 2, 3, 4].map(() => open(side.session, `${side.base}/tail`)));
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await open(side.session, `${side.base}/tail`)).status).toBe(429);
  await api.ask({ session: side.session, method: 'DELETE', path: '/session' });
  await waitFor(() => streams.every((stream) => stream.ended()));
  for (const stream of streams) expect(stream.text()).toContain('event: end');
  expect((await open(side.session, `${side.base}/tail`)).status).toBe(401);
});
