/**
 * Calls every operation in the OpenAPI description and provokes every response that the description lists. The callers
 * check each response against the description. The tests also compare errors with the examples. The last test checks
 * that the other tests have observed every response, so the file must run as a whole.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WaypostApiError, type ErrorEnvelope, type NewCampaign } from '../../../client/waypost-client.ts';
import { listAnswers, type PlacedOperation } from '../../src/http/openapi/document.ts';
import { CheckedApi, type ApiAnswer, type ApiCaller } from '../../src/testing/http/api-client.ts';
import type { Observations } from '../../src/testing/http/checked-description.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';
import { rounds } from '../../src/testing/rounds.ts';

const observations: Observations = new Set();
const unknownId = '00000000-0000-7000-8000-000000000000';
const page = { name: 'Page', url: 'https://pages.example.com/?click={clickid}' };

let product: Product;
let api: CheckedApi;
let workspace: string;
let writer: ApiCaller;
let reader: ApiCaller;

beforeAll(async () => {
  product = await startProduct({ environment: lightStoreEnvironment });
  api = await CheckedApi.open(product, observations);
  workspace = api.newWorkspace();
  writer = api.caller('write', workspace);
  reader = api.caller('read', workspace);
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

type Change = { query?: string; body?: unknown; headers?: Record<string, string> };

/** Sends the operation's example request. The records in the example do not exist in this installation. */
function request(caller: ApiCaller, placed: PlacedOperation, change: Change = {}): Promise<ApiAnswer> {
  const { method, path, operation } = placed;
  const id = operation.parameters.find((parameter) => parameter.in === 'path')?.example as string | undefined;
  const [example] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {});
  const address = path.replace('{id}', id ?? '') + (change.query === undefined ? '' : `?${change.query}`);
  return caller.send(method.toUpperCase(), address, change.body ?? example?.value, change.headers);
}

function operationsWith(status: number): PlacedOperation[] {
  return api.description.operations.filter(({ operation }) => String(status) in operation.responses);
}

function examplesOf({ operation }: PlacedOperation, status: number): ErrorEnvelope['error'][] {
  const answer = new Map(listAnswers(api.description.document, operation)).get(status);
  return Object.values(answer?.content['application/json']?.examples ?? {}).map(
    ({ value }) => (value as ErrorEnvelope).error,
  );
}

/** Replaces IDs and names, so that errors about different records can be compared. */
function normalizeError(error: unknown): string {
  return JSON.stringify(error)
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/"name":"[^"]*"/g, '"name":"name"');
}

function expectExample(
  placed: PlacedOperation,
  { status, error }: Pick<ApiAnswer, 'status' | 'error'>,
): void {
  const { operationId } = placed.operation;
  expect(examplesOf(placed, status).map(normalizeError), `${operationId} ${status}`).toContain(
    normalizeError(error),
  );
}

function findOperation(operationId: string): PlacedOperation {
  const placed = api.description.operations.find(({ operation }) => operation.operationId === operationId);
  if (placed === undefined) throw new Error(`${operationId} is not described`);
  return placed;
}

async function failureOf(call: Promise<unknown>): Promise<WaypostApiError> {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof WaypostApiError)) throw new Error(`not an API error: ${String(failure)}`);
  return failure;
}

async function expectFailure(operationId: string, status: number, call: Promise<unknown>): Promise<void> {
  const { code, message, details, ...rest } = await failureOf(call);
  expect(rest.status).toBe(status);
  expect(rest.requestId).toMatch(/^[0-9a-f-]{36}$/);
  if (code === 'UNEXPECTED_ANSWER') throw new Error('not an error envelope');
  expectExample(findOperation(operationId), { status, error: { code, message, details } });
}

async function createReferences(): Promise<{ sourceId: string; rotatorId: string; body: NewCampaign }> {
  const { id: sourceId } = await writer.client.createTrafficSource({ name: 'Source' });
  const { id: rotatorId } = await writer.client.createRotator({ name: 'Rotator' });
  const destination = { mode: 'use_rotator', rotatorId } as const;
  return { sourceId, rotatorId, body: { name: 'Campaign', trafficSourceId: sourceId, destination } };
}

describe('every operation succeeds:', () => {
  test('whoami', async () => {
    expect(await reader.client.whoAmI()).toMatchObject({ tenantId: workspace, scope: 'read' });
  });

  test('landings', async () => {
    const { id } = await writer.client.createLanding({ ...page, country: 'de' });
    const landing = await reader.client.getLanding(id);
    expect(landing).toMatchObject({ ...page, country: 'DE', status: 'active' });
    expect(await reader.client.listLandings({ query: { ids: [id, unknownId], country: 'DE' } })).toEqual([
      landing,
    ]);
    expect(await writer.client.updateLanding(id, { name: 'Renamed' })).toBeNull();
    expect(await writer.client.archiveLanding(id)).toBeNull();
    expect(await reader.client.listLandings({ query: { ids: [id] } })).toEqual([]);
    const archived = await reader.client.listLandings({ query: { ids: [id], includeArchived: '1' } });
    expect(archived).toMatchObject([{ name: 'Renamed', status: 'archived' }]);
    expect(await writer.client.restoreLandings({ ids: [id, id] })).toEqual({ restored: 1 });
  });

  test('rotators and their paths', async () => {
    const { id } = await writer.client.createRotator({ name: 'Rotator', shared: true });
    const [rotator] = await reader.client.listRotators({ query: { ids: [id] } });
    expect(rotator).toMatchObject({ id, shared: true, country: null });
    const rules = await reader.client.getRotatorRules(id);
    expect(await reader.client.listRotatorPaths({ query: { rotatorId: id } })).toMatchObject([
      { id: rules.defaultPathId, rotatorId: id, deletedAt: null },
    ]);
    expect(await writer.client.restoreRotators({ ids: [id] })).toEqual({ restored: 1 });
  });

  test('traffic sources', async () => {
    const { id } = await writer.client.createTrafficSource({ name: 'Source', clickIdParam: 'click' });
    expect(await writer.client.archiveTrafficSource(id)).toBeNull();
    expect(await writer.client.restoreTrafficSources({ ids: [id] })).toEqual({ restored: 1 });
  });

  test('campaigns', async () => {
    const { body, sourceId, rotatorId } = await createReferences();
    const created = await writer.client.createCampaign({ ...body, country: 'de' });
    expect(created).toMatchObject({
      campaign: {
        displayName: 'Source - DE - Campaign',
        trafficSourceId: sourceId,
        cost: { mode: 'none', amount: 0 },
        destination: { type: 'rotator', rotatorId },
      },
      publish: { status: 'queued' },
    });
    const { id } = created.campaign;
    expect(await reader.client.getCampaign(id)).toEqual({ campaign: created.campaign });
    const changed = await writer.client.updateCampaign(id, { cost: { mode: 'cpv', amount: 0.01 } });
    expect(changed).toEqual({
      campaign: { ...created.campaign, cost: { mode: 'cpv', amount: 0.01 } },
      publish: { status: 'published' },
    });
    expect(await writer.client.archiveCampaign(id)).toBeNull();
    const restored = await writer.client.restoreCampaigns({ ids: [id] });
    expect(restored.restored).toBe(1);
    expect([...restored.runtimePendingIds, ...restored.runtimePublishedIds]).toEqual([id]);
    expect(await writer.client.archiveCampaigns({ ids: [id, id] })).toEqual({ archived: 1 });
    const query = { ids: [id], limit: 5 };
    expect((await reader.client.listCampaigns({ query })).campaigns).toEqual([]);
    const list = await reader.client.listCampaigns({ query: { ...query, includeArchived: '1' } });
    expect(list).toEqual({
      campaigns: [{ ...changed.campaign, status: 'archived' }],
      meta: { limit: 5, count: 1 },
    });
  });

  test('campaign goals', async () => {
    const { campaign } = await writer.client.createCampaign((await createReferences()).body);
    expect(await reader.client.getCampaignGoals(campaign.id)).toEqual({ rules: [] });
  });

  test('reports', async () => {
    const report = await reader.client.getReport({
      query: {
        from: '2026-11-16',
        to: '2026-11-16',
        dimensions: ['day', 'campaign'],
        metrics: ['visits', 'roi'],
        filter: ['country=DE|AT', 'visits>100'],
        totals: '1',
      },
    });
    expect(report).toMatchObject({
      rows: [],
      meta: {
        dimensions: ['day', 'campaign'],
        totalRows: 0,
        hasMore: false,
        totals: { visits: 0, roi: null },
      },
    });
  });

  test('the event feed', async () => {
    const feed = await reader.client.listEvents({ query: { from: '2026-11-16', to: '2026-11-16' } });
    expect(feed).toMatchObject({
      rows: [],
      meta: { limit: 100, count: 0, hasMore: false, nextCursor: null },
    });
  });

  test('lists without a limit, which use the documented default', async () => {
    const { parameters } = findOperation('listCampaigns').operation;
    const described = parameters.find(({ name }) => name === 'limit')?.schema.default;
    expect((await reader.client.listCampaigns()).meta.limit).toBe(described);
  });
});

/** Changes that make the example request of each operation invalid. */
const mistakes: Record<string, Change> = {
  whoAmI: { query: 'verbose=1' },
  listCampaigns: { query: 'limit=201' },
  createCampaign: {
    body: { name: 'x', trafficSourceId: unknownId, destination: { mode: 'use_rotator', rotatorId: 'x' } },
  },
  getCampaign: { query: 'verbose=1' },
  updateCampaign: { body: { cost: { amount: -1 } } },
  archiveCampaign: { query: 'verbose=1' },
  archiveCampaigns: { body: { ids: [] } },
  restoreCampaigns: { body: { ids: Array.from({ length: 201 }, () => unknownId) } },
  getCampaignGoals: { query: 'verbose=1' },
  getReport: { query: 'from=2026-11-16&to=2026-11-15' },
  listEvents: { query: 'from=2026-11-16&to=2026-11-16&type=visit&idx=1' },
  listLandings: { query: 'includeArchived=true' },
  createLanding: { body: { ...page, url: 'ftp://pages.example.com/' } },
  getLanding: { query: 'verbose=1' },
  updateLanding: { body: { name: 'x'.repeat(161) } },
  archiveLanding: { query: 'verbose=1' },
  restoreLandings: { body: { ids: [] } },
  listRotators: { query: 'country=xx' },
  createRotator: { body: { name: ' ' } },
  restoreRotators: { body: { ids: [] } },
  getRotatorRules: { query: 'verbose=1' },
  listRotatorPaths: { query: 'rotatorId=nonsense' },
  createTrafficSource: { body: { name: 'Source', postbackUrl: 'http://localhost/postback' } },
  archiveTrafficSource: { query: 'verbose=1' },
  restoreTrafficSources: { body: { ids: [] } },
};

describe('error responses of every operation match its examples:', () => {
  test('400 for an invalid request', async () => {
    for (const placed of operationsWith(400)) {
      const mistake = mistakes[placed.operation.operationId];
      expect(mistake, placed.operation.operationId).toBeDefined();
      const answer = await request(writer, placed, mistake);
      expect(answer.status, placed.operation.operationId).toBe(400);
      expectExample(placed, answer);
      const unknownParameter = await request(writer, placed, { query: 'surprise=1' });
      expect(unknownParameter.error.details.issues).toMatchObject([{ path: 'surprise' }]);
      if (placed.operation.requestBody === undefined) continue;
      const unknownField = await request(writer, placed, { body: { surprise: 1 } });
      expect(unknownField.error.details.issues?.map(({ path }) => path)).toContain('surprise');
    }
  });

  test('401 without a key or with an invalid one', async () => {
    for (const token of ['', 'wpk_nonsense']) {
      for (const placed of operationsWith(401)) {
        const answer = await request(api.callerWith(token), placed);
        expect(answer.status).toBe(401);
        expectExample(placed, answer);
      }
    }
  });

  test('402 while the subscription is lapsed', async () => {
    const lapsed = api.newWorkspace();
    const caller = api.caller('write', lapsed);
    api.setSubscription(lapsed, 'lapsed');
    for (const placed of operationsWith(402)) {
      const answer = await request(caller, placed);
      expect(answer.status).toBe(402);
      expectExample(placed, answer);
    }
  });

  test('403 for a read-only key or a page on another origin', async () => {
    expect(operationsWith(403).every(({ method }) => method !== 'get')).toBe(true);
    for (const placed of operationsWith(403)) {
      const attempts = [
        await request(reader, placed),
        await request(writer, placed, { headers: { 'sec-fetch-site': 'cross-site' } }),
        await request(writer, placed, { headers: { origin: 'https://elsewhere.example' } }),
      ];
      for (const answer of attempts) {
        expect(answer.status).toBe(403);
        expectExample(placed, answer);
      }
    }
  });

  test('404 for unknown IDs and references', async () => {
    for (const placed of operationsWith(404)) {
      const answer = await request(writer, placed);
      expect(answer.status, placed.operation.operationId).toBe(404);
      expectExample(placed, answer);
    }
  });

  test('404 for each unknown reference in a campaign', async () => {
    const { body } = await createReferences();
    const { campaign } = await writer.client.createCampaign(body);
    const references = [
      { trafficSourceId: unknownId },
      { destination: { mode: 'use_rotator', rotatorId: unknownId } },
      { tracking: { domainId: unknownId } },
    ] as const;
    for (const reference of references) {
      await expectFailure('createCampaign', 404, writer.client.createCampaign({ ...body, ...reference }));
      await expectFailure('updateCampaign', 404, writer.client.updateCampaign(campaign.id, reference));
    }
  });

  test('413 for a body that is too large', async () => {
    for (const placed of operationsWith(413)) {
      const answer = await request(writer, placed, { body: { name: 'x'.repeat(256 * 1024) } });
      expect(answer.status).toBe(413);
      expectExample(placed, answer);
    }
  });
});

describe('a 409 error matches its example', () => {
  test('for changes to an archived landing page', async () => {
    const { id } = await writer.client.createLanding(page);
    await writer.client.archiveLanding(id);
    await expectFailure('updateLanding', 409, writer.client.updateLanding(id, { name: 'x' }));
  });

  test('for archiving a traffic source that a campaign uses', async () => {
    const { body, sourceId } = await createReferences();
    const { campaign } = await writer.client.createCampaign(body);
    const call = writer.client.archiveTrafficSource(sourceId);
    await expectFailure('archiveTrafficSource', 409, call);
    expect((await failureOf(call)).details.blockedCampaignIds).toEqual([campaign.id]);
  });

  test('for a campaign whose traffic source is archived', async () => {
    const { body, sourceId } = await createReferences();
    const { campaign } = await writer.client.createCampaign(body);
    await writer.client.archiveCampaign(campaign.id);
    await writer.client.archiveTrafficSource(sourceId);
    await expectFailure('createCampaign', 409, writer.client.createCampaign(body));
    const restore = writer.client.restoreCampaigns({ ids: [campaign.id] });
    await expectFailure('restoreCampaigns', 409, restore);
    expect((await failureOf(restore)).details.blockedCampaignIds).toEqual([campaign.id]);
    await expectFailure('updateCampaign', 409, writer.client.updateCampaign(campaign.id, { name: 'x' }));
    const { campaign: other } = await writer.client.createCampaign((await createReferences()).body);
    const move = writer.client.updateCampaign(other.id, { trafficSourceId: sourceId });
    await expectFailure('updateCampaign', 409, move);
  });
});

describe('requests outside the contract', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

  async function expectNotFound(method: string, path: string): Promise<void> {
    expect((await api.callerWith('').send(method, path)).status, `${method} ${path}`).toBe(401);
    const answer = await writer.send(method, path);
    expect(answer.status, `${method} ${path}`).toBe(404);
    if (method !== 'HEAD') expect(answer.error).toMatchObject({ code: 'NOT_FOUND', details: {} });
  }

  test('get 404 for any other method on a known path, including HEAD and OPTIONS', async () => {
    const paths = Object.keys(api.description.document.paths).map((path) => path.replace('{id}', unknownId));
    for (const path of paths.filter((_, index) => index % rounds(4, 1) === 0)) {
      const others = methods.filter((method) => api.description.find(method, path) === undefined);
      expect(others.length).toBeGreaterThanOrEqual(3);
      for (const method of others) await expectNotFound(method, path);
    }
  });

  test('get 404 for any other path under the prefix', async () => {
    for (const path of ['', '/', '/nothing', `/campaigns/${unknownId}/nothing`, '/Campaigns'])
      for (const method of methods) await expectNotFound(method, path);
  });

  // This path is tested separately, because the router accepts an empty ID.
  test('get 404 for a path with an empty ID', async () => {
    for (const method of methods) await expectNotFound(method, '/campaigns/');
  });
});

describe('a key that has reached its rate limit', () => {
  let limitedProduct: Product;

  beforeAll(async () => {
    limitedProduct = await startProduct({
      environment: { ...lightStoreEnvironment, WAYPOST_RATE_LIMIT: '1', WAYPOST_RATE_BURST: '1' },
    });
  });

  afterAll(async () => {
    await limitedProduct.stop();
    removeDataDirectory(limitedProduct.dataDirectory);
  });

  test('gets 429 with Retry-After from every operation', async () => {
    const limited = await CheckedApi.open(limitedProduct, observations);
    const caller = limited.caller('write', limited.newWorkspace());
    await caller.client.whoAmI();
    for (const placed of limited.description.operations) {
      const answer = await request(caller, placed);
      expect(answer.status).toBe(429);
      expect(answer.error.code).toBe('RATE_LIMITED');
    }
    const { retryAfterSeconds, code } = await failureOf(caller.client.whoAmI());
    expect(code).toBe('RATE_LIMITED');
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });
});

/** Responses that no client can provoke in a working installation, each with the reason. */
const unreachable: Record<string, string> = {
  'archiveCampaigns 409': 'nothing depends on a campaign',
  'archiveLanding 409': 'the pools of a rotator are filled in the panel',
};

test('every documented response was observed, except unreachable ones', () => {
  const described = api.description.operations.flatMap(({ operation }) =>
    Object.keys(operation.responses)
      .filter((status) => status !== '500' && status !== '503')
      .map((status) => `${operation.operationId} ${status}`),
  );
  expect(described.length).toBeGreaterThan(100);
  const missing = described.filter((answer) => !observations.has(answer));
  expect(missing.toSorted()).toEqual(Object.keys(unreachable).toSorted());
});
