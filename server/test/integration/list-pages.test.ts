import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sql } from 'kysely';
import { listCampaignPage } from '../../src/services/campaigns/campaigns.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { createLanding, listLandingPage } from '../../src/services/landings/landings.ts';
import { listRotatorPage } from '../../src/services/rotators/rotators.ts';
import { panelOperations } from '../../src/http/panel-api/operations/index.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { withUnreachableTraffic } from '../../src/testing/traffic/traffic.ts';

let database: Database;
let context: WorkspaceContext;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  context = await makeWorkspace(database);
  // The landing pages have ties in every sort order except creation time, their names mix uppercase and lowercase, and
  // some have no country.
  for (let index = 0; index < 12; index += 1)
    await createLanding(context, {
      name: `${index % 2 === 0 ? 'page' : 'Page'} ${index % 3}`,
      url: `https://example.com/${index}`,
      country: [undefined, 'DE', 'AT'][index % 3],
    });
  // Some landing pages share a microsecond, and the others differ by less than a millisecond.
  await database.asSystem((executor) =>
    sql`
      UPDATE landings SET created_at = '2026-11-16T10:00:00.123456Z'::timestamptz
        + (right(url, 1)::int / 2) * interval '1 microsecond'
      WHERE workspace_id = ${context.workspaceId}`.execute(executor),
  );
});

afterAll(async () => {
  await database.close();
});

type Page = Awaited<ReturnType<typeof listLandingPage>>;

async function walk(filter: Record<string, string>, limit: number, betweenPages?: () => Promise<unknown>) {
  const found: Page['items'] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await listLandingPage(withUnreachableTraffic(context), {
      ...filter,
      limit: String(limit),
      ...(cursor === null ? {} : { cursor }),
    });
    expect(page.meta).toMatchObject({ limit, count: page.items.length });
    found.push(...page.items);
    cursor = page.meta.nextCursor;
    await betweenPages?.();
  } while (cursor !== null);
  return found;
}

const orders = ['name', 'createdAt', 'updatedAt', 'status', 'country'].flatMap((name) => [name, `-${name}`]);

test.each(orders)('a list sorted by %s returns each record once for any page size', async (sort) => {
  const complete = await listLandingPage(withUnreachableTraffic(context), { sort });
  expect(complete.meta).toEqual({ limit: 50, count: 12, total: 12, nextCursor: null });
  for (const limit of [1, 5, 12]) expect(await walk({ sort }, limit)).toEqual(complete.items);
});

test('a list sorted by name ignores case, and missing values sort last in both directions', async () => {
  const names = (await walk({ sort: 'name' }, 5)).map(({ name }) => name.toLowerCase());
  expect(names).toEqual(names.toSorted());
  for (const sort of ['country', '-country'])
    expect((await walk({ sort }, 5)).slice(-4).map(({ country }) => country)).toEqual([
      null,
      null,
      null,
      null,
    ]);
});

test('records created between two pages do not shift the remaining pages', async () => {
  const before = (await walk({ sort: '-createdAt' }, 50)).map(({ id }) => id);
  const seen = await walk({ sort: '-createdAt' }, 5, () =>
    createLanding(context, { name: 'New', url: 'https://new.example/' }),
  );
  expect(seen.map(({ id }) => id)).toEqual(before);
  await database.asSystem((executor) =>
    executor
      .deleteFrom('landings')
      .where('workspace_id', '=', context.workspaceId)
      .where('name', '=', 'New')
      .execute(),
  );
});

describe('list filters', () => {
  const ids = async (filter: Record<string, string>) => (await walk(filter, 5)).map(({ id }) => id);

  test('q matches the name, the URL and the start of the ID', async () => {
    const [first] = await walk({ sort: 'createdAt' }, 50);
    expect(await walk({ q: 'PAGE 1' }, 5)).toHaveLength(4);
    expect(await walk({ q: 'example.com/1' }, 5)).toHaveLength(3);
    expect(await ids({ q: first?.id.toUpperCase() ?? '' })).toEqual([first?.id]);
    expect(await ids({ q: first?.id.slice(0, 20) ?? '' })).toContain(first?.id);
    expect(await ids({ q: first?.id.slice(2, 22) ?? '' })).toEqual([]);
    expect(await ids({ q: '%' })).toEqual([]);
    expect(await ids({ q: '  ' })).toHaveLength(12);
  });

  test('archived records are excluded, listed alone or included, as requested', async () => {
    const [first] = await walk({ sort: 'createdAt' }, 1);
    const archive = async (status: 'active' | 'archived') =>
      await database.asSystem((executor) =>
        executor
          .updateTable('landings')
          .set({ status })
          .where('id', '=', first?.id ?? '')
          .execute(),
      );
    await archive('archived');
    expect(await ids({})).toHaveLength(11);
    expect(await ids({ archived: '0' })).toHaveLength(11);
    expect(await ids({ archived: '1' })).toEqual([first?.id]);
    expect(await ids({ archived: 'all' })).toHaveLength(12);
    await archive('active');
  });

  test('a cursor is valid only for its own list, sort order, filters and workspace', async () => {
    const { meta } = await listLandingPage(withUnreachableTraffic(context), {
      limit: '5',
      country: 'DE',
      sort: 'name',
    });
    const total = (await listLandingPage(withUnreachableTraffic(context), { country: 'DE', sort: 'name' }))
      .meta.total;
    expect([meta.total, total]).toEqual([4, 4]);
    const { nextCursor: cursor } = (
      await listLandingPage(withUnreachableTraffic(context), { limit: '2', country: 'DE', sort: 'name' })
    ).meta;
    const invalidCursor = { code: 'VALIDATION_FAILED', details: { issues: [{ path: 'cursor' }] } };
    const query = { limit: '2', country: 'DE', sort: 'name', cursor };
    expect((await listLandingPage(withUnreachableTraffic(context), query)).items).toHaveLength(2);
    expect(
      (await listLandingPage(withUnreachableTraffic(context), { ...query, limit: '3' })).items,
    ).toHaveLength(2);
    for (const other of [
      { country: 'AT' },
      { sort: '-name' },
      { q: 'page' },
      { archived: 'all' },
      { cursor: 'x' },
    ])
      await expect(
        listLandingPage(withUnreachableTraffic(context), { ...query, ...other }),
      ).rejects.toMatchObject(invalidCursor);
    await expect(listRotatorPage(withUnreachableTraffic(context), query)).rejects.toMatchObject(
      invalidCursor,
    );
    const foreign = await makeWorkspace(database);
    await expect(listLandingPage(withUnreachableTraffic(foreign), query)).rejects.toMatchObject(
      invalidCursor,
    );
  });
});

test('the campaign list filters by rotator, status and IDs', async () => {
  const own = await makeWorkspace(database);
  const [one, other] = [await makeCampaign(own), await makeCampaign(own)];
  const ids = async (filter: object) =>
    (await listCampaignPage(withUnreachableTraffic(own), filter)).items.map(({ id }) => id);
  expect(await ids({})).toEqual([other.id, one.id]);
  expect(await ids({ rotatorId: one.rotatorId })).toEqual([one.id]);
  expect(await ids({ status: 'paused' })).toEqual([]);
  expect(await ids({ status: 'active', sort: 'createdAt' })).toEqual([one.id, other.id]);
  expect(await ids({ ids: `${other.id},${context.workspaceId}` })).toEqual([other.id]);
});

describe('lists over HTTP', () => {
  const lists = panelOperations.filter(
    ({ method, path, query, access }) =>
      method === 'GET' &&
      !path.includes('{') &&
      access !== 'anyone' &&
      query?.shape['limit'] !== undefined &&
      query.shape['cursor'] !== undefined,
  );
  const directory = makeDataDirectory();
  let api: ApiServer;
  let session: string;
  let foreign: string;

  beforeAll(async () => {
    api = await makeApiServer(database, directory);
    session = await makeSession(context, 'owner');
    const { nextCursor } = (await listLandingPage(withUnreachableTraffic(context), { limit: '1' })).meta;
    foreign = nextCursor ?? '';
  });

  afterAll(async () => {
    await api.server.close();
    removeDataDirectory(directory);
  });

  test('include more than 15 operations in the panel API', () => {
    expect(lists.length).toBeGreaterThan(15);
  });

  test.each(lists.map(({ operationId, path }) => [operationId, path]))(
    '%s names the invalid query parameter',
    async (operationId, path) => {
      const required = /^list(?:Brief)?Events$/.test(operationId) ? 'from=2026-06-15&to=2026-06-15&' : '';
      const invalid: [string, string][] = [
        ['limit', '0'],
        ['limit', '501'],
        ['limit', '1e2'],
        ['limit', ''],
        ['sort', 'nonsense'],
        ['sort', ''],
        ['cursor', 'nonsense'],
        ['nonsense', '1'],
        // This cursor comes from the landing page list in its default order.
        ...(operationId === 'listLandings' ? [] : ([['cursor', foreign]] as [string, string][])),
      ];
      for (const [name, value] of invalid) {
        const url = `${path}?${required}${name}=${encodeURIComponent(value)}`;
        const { status, body } = await api.ask({ session, method: 'GET', path: url });
        expect([url, status, body.error]).toMatchObject([
          url,
          400,
          { code: 'VALIDATION_FAILED', details: { issues: [{ path: name }] } },
        ]);
      }
      const { status } = await api.ask({ session, method: 'GET', path: `${path}?${required}limit=1` });
      expect(status).toBe(200);
    },
  );
});
