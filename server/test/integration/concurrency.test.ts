import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { publishWaiting } from '../../src/services/publishing/publish-campaigns.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { archiveRotator } from '../../src/services/rotators/rotators.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { makeCampaign, makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let database: Database;
let api: ApiServer;
const directory = makeDataDirectory();

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 12 });
  api = await makeApiServer(database, directory);
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

/** Returns seeded pseudo-random numbers, so that a failure can be reproduced with the printed seed. */
function makeRandom(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

type Records = { campaigns: string[]; sources: string[]; rotators: string[]; landings: string[] };

async function makeRecords(context: WorkspaceContext, token: string): Promise<Records> {
  const records: Records = { campaigns: [], sources: [], rotators: [], landings: [] };
  const page = { name: 'L', url: 'https://example.com/' };
  for (let n = 0; n < 3; n += 1) {
    const { id, trafficSourceId, rotatorId } = await makeCampaign(context);
    const { body } = await api.send({ token, method: 'POST', path: '/landings', body: page });
    records.campaigns.push(id);
    records.sources.push(trafficSourceId);
    records.rotators.push(rotatorId);
    records.landings.push((body.data as { id: string }).id);
  }
  return records;
}

function chooseOperation(
  records: Records,
  random: (sides: number) => number,
  context: WorkspaceContext,
  token: string,
) {
  const one = (list: string[]) => list[random(list.length)] ?? '';
  const some = (list: string[]) => list.filter(() => random(2) === 0).concat(one(list));
  const send = async (method: string, path: string, body?: unknown) =>
    (await api.send({ token, method, path, body })).status;
  const call = async (work: Promise<unknown>) => {
    try {
      await work;
      return 200;
    } catch (error) {
      return (error as { status?: number }).status ?? 500;
    }
  };
  const operations = [
    () => send('DELETE', `/campaigns/${one(records.campaigns)}`),
    () => send('POST', '/campaigns/archive', { ids: some(records.campaigns) }),
    () => send('POST', '/campaigns/restore', { ids: some(records.campaigns) }),
    () => send('POST', '/campaigns/restore', { ids: [one(records.campaigns)] }),
    () => send('PATCH', `/campaigns/${one(records.campaigns)}`, { trafficSourceId: one(records.sources) }),
    () =>
      send('PATCH', `/campaigns/${one(records.campaigns)}`, {
        destination: { rotatorId: one(records.rotators) },
      }),
    () => send('PATCH', `/campaigns/${one(records.campaigns)}`, { name: `N${random(1000)}` }),
    () =>
      send('POST', '/campaigns', {
        name: 'New',
        trafficSourceId: one(records.sources),
        destination: { mode: 'use_rotator', rotatorId: one(records.rotators) },
      }),
    () => send('DELETE', `/traffic-sources/${one(records.sources)}`),
    () => send('POST', '/traffic-sources/restore', { ids: some(records.sources) }),
    () => send('DELETE', `/landings/${one(records.landings)}`),
    () => send('POST', '/landings/restore', { ids: some(records.landings) }),
    () => send('PATCH', `/landings/${one(records.landings)}`, { name: `L${random(1000)}` }),
    () => send('POST', '/rotators/restore', { ids: some(records.rotators) }),
    () => call(archiveRotator(context, one(records.rotators))),
    () =>
      call(
        savePool(
          context,
          one(records.rotators),
          random(3) === 0 ? [] : [one(records.landings)],
          random(4) > 0,
        ),
      ),
  ];
  return operations[random(operations.length)];
}

async function savePool(
  context: WorkspaceContext,
  id: string,
  landings: string[],
  enabled: boolean,
): Promise<void> {
  const rules = await getRotatorRules(context, id);
  const paths = [{ ...rules.paths[0], enabled, landings: landings.map((landingId) => ({ landingId })) }];
  await saveRotatorRules(context, id, { ...rules, paths });
}

async function findViolations(context: WorkspaceContext): Promise<unknown[]> {
  const { rows } = await database.inWorkspace(context.workspaceId, (executor) =>
    sql`
      SELECT 'campaign on an archived source' AS what, campaigns.id FROM campaigns
      JOIN traffic_sources AS sources ON sources.id = traffic_source_id
      WHERE campaigns.status <> 'archived' AND sources.status = 'archived'
      UNION ALL
      SELECT 'campaign on an archived rotator', campaigns.id FROM campaigns JOIN rotators ON rotators.id = rotator_id
      WHERE campaigns.status <> 'archived' AND rotators.status = 'archived'
      UNION ALL
      SELECT 'campaign without a default path', campaigns.id FROM campaigns JOIN rotators ON rotators.id = rotator_id
      JOIN rotator_paths AS paths ON paths.id = default_path_id
      WHERE campaigns.status <> 'archived' AND (NOT paths.enabled OR paths.deleted_at IS NOT NULL)
      UNION ALL
      SELECT 'archived landing in a pool', landings.id FROM landings JOIN rotator_path_landings ON landing_id = landings.id
      WHERE landings.status = 'archived'`.execute(executor),
  );
  return rows;
}

test('invariants hold and no request fails with a server error while the same records are changed concurrently', async () => {
  for (let round = 0; round < rounds(2, 40); round += 1) {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const context = await makeWorkspace(database);
    const { token } = await makeKey(context);
    const records = await makeRecords(context, token);
    const worker = { database, actor: { type: 'system', label: 'worker' } as const, now: () => new Date() };
    const statuses = new Map<number, number>();
    const lanes = Array.from({ length: 8 }, async (_, lane) => {
      const random = makeRandom(seed + lane);
      for (let n = 0; n < 25; n += 1) {
        const status = (await chooseOperation(records, random, context, token)?.()) ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    const done = new AbortController();
    const watching = (async () => {
      while (!done.signal.aborted)
        expect({ seed, violations: await findViolations(context) }).toEqual({ seed, violations: [] });
    })();
    const publishing = (async () => {
      while (!done.signal.aborted) await publishWaiting(worker);
    })();
    await Promise.all(lanes).finally(() => done.abort());
    await Promise.all([watching, publishing]);
    const unexpected = [...statuses.keys()].filter((status) => ![200, 201, 409].includes(status));
    expect({ seed, unexpected }).toEqual({ seed, unexpected: [] });
    // Both conflicts and successes must occur; otherwise the test proves nothing.
    expect(statuses.get(409) ?? 0).toBeGreaterThan(0);
    expect(statuses.get(200) ?? 0).toBeGreaterThan(0);
  }
}, 600_000);

test('concurrent bulk archive and restore requests with IDs in opposite order leave all campaigns with the same status', async () => {
  const context = await makeWorkspace(database);
  const { token } = await makeKey(context);
  const { trafficSourceId, rotatorId } = await makeCampaign(context);
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1) ids.push((await makeCampaign(context, { trafficSourceId, rotatorId })).id);
  for (let round = 0; round < 5; round += 1) {
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        api.send({
          token,
          method: 'POST',
          path: n % 2 === 0 ? '/campaigns/archive' : '/campaigns/restore',
          body: { ids: n % 3 === 0 ? ids.toReversed() : ids },
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const { body } = await api.send({
      token,
      method: 'GET',
      path: `/campaigns?includeArchived=1&ids=${ids.join(',')}`,
    });
    const { campaigns } = body.data as { campaigns: { status: string }[] };
    expect(new Set(campaigns.map(({ status }) => status)).size).toBe(1);
  }
});
