import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { Database } from '../../src/store/database/database.ts';
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

/** How many statements a request takes, its key included, once the connection is there. */
async function countStatements(token: string, path: string, change?: unknown): Promise<number> {
  const request = { token, method: change === undefined ? 'GET' : 'PATCH', path, body: change };
  await api.send(change === undefined ? request : { ...request, body: {} });
  const before = proxy.statements();
  const { status } = await api.send(request);
  expect(status).toBe(200);
  return proxy.statements() - before;
}

test('reads take few statements, the one for key, workspace and subscription included, however many campaigns there are', async () => {
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
