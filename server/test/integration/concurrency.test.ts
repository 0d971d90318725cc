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

/** Numbers that look random and come again with the same seed, which a failure prints. */
function makeDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

type Things = { campaigns: string[]; sources: string[]; rotators: string[]; landings: string[] };

async function makeThings(context: WorkspaceContext, token: string): Promise<Things> {
  const things: Things = { campaigns: [], sources: [], rotators: [], landings: [] };
  const page = { name: 'L', url: 'https://example.com/' };
  for (let n = 0; n < 3; n += 1) {
    const { id, trafficSourceId, rotatorId } = await makeCampaign(context);
    const { body } = await api.send({ token, method: 'POST', path: '/landings', body: page });
    things.campaigns.push(id);
    things.sources.push(trafficSourceId);
    things.rotators.push(rotatorId);
    things.landings.push((body.data as { id: string }).id);
  }
  return things;
}

/** One of everything that can be done to the same few records. */
function chooseDeed(
  things: Things,
  roll: (sides: number) => number,
  context: WorkspaceContext,
  token: string,
) {
  const one = (list: string[]) => list[roll(list.length)] ?? '';
  const some = (list: string[]) => list.filter(() => roll(2) === 0).concat(one(list));
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
  const deeds = [
    () => send('DELETE', `/campaigns/${one(things.campaigns)}`),
    () => send('POST', '/campaigns/archive', { ids: some(things.campaigns) }),
    () => send('POST', '/campaigns/restore', { ids: some(things.campaigns) }),
    () => send('POST', '/campaigns/restore', { ids: [one(things.campaigns)] }),
    () => send('PATCH', `/campaigns/${one(things.campaigns)}`, { trafficSourceId: one(things.sources) }),
    () =>
      send('PATCH', `/campaigns/${one(things.campaigns)}`, {
        destination: { rotatorId: one(things.rotators) },
      }),
    () => send('PATCH', `/campaigns/${one(things.campaigns)}`, { name: `N${roll(1000)}` }),
    () =>
      send('POST', '/campaigns', {
        name: 'New',
        trafficSourceId: one(things.sources),
        destination: { mode: 'use_rotator', rotatorId: one(things.rotators) },
      }),
    () => send('DELETE', `/traffic-sources/${one(things.sources)}`),
    () => send('POST', '/traffic-sources/restore', { ids: some(things.sources) }),
    () => send('DELETE', `/landings/${one(things.landings)}`),
    () => send('POST', '/landings/restore', { ids: some(things.landings) }),
    () => send('PATCH', `/landings/${one(things.landings)}`, { name: `L${roll(1000)}` }),
    () => send('POST', '/rotators/restore', { ids: some(things.rotators) }),
    () => call(archiveRotator(context, one(things.rotators))),
    () =>
      call(savePool(context, one(things.rotators), roll(3) === 0 ? [] : [one(things.landings)], roll(4) > 0)),
  ];
  return deeds[roll(deeds.length)];
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

/** What must never be seen, at any moment. */
async function findBroken(context: WorkspaceContext): Promise<unknown[]> {
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

test('whatever is done to the same records at once, the invariants hold at every moment and nobody gets an error of ours', async () => {
  for (let round = 0; round < rounds(2, 40); round += 1) {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const context = await makeWorkspace(database);
    const { token } = await makeKey(context);
    const things = await makeThings(context, token);
    const worker = { database, actor: { type: 'system', label: 'worker' } as const, now: () => new Date() };
    const statuses = new Map<number, number>();
    const lanes = Array.from({ length: 8 }, async (_, lane) => {
      const roll = makeDice(seed + lane);
      for (let n = 0; n < 25; n += 1) {
        const status = (await chooseDeed(things, roll, context, token)?.()) ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    const done = new AbortController();
    const watching = (async () => {
      while (!done.signal.aborted)
        expect({ seed, broken: await findBroken(context) }).toEqual({ seed, broken: [] });
    })();
    const publishing = (async () => {
      while (!done.signal.aborted) await publishWaiting(worker);
    })();
    await Promise.all(lanes).finally(() => done.abort());
    await Promise.all([watching, publishing]);
    const unexpected = [...statuses.keys()].filter((status) => ![200, 201, 409].includes(status));
    expect({ seed, unexpected }).toEqual({ seed, unexpected: [] });
    // Both outcomes must have happened, or nothing was tried.
    expect(statuses.get(409) ?? 0).toBeGreaterThan(0);
    expect(statuses.get(200) ?? 0).toBeGreaterThan(0);
  }
}, 600_000);

test('a bulk archive and a bulk restore of the same campaigns in opposite order end in one of the two states', async () => {
  const context = await makeWorkspace(database);
  const { token } = await makeKey(context);
  const { trafficSourceId, rotatorId } = await makeCampaign(context);
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1) ids.push((await makeCampaign(context, { trafficSourceId, rotatorId })).id);
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        api.send({
          token,
          method: 'POST',
          path: n % 2 === 0 ? '/campaigns/archive' : '/campaigns/restore',
          body: { ids: n % 3 === 0 ? ids.toReversed() : ids },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { body } = await api.send({
      token,
      method: 'GET',
      path: `/campaigns?includeArchived=1&ids=${ids.join(',')}`,
    });
    const { campaigns } = body.data as { campaigns: { status: string }[] };
    expect(new Set(campaigns.map(({ status }) => status)).size).toBe(1);
  }
});
