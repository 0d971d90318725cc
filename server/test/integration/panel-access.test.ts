/** The whole access table of the panel's API: whoever adds or opens an operation changes it here too. */
import { memberRoles, type MemberRole } from '@waypost/contract/access.ts';
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
  const made = memberRoles.map(async (role) => [role, await makeSession(context, role)] as const);
  sessions = Object.fromEntries(await Promise.all(made)) as Record<MemberRole, string>;
  key = (await makeKey(context)).token;
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

type Served = Pick<PanelOperation, 'access' | 'method' | 'path'>;

/** Files are served beside the operations, through the same gate. */
const allServed: Served[] = [...panelOperations, ...panelDownloads];
const guarded = allServed.filter(({ access }) => access !== 'anyone');
const writes = guarded.filter(({ method }) => method !== 'GET');

/** With a body that no operation takes, so that whoever is let in changes nothing. */
function attempt(operation: Served, session: string | undefined, headers?: Record<string, string>) {
  const path = `${operation.path.replaceAll(/\{\w+\}/g, unknownId)}?surprise=1`;
  const { method } = operation;
  const body = method === 'GET' ? {} : { body: { surprise: 1 } };
  return api.ask({ session, method, path, ...body, ...(headers === undefined ? {} : { headers }) });
}

function rolesOf({ access }: Served): MemberRole[] {
  if (access === 'anyone' || access === 'signed-in') return [...memberRoles];
  return memberRoles.filter((role) => isAllowed({ type: 'user', id: 'u', label: 'u', role }, access));
}

test('the table lists every operation with its access and its roles', () => {
  const served = allServed.map((one) =>
    `${one.method} ${one.path} ${one.access}: ${one.access === 'anyone' ? '' : rolesOf(one).join(' ')}`.trimEnd(),
  );
  expect(served.toSorted()).toEqual(panelAccessTable.toSorted());
});

const named = (operations: Served[]) =>
  operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

describe.each(named(guarded))('%s', (_, operation) => {
  test('is refused without a session, with one that is none, and with a key instead', async () => {
    const strangers = [
      await attempt(operation, undefined),
      await attempt(operation, 'A'.repeat(43)),
      await attempt(operation, undefined, {
        authorization: `Bearer ${key}`,
        'sec-fetch-site': 'same-origin',
      }),
    ];
    for (const { status, body, headers } of strangers) {
      expect(status).toBe(401);
      expect(body.error?.code).toBe('UNAUTHORIZED');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('lets in the roles of the table and no others', async () => {
    const allowed = rolesOf(operation);
    for (const role of memberRoles) {
      const { status, headers } = await attempt(operation, sessions[role]);
      expect([role, status]).toEqual([role, allowed.includes(role) ? 400 : 403]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});

const elsewhere: [string, Record<string, string>][] = [
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page of the same site', { 'sec-fetch-site': 'same-site' }],
  ['another origin', { origin: 'https://elsewhere.example' }],
  ['nowhere in particular', {}],
];
/** In the short form one for each, the next one for the next; in the full form all of them for each. */
const waysFor = (operation: Served) => {
  const own = writes.indexOf(operation) % elsewhere.length;
  return elsewhere.filter((_, at) => rounds(own, at) === at);
};

describe.each(named(writes))('%s from elsewhere', (_, operation) => {
  test.each(waysFor(operation))('is refused before its body is read: %s', async (__, headers) => {
    const path = operation.path.replaceAll(/\{\w+\}/g, unknownId);
    const request = { session: sessions.owner, method: operation.method, path, headers };
    const { status, body } = await api.ask({ ...request, body: '{"broken' });
    expect(status).toBe(403);
    expect(body.error?.code).toBe('FORBIDDEN');
  });
});

test('what is for anyone needs no session, and a page of another origin cannot write there either', async () => {
  const open = panelOperations.filter(({ access }) => access === 'anyone');
  expect(open.length).toBeGreaterThan(0);
  for (const operation of open) {
    const isWrite = operation.method !== 'GET';
    expect((await attempt(operation, undefined)).status).toBe(400);
    // A program has no origin, and without a cookie nothing can be done in somebody's name.
    expect((await attempt(operation, undefined, {})).status).toBe(400);
    expect((await attempt(operation, sessions.owner, {})).status).toBe(isWrite ? 403 : 400);
    const fromAfar = await attempt(operation, undefined, { 'sec-fetch-site': 'cross-site' });
    expect(fromAfar.status).toBe(isWrite ? 403 : 400);
  }
});

test('a body that is too large is refused after the role and before its shape', async () => {
  const body = `{"name": "${'x'.repeat(256 * 1024)}`;
  const request = { method: 'POST', path: '/landings', body };
  expect((await api.ask({ ...request, session: undefined })).status).toBe(401);
  expect((await api.ask({ ...request, session: sessions.viewer })).status).toBe(403);
  expect((await api.ask({ ...request, session: sessions.member })).status).toBe(413);
});

describe('beyond the operations', () => {
  const known = new Set(panelOperations.map(({ method, path }) => `${method} ${path}`));
  const paths = [...new Set(panelOperations.map(({ path }) => path))];

  test('another method on a known path is nothing, and strangers do not even learn that', async () => {
    for (const path of paths.filter((_, at) => at % rounds(4, 1) === 0)) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) {
        if (known.has(`${method} ${path}`)) continue;
        // A path of names may be one of ids to another operation.
        const address = path.replaceAll(/\{\w+\}/g, unknownId);
        const matched = [...known].some((one) => matches(one, method, address));
        if (matched) continue;
        expect((await api.ask({ session: undefined, method, path: address })).status).toBe(401);
        expect((await api.ask({ session: sessions.owner, method, path: address })).status).toBe(404);
      }
    }
  });

  test.each(['', '/', '/nothing', '/campaigns/', '/Campaigns'])('so is "%s"', async (path) => {
    expect((await api.ask({ session: undefined, method: 'GET', path })).status).toBe(401);
    expect((await api.ask({ session: sessions.owner, method: 'GET', path })).status).toBe(404);
  });

  test('no answer lets a page of another origin read it', async () => {
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const answer = await api.ask({ session: sessions.owner, method: 'GET', path: '/landings', headers });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

function matches(known: string, method: string, address: string): boolean {
  const [knownMethod, path = ''] = known.split(' ');
  return knownMethod === method && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address);
}
