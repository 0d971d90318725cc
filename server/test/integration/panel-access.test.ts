import { memberRoles, type MemberRole } from '@waypost/contract/accounts/access.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { panelDownloads } from '../../src/http/panel-api/downloads.ts';
import type { PanelOperation } from '../../src/http/panel-api/operation.ts';
import { panelOperations } from '../../src/http/panel-api/operations/index.ts';
import { isAllowed } from '../../src/services/permissions.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { panelAccessTable } from './panel-access-table.ts';

let database: Database;
let api: ApiServer;
let sessions: Record<MemberRole, string>;
let key: string;
const directory = makeDataDirectory();
const unknownId = '00000000-0000-7000-8000-000000000000';

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  api = await makeApiServer(database, directory);
  const context = await makeWorkspace(database);
  const entries = memberRoles.map(async (role) => [role, await makeSession(context, role)] as const);
  sessions = Object.fromEntries(await Promise.all(entries)) as Record<MemberRole, string>;
  key = (await makeKey(context)).token;
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

type Endpoint = Pick<PanelOperation, 'access' | 'method' | 'path'>;

/** Operations and downloads. Downloads are not part of the operations but require the same authorization. */
const endpoints: Endpoint[] = [...panelOperations, ...panelDownloads];
const guarded = endpoints.filter(({ access }) => access !== 'anyone');
const writes = guarded.filter(({ method }) => method !== 'GET');

/** Sends a body that every operation rejects, so that an authorized request changes nothing. */
function sendRequest(operation: Endpoint, session: string | undefined, headers?: Record<string, string>) {
  const path = `${operation.path.replaceAll(/\{\w+\}/g, unknownId)}?surprise=1`;
  const { method } = operation;
  const body = method === 'GET' ? {} : { body: { surprise: 1 } };
  return api.ask({ session, method, path, ...body, ...(headers === undefined ? {} : { headers }) });
}

function rolesOf({ access }: Endpoint): MemberRole[] {
  if (access === 'anyone' || access === 'signed-in') return [...memberRoles];
  return memberRoles.filter((role) => isAllowed({ type: 'user', id: 'u', label: 'u', role }, access));
}

test('the access table lists every operation with its permission and roles', () => {
  const actual = endpoints.map((one) =>
    `${one.method} ${one.path} ${one.access}: ${one.access === 'anyone' ? '' : rolesOf(one).join(' ')}`.trimEnd(),
  );
  expect(actual.toSorted()).toEqual(panelAccessTable.toSorted());
});

const withNames = (operations: Endpoint[]) =>
  operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

describe.each(withNames(guarded))('%s', (_, operation) => {
  test('rejects requests without a session, with an invalid session or with an API key', async () => {
    const unauthorized = [
      await sendRequest(operation, undefined),
      await sendRequest(operation, 'A'.repeat(43)),
      await sendRequest(operation, undefined, {
        authorization: `Bearer ${key}`,
        'sec-fetch-site': 'same-origin',
      }),
    ];
    for (const { status, body, headers } of unauthorized) {
      expect(status).toBe(401);
      expect(body.error?.code).toBe('UNAUTHORIZED');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('allows exactly the roles in the access table', async () => {
    const allowed = rolesOf(operation);
    for (const role of memberRoles) {
      const { status, headers } = await sendRequest(operation, sessions[role]);
      expect([role, status]).toEqual([role, allowed.includes(role) ? 400 : 403]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});

const otherOrigins: [string, Record<string, string>][] = [
  ['a page on another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page on the same site', { 'sec-fetch-site': 'same-site' }],
  ['another origin', { origin: 'https://elsewhere.example' }],
  ['an unknown origin', {}],
];
/**
 * Returns the origins to test. A short run tests one origin for each operation, in turn, and a full run tests all
 * origins.
 */
const originsFor = (operation: Endpoint) => {
  const own = writes.indexOf(operation) % otherOrigins.length;
  return otherOrigins.filter((_, at) => rounds(own, at) === at);
};

describe.each(withNames(writes))('cross-origin request to %s', (_, operation) => {
  test.each(originsFor(operation))(
    'is rejected before the body is read when it comes from %s',
    async (__, headers) => {
      const path = operation.path.replaceAll(/\{\w+\}/g, unknownId);
      const request = { session: sessions.owner, method: operation.method, path, headers };
      const { status, body } = await api.ask({ ...request, body: '{"broken' });
      expect(status).toBe(403);
      expect(body.error?.code).toBe('FORBIDDEN');
    },
  );
});

test('public operations need no session and reject writes from another origin', async () => {
  const open = panelOperations.filter(({ access }) => access === 'anyone');
  expect(open.length).toBeGreaterThan(0);
  for (const operation of open) {
    const isWrite = operation.method !== 'GET';
    expect((await sendRequest(operation, undefined)).status).toBe(400);
    // Programs send no origin. A request without a cookie does not act for a user, so the origin check accepts it.
    expect((await sendRequest(operation, undefined, {})).status).toBe(400);
    expect((await sendRequest(operation, sessions.owner, {})).status).toBe(isWrite ? 403 : 400);
    const crossSite = await sendRequest(operation, undefined, { 'sec-fetch-site': 'cross-site' });
    expect(crossSite.status).toBe(isWrite ? 403 : 400);
  }
});

test('a body over the size limit is rejected after the role check and before validation', async () => {
  const body = `{"name": "${'x'.repeat(256 * 1024)}`;
  const request = { method: 'POST', path: '/landings', body };
  expect((await api.ask({ ...request, session: undefined })).status).toBe(401);
  expect((await api.ask({ ...request, session: sessions.viewer })).status).toBe(403);
  expect((await api.ask({ ...request, session: sessions.member })).status).toBe(413);
});

describe('unknown operations and cross-origin reads', () => {
  const known = new Set(panelOperations.map(({ method, path }) => `${method} ${path}`));
  const paths = [...new Set(panelOperations.map(({ path }) => path))];

  test('an unsupported method on a known path is answered with 404, or 401 without a session', async () => {
    for (const path of paths.filter((_, at) => at % rounds(4, 1) === 0)) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
        if (known.has(`${method} ${path}`)) continue;
        // A literal path segment may match the ID parameter of another operation.
        const requestPath = path.replaceAll(/\{\w+\}/g, unknownId);
        const matched = [...known].some((one) => matches(one, method, requestPath));
        if (matched) continue;
        expect((await api.ask({ session: undefined, method, path: requestPath })).status).toBe(401);
        expect((await api.ask({ session: sessions.owner, method, path: requestPath })).status).toBe(404);
      }
    }
  });

  test.each(['', '/', '/nothing', '/campaigns/', '/Campaigns'])(
    'the path "%s" is answered with 404, or 401 without a session',
    async (path) => {
      expect((await api.ask({ session: undefined, method: 'GET', path })).status).toBe(401);
      expect((await api.ask({ session: sessions.owner, method: 'GET', path })).status).toBe(404);
    },
  );

  test('the response to a cross-origin read has no CORS headers', async () => {
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const response = await api.ask({ session: sessions.owner, method: 'GET', path: '/landings', headers });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

function matches(known: string, method: string, requestPath: string): boolean {
  const [knownMethod, path = ''] = known.split(' ');
  return knownMethod === method && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(requestPath);
}
