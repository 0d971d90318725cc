import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { Database } from '../../src/store/database/database.ts';
import { ReadOnlyDatabase } from '../../src/store/database/read-only-database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { ConsentBrowser, TestAgent } from '../../src/testing/http/test-agent.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

let database: Database;
let readDatabase: ReadOnlyDatabase;
let api: ApiServer;
const directory = makeDataDirectory();
let base: string;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 6 });
  readDatabase = new ReadOnlyDatabase(inject('postgresUrl'), { connectionsMax: 3 });
  api = await makeApiServer(database, directory, { readDatabase });
  base = await api.server.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await api.server.close();
  await Promise.all([database.close(), readDatabase.close()]);
  removeDataDirectory(directory);
});

async function makeBrowser(context?: WorkspaceContext) {
  const own = context ?? (await makeWorkspace(database));
  return {
    context: own,
    browser: new ConsentBrowser(base, await makeSession(own, 'viewer'), own.workspaceId),
  };
}

describe('an agent that knows nothing but the address', () => {
  test('finds out whom to ask, registers, is let in by a person, and reads', async () => {
    const { context, browser } = await makeBrowser();
    await makeCampaign(context, { name: 'Autumn' });
    const agent = new TestAgent(base);
    const client = await agent.connect(browser);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('run_report');
    const answer = await client.callTool({ name: 'list_records', arguments: { type: 'campaign' } });
    expect(answer.structuredContent).toMatchObject({ data: { items: [{ name: 'Autumn' }] } });
  });
});
