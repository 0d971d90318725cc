import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { archiveTrafficSources } from '../../src/services/traffic-sources/traffic-sources.ts';
import { createTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import { newId } from '../../src/platform/ids.ts';
import { Database, type Executor } from '../../src/store/database/database.ts';
import { listRecordIds } from '../../src/store/lists/record-list.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { startCountingProxy, type CountingProxy } from '../../src/testing/http/counting-proxy.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeCampaign, makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let proxy: CountingProxy;
let counted: Database;
let direct: Database;
let api: ApiServer;
const directory = makeDataDirectory();

beforeAll(async () => {
  proxy = await startCountingProxy(inject('postgresUrl'));
  counted = new Database(proxy.url, { connectionsMax: 1 });
  direct = new Database(inject('postgresUrl'), { connectionsMax: 2 });
  api = await makeApiServer(counted, directory);
});

afterAll(async () => {
  await api.server.close();
  await counted.close();
  await direct.close();
  await proxy.stop();
  removeDataDirectory(directory);
});

async function addCampaigns(context: WorkspaceContext, id: string, count: number): Promise<void> {
  await direct.inWorkspace(context.workspaceId, (executor) =>
    sql`INSERT INTO campaigns (id, workspace_id, name, status, traffic_source_id, rotator_id, cost_mode, cost_amount, tracking_method, include_prefetch, created_at, updated_at)
      SELECT gen_random_uuid(), workspace_id, name, status, traffic_source_id, rotator_id, cost_mode, cost_amount, tracking_method, include_prefetch, created_at, updated_at
      FROM campaigns, generate_series(1, ${count}) WHERE id = ${id}`.execute(executor),
  );
}

/** Counts the statements in a request, including authentication, on a connection that is already open. */
async function countStatements(token: string, path: string, change?: unknown): Promise<number> {
  const request = { token, method: change === undefined ? 'GET' : 'PATCH', path, body: change };
  await api.send(change === undefined ? request : { ...request, body: {} });
  const before = proxy.statements();
  const { status } = await api.send(request);
  expect(status).toBe(200);
  return proxy.statements() - before;
}

test('a request needs a fixed number of statements, however many campaigns there are', async () => {
  const context = await makeWorkspace(direct);
  const { token } = await makeKey(context);
  const { id } = await makeCampaign(context);
  expect(await countStatements(token, '/whoami')).toBe(1);
  expect(await countStatements(token, `/campaigns/${id}`)).toBe(4);
  expect(await countStatements(token, '/campaigns')).toBe(4);
  expect(await countStatements(token, `/campaigns/${id}`, { name: 'Changed' })).toBe(14);
  await addCampaigns(context, id, 300);
  expect(await countStatements(token, '/campaigns')).toBe(4);
  expect(await countStatements(token, '/campaigns?limit=200&includeArchived=1')).toBe(4);
});

test('archiving needs the same number of statements however many records there are, and is rejected for records in use', async () => {
  const context = await makeWorkspace(direct);
  const { trafficSourceId } = await makeCampaign(context, { name: 'User' });
  const used = { type: 'traffic-source', id: trafficSourceId, name: 'Source' };
  const makeSources = async (count: number) => {
    const created = Array.from({ length: count }, () => createTrafficSource(context, { name: 'Unused' }));
    return (await Promise.all(created)).map(({ id }) => id);
  };
  const count = async (ids: string[]) => {
    const before = proxy.statements();
    await archiveTrafficSources({ ...context, database: counted }, { ids });
    return proxy.statements() - before;
  };
  await count(await makeSources(1));
  expect(await count(await makeSources(2))).toBe(await count(await makeSources(9)));
  const blocked = archiveTrafficSources(context, { ids: [...(await makeSources(2)), trafficSourceId] });
  await expect(blocked).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { blocked: [{ ...used, by: [{ type: 'campaign', name: 'User' }] }] },
  });
});

/**
 * Returns the query plans with sorting disabled, so that a plan contains a sort only if no index provides the order.
 */
async function plansOf(
  workspaceId: string,
  runQueries: (executor: Executor) => Promise<unknown>,
): Promise<string[]> {
  const plans: string[] = [];
  const explain: KyselyPlugin = {
    transformQuery: ({ node }) =>
      node.kind === 'RawNode'
        ? {
            ...node,
            sqlFragments: node.sqlFragments.map((text, index) => (index === 0 ? `EXPLAIN ${text}` : text)),
          }
        : node,
    transformResult: ({ result }) => {
      plans.push(result.rows.map((row) => String(row['QUERY PLAN'])).join('\n'));
      return Promise.resolve({ ...result, rows: [] });
    },
  };
  await direct.inWorkspace(workspaceId, async (executor) => {
    await sql`SELECT set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_incremental_sort', 'off', true)`.execute(executor);
    await runQueries(Object.assign(executor.withPlugin(explain), { seals: executor.seals }));
  });
  return plans;
}

test.each([
  ...([
    'campaigns',
    'rotators',
    'offers',
    'landings',
    'traffic_sources',
    'affiliate_networks',
    'domains',
  ] as const),
])('pages of %s are read from an index, by creation time and by name', async (table) => {
  const { workspaceId } = await makeWorkspace(direct);
  const id = newId();
  for (const [by, direction, value] of [
    ['createdAt', 'desc', '2026-06-15 00:00:00+00'],
    ['name', 'asc', 'm'],
    ['name', 'desc', 'm'],
  ] as const)
    for (const after of [undefined, { value, id }]) {
      const page = { order: { by, direction }, after, limit: 50 };
      const [plan] = await plansOf(workspaceId, (executor) =>
        listRecordIds(executor, table, { workspaceId, filter: {} }, page),
      );
      expect(plan).toContain(`using ${table}_${by === 'name' ? 'name' : 'order'}`);
      expect(plan).not.toContain('Sort');
      if (after !== undefined) expect(plan).toMatch(/Index Cond: .*ROW\(/);
    }
});
