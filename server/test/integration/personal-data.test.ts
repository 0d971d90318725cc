import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readVisitCells } from '../../src/domain/traffic/visit-cells.ts';
import { panelDownloads } from '../../src/http/panel-api/downloads.ts';
import { panelOperations } from '../../src/http/panel-api/operations/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAllowed } from '../../src/services/permissions.ts';
import { createInboxTarget } from '../../src/services/conversions/receive-batch.ts';
import { Database } from '../../src/store/database/database.ts';
import { insertPostbackJobs } from '../../src/store/postbacks/postback-jobs.ts';
import { makePostbackJob } from '../../src/testing/attribution/postback-jobs.ts';
import { findInvalidTimestamps } from '../../src/testing/http/find-invalid-timestamps.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeIncomingRequest, spoolLines } from '../../src/testing/traffic/inbox-rows.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

const noon = Date.UTC(2026, 10, 16, 12);
const address = '203.0.113.0';
const agent = 'PlantedAgent';
const planted = [address, agent, 'planted-referrer', 'planted-external'];
const text = `https://example.com/?ip=${address}&ua=${agent}`;

const reads = [...panelOperations, ...panelDownloads].filter(
  ({ method, access }) =>
    method === 'GET' &&
    access !== 'anyone' &&
    access !== 'signed-in' &&
    isAllowed({ type: 'user', id: '', label: '', role: 'viewer' }, access),
);

let database: Database;
const directory = makeDataDirectory();

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(async () => {
  await database.close();
  removeDataDirectory(directory);
});

describeLightStores('personal data with traffic in %s', (store) => {
  let api: ApiServer;
  let sessions: { viewer: string; member: string };
  let ids: string[];
  let base: string;

  beforeAll(async () => {
    const traffic = openTestTraffic(store);
    api = await makeApiServer(database, directory, { traffic });
    const context = await makeWorkspace(database);
    const { workspaceId } = context;
    base = `/panel/api/workspaces/${workspaceId}`;
    const { id: campaignId } = await makeCampaign(context);
    const visitId = newId(noon);
    const visit = {
      workspace_id: workspaceId,
      campaign_id: campaignId,
      visit_id: visitId,
      visit_time: noon,
      ip: address,
      user_agent: agent,
      referrer: 'https://planted-referrer.example/',
      external_id: 'planted-external',
    };
    const [eventId, attemptId] = [newId(noon), newId(noon)];
    await insertEventRows(traffic, [
      { ...visit, type: 'visit', id: visitId, time: noon, visits: 1, destination_url: text },
      { ...visit, type: 'lpclick', id: newId(noon), time: noon + 1, lp_clicks: 1, destination_url: text },
      { ...visit, type: 'event', id: eventId, time: noon + 2, idx: 1, conversions: 1, status: 'approved' },
      {
        ...visit,
        type: 'postback',
        id: attemptId,
        time: noon + 3,
        event_id: eventId,
        attempt: 1,
        url: text,
        response_status: 200,
        response: `thanks, ${agent}`,
      },
    ]);
    const target = createInboxTarget({ ...context, actor: { type: 'system', label: 'edge' } });
    const request = { campaignId, address, userAgent: agent, query: `ua=${agent}`, receivedMs: noon };
    const body = Buffer.from(text).toString('base64');
    const batch = newId();
    const sent = makeIncomingRequest({ ...request, method: 'POST', body });
    await target.insert(batch, spoolLines(batch, [sent]));
    const job = makePostbackJob({
      workspaceId,
      campaignId,
      url: text,
      eventId,
      visit: readVisitCells({
        workspace_id: workspaceId,
        campaign_id: campaignId,
        visit_time: String(noon / 1_000),
        visit_id: visitId,
      }),
    });
    await database.asSystem((executor) => insertPostbackJobs(executor, [job]));
    sessions = {
      viewer: await makeSession(context, 'viewer'),
      member: await makeSession(context, 'member'),
    };
    ids = [campaignId, visitId, eventId, attemptId, job.id, sent.id];
  });

  afterAll(() => api.server.close());

  async function readForEachId(session: string, { path, query }: (typeof reads)[number]): Promise<string[]> {
    const names = Object.keys(query?.shape ?? {});
    const range = names.includes('from') && names.includes('to');
    // If the operation requires a search, the search looks for the planted value.
    const isRequired = query?.safeParse({}).success === false;
    const required = [`q=${agent}`, 'type=offer'].find((pair) => names.includes(pair.split('=')[0] ?? ''));
    const searchQuery = isRequired && required !== undefined ? `?${required}` : '';
    const metrics = names.includes('metrics') ? '&metrics=visits' : '';
    const search = range ? `?from=2026-11-16T00:00:00Z&to=2026-11-16T23:59:59Z${metrics}` : searchQuery;
    const paths = path.includes('{') ? ids.map((id) => path.replaceAll(/\{\w+\}/g, id)) : [path];
    const responses: string[] = [];
    for (const one of paths) {
      const { statusCode, body } = await api.server.inject({
        url: `${base}${one}${search}`,
        headers: { cookie: `waypost=${session}` },
      });
      expect([one, statusCode]).toEqual([one, path.includes('{') && statusCode === 404 ? 404 : 200]);
      if (statusCode === 200) responses.push(body);
    }
    return responses;
  }

  test('every timestamp in a response is ISO 8601 with a time zone', async () => {
    for (const read of reads.filter((one) => !('file' in one)))
      for (const response of await readForEachId(sessions.member, read))
        expect([read.path, findInvalidTimestamps(JSON.parse(response))]).toEqual([read.path, []]);
  });

  test('is visible to members in the listed operations and to viewers in none', async () => {
    const revealing: string[] = [];
    for (const read of reads) {
      for (const response of await readForEachId(sessions.viewer, read))
        expect([read.path, planted.filter((one) => response.includes(one))]).toEqual([read.path, []]);
      const shown = await readForEachId(sessions.member, read);
      if (shown.some((response) => planted.some((one) => response.includes(one)))) revealing.push(read.path);
    }
    expect(revealing).toEqual([
      '/inbox',
      '/events',
      '/events/{id}',
      '/postbacks/{id}/attempts',
      '/postbacks',
      '/exports/events',
    ]);
  });

  test('is not revealed to viewers by any filter, search or sort order', async () => {
    const range = 'from=2026-11-16T00:00:00Z&to=2026-11-16T23:59:59Z';
    const unprobed = new Set(['from', 'to', 'limit', 'cursor', 'after', 'offset', 'timezone']);
    const probe = async (session: string, path: string, query: string, value: string) => {
      const { statusCode, body } = await api.server.inject({
        url: `${base}${path}?${query}${encodeURIComponent(value)}`,
        headers: { cookie: `waypost=${session}` },
      });
      const stable = body
        .replaceAll(value, '?')
        .replaceAll(/"(?:requestId|nextCursor)":"[^"]*"|"\w*[fF]reshness":"[^"]*"/g, '');
      return [path, query, statusCode, stable];
    };
    // Returns a value in the same format, so that either both values are valid or both are invalid.
    const alterValue = (value: string) => `${value.slice(0, -1)}${/\d$/.test(value) ? '7' : 'q'}`;
    const probed: string[] = [];
    for (const { path, query } of reads.filter((read) => !read.path.includes('{'))) {
      const names = Object.keys(query?.shape ?? {});
      const prefix = names.includes('from') ? `${range}&` : '';
      for (const name of names.filter((one) => !unprobed.has(one))) {
        const parameter = `${prefix}${name}=`;
        for (const value of [...planted, text])
          expect(await probe(sessions.viewer, path, parameter, value)).toEqual(
            await probe(sessions.viewer, path, parameter, alterValue(value)),
          );
        const matching = await probe(sessions.member, path, parameter, 'planted-external');
        const notMatching = await probe(sessions.member, path, parameter, alterValue('planted-external'));
        if (matching.join() !== notMatching.join()) probed.push(`${path} ${name}`);
      }
    }
    // Members can search for the value, which proves that this check detects differences.
    expect(probed.toSorted()).toEqual(['/events externalId', '/events/brief externalId', '/search/visits q']);
  });

  test('is left out for viewers without changing the number of rows', async () => {
    const read = async (session: string, path: string) => {
      const found = reads.find((one) => one.path === path);
      return found === undefined ? '' : (await readForEachId(session, found)).join('');
    };
    const count = (response: string, word: string) => response.split(word).length;
    for (const path of ['/inbox', '/postbacks', '/events'])
      expect(count(await read(sessions.viewer, path), '"id":')).toBe(
        count(await read(sessions.member, path), '"id":'),
      );
    const [viewer, member] = [
      await read(sessions.viewer, '/exports/events'),
      await read(sessions.member, '/exports/events'),
    ].map((file) => file.trim().split('\r\n'));
    expect(viewer).toHaveLength(member?.length ?? 0);
    const columns = (lines: string[] | undefined) => lines?.[0]?.split(',') ?? [];
    expect(columns(member).filter((name) => !columns(viewer).includes(name))).toEqual([
      'referrer',
      'ip',
      'userAgent',
      'externalId',
      'destinationUrl',
      'url',
      'response',
    ]);
  });
});
