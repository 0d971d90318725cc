import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Operation } from '../../src/http/api-v1/operation.ts';
import { operations } from '../../src/http/api-v1/operations/index.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import {
  dumpWorkspace,
  makeIsolatedWorkspace,
  type IsolatedWorkspace,
} from '../../src/testing/workspaces/two-workspaces.ts';

let database: Database;
let api: ApiServer;
let mine: IsolatedWorkspace;
let foreign: IsolatedWorkspace;
const directory = makeDataDirectory();
const unknownId = '00000000-0000-7000-8000-000000000000';

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4, secret: 'test secret' });
  api = await makeApiServer(database, directory);
  mine = await makeIsolatedWorkspace(database);
  foreign = await makeIsolatedWorkspace(database);
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

/** Request bodies that contain one foreign ID. All other IDs belong to the caller. */
const bodies: Record<string, (id: string) => unknown[]> = {
  createCampaign: (id) => {
    const { source, rotator } = mine.ids;
    const body = {
      name: 'C',
      trafficSourceId: source,
      destination: { mode: 'use_rotator', rotatorId: rotator },
    };
    return [
      { ...body, trafficSourceId: id },
      { ...body, destination: { mode: 'use_rotator', rotatorId: id } },
      { ...body, tracking: { method: 'redirect', domainId: id } },
    ];
  },
  updateCampaign: (id) => [
    { trafficSourceId: id },
    { destination: { mode: 'use_rotator', rotatorId: id } },
    { tracking: { domainId: id } },
  ],
  archiveCampaigns: (id) => [{ ids: [id] }, { ids: [mine.ids.campaign, id] }],
  restoreCampaigns: (id) => [{ ids: [id] }, { ids: [mine.ids.campaign, id] }],
  restoreLandings: (id) => [{ ids: [id] }, { ids: [mine.ids.landing, id] }],
  restoreRotators: (id) => [{ ids: [id] }, { ids: [mine.ids.rotator, id] }],
  restoreTrafficSources: (id) => [{ ids: [id] }, { ids: [mine.ids.source, id] }],
  updateLanding: () => [],
  createLanding: () => [],
  createRotator: () => [],
  createTrafficSource: () => [],
};

const idParameters = new Set(['ids', 'rotatorId']);

function requestsWith(operation: Operation, id: string): { path: string; body?: unknown }[] {
  const { operationId, path, query } = operation;
  const withOwnId = path.replace('{id}', mine.ids.campaign);
  const change = { name: 'Renamed' };
  return [
    ...(path.includes('{id}')
      ? [{ path: path.replace('{id}', id), ...(operation.body === undefined ? {} : { body: change }) }]
      : []),
    ...Object.keys(query?.shape ?? {})
      .filter((name) => idParameters.has(name))
      .flatMap((name) => [{ path: `${path}?${name}=${id}` }]),
    ...(bodies[operationId]?.(id) ?? []).map((body) => ({ path: withOwnId, body })),
  ];
}

test('this test defines a body for every operation that accepts one', () => {
  const withBody = operations.filter(({ body }) => body !== undefined).map(({ operationId }) => operationId);
  expect(Object.keys(bodies).toSorted()).toEqual(withBody.toSorted());
});

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  "%s treats another workspace's IDs exactly like unknown IDs, and changes nothing there",
  async (_, operation) => {
    const before = await dumpWorkspace(foreign);
    expect(before).toContain(foreign.ids.campaign);
    const send = async (request: { path: string; body?: unknown }) => {
      const { status, raw } = await api.send({ token: mine.token, method: operation.method, ...request });
      return { status, raw: raw.replace(/"requestId":"[^"]*"/, '') };
    };
    for (const id of Object.values(foreign.ids)) {
      const requests = requestsWith(operation, id);
      const unknown = requestsWith(operation, unknownId);
      for (const [at, request] of requests.entries()) {
        const response = await send(request);
        const expected = await send(unknown[at] ?? request);
        expect({ ...request, ...response, raw: response.raw.replaceAll(id, unknownId) }).toEqual({
          ...request,
          ...expected,
        });
        expect(response.raw.replaceAll(id, '')).not.toMatch(new RegExp(Object.values(foreign.ids).join('|')));
      }
    }
    expect(await dumpWorkspace(foreign)).toBe(before);
  },
);
