import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { operations } from '../../src/http/api-v1/operations/index.ts';
import type { OpenApiDocument } from '../../src/http/openapi/document.ts';
import { servedPathOf, type PanelOperation } from '../../src/http/panel-api/operation.ts';
import { panelOperations } from '../../src/http/panel-api/operations/index.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiServer, testSecrets } from '../../src/testing/http/api-server.ts';
import { CheckedDescription } from '../../src/testing/http/checked-description.ts';
import { addressOf, fuzzOperation, type FuzzedRequest } from '../../src/testing/http/fuzzed-requests.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { makeCampaign, makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

let database: Database;
let api: ApiServer;
let description: CheckedDescription;
let panelDescription: CheckedDescription;
let context: WorkspaceContext;
let session: string;
let token: string;
let ownIds: string[];
const directory = makeDataDirectory();

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4, secret: testSecrets.sessionSecret });
  api = await makeApiServer(database, directory);
  const readDescription = async (url: string) =>
    new CheckedDescription((await api.server.inject({ url })).json<OpenApiDocument>());
  description = await readDescription('/openapi.json');
  panelDescription = await readDescription('/panel/openapi.json');
  context = await makeWorkspace(database);
  session = await makeSession(context, 'owner');
  token = (await makeKey(context)).token;
  ownIds = Object.values(await makeCampaign(context));
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

/** Returns the path with dot segments resolved. The resolved path may belong to a different operation. */
function pathOf(url: string, prefix: string): string {
  return new URL(url, 'http://x').pathname.slice(prefix.length);
}

async function send(request: FuzzedRequest) {
  const { operation, body, headers } = request;
  const url = `/api/v1${addressOf(request, operation.path)}`;
  const response = await api.server.inject({
    method: operation.method,
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { response, path: pathOf(url, '/api/v1') };
}

async function sendToPanel(request: FuzzedRequest<PanelOperation>) {
  const { operation, body, headers } = request;
  const path = servedPathOf(operation).replace('{workspaceId}', context.workspaceId);
  const url = `/panel/api${addressOf(request, path)}`;
  const response = await api.server.inject({
    method: operation.method,
    url,
    headers: {
      cookie: `waypost=${session}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  // The request may have ended the session, which is correct, so a new session is needed.
  if (response.statusCode === 401 || response.headers['set-cookie'] !== undefined)
    session = await makeSession(context, 'owner');
  return { response, path: pathOf(url, '/panel/api') };
}

type SentRequest = Awaited<ReturnType<typeof send>>;

function checkResponse(
  expected: CheckedDescription,
  method: string,
  { response, path }: SentRequest,
): number {
  const { statusCode: status, body: text } = response;
  // The server answers too many concurrent password checks with 503, which is not a bug.
  const isBusy = status === 503 && text.includes('busy checking other passwords');
  expect({ status, text: status >= 500 && !isBusy ? text : '' }).toEqual({ status, text: '' });
  const headers = new Headers(response.headers as Record<string, string>);
  // Requests that match no operation are answered with NOT_FOUND.
  if (status === 404) expect(JSON.parse(text)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  else expected.check({ method, path, status, headers, text });
  return status;
}

/** Returns the given statuses only in a full run, because a short run may not produce such rare statuses. */
function rare(statuses: number[]): number[] {
  return statuses.slice(0, rounds(0, statuses.length));
}

test('the public API answers any request as described', async () => {
  const statuses = new Set<number>();
  const requests = operations.map((operation) => fuzzOperation(operation, () => ownIds));
  await fc.assert(
    fc.asyncProperty(fc.oneof(...requests), async (request) => {
      const sent = await send(request);
      statuses.add(checkResponse(description, request.operation.method, sent));
    }),
    { numRuns: rounds(600, 50_000) },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, ...rare([401, 403, 413])]));
}, 900_000);

test('the panel API answers any request as described', async () => {
  const statuses = new Set<number>();
  const requests = panelOperations.map((operation) => fuzzOperation(operation, () => ownIds));
  await fc.assert(
    fc.asyncProperty(fc.oneof(...requests), async (request) => {
      const sent = await sendToPanel(request);
      statuses.add(checkResponse(panelDescription, request.operation.method, sent));
    }),
    { numRuns: rounds(400, 50_000) },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, ...rare([403])]));
}, 900_000);
