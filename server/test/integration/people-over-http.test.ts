import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PanelOperation } from '../../src/http/panel-api/operation.ts';
import { peopleOperations } from '../../src/http/panel-api/operations/index.ts';
import { tooBusy, verifyPassword } from '../../src/platform/password-hash.ts';
import { addUser } from '../../src/services/accounts/create-user.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import { makePerson, computeTotpCode, TestAccounts } from '../../src/testing/workspaces/people.ts';

vi.mock(
  '../../src/platform/password-hash.ts',
  () => import('../../src/testing/workspaces/cheap-password-hash.ts'),
);
vi.mock(
  '../../src/platform/password-strength.ts',
  () => import('../../src/testing/workspaces/cheap-password-strength.ts'),
);

let database: Database;
let api: ApiServer;
const accounts = new TestAccounts();
const directory = makeDataDirectory();
const newPassword = 'seven green bicycles at dawn';

beforeAll(async () => {
  // Uses a separate database because all requests come from one IP address and share its rate limit.
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  database = new Database(url, { connectionsMax: 8 });
  api = await makeApiServer(database, directory, { accounts: accounts.tools });
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

/** Keeps cookies between requests and validates each response against the operation's schema. */
class Browser {
  session: string | undefined;

  async request(operationId: string, input: { id?: string; body?: unknown } = {}) {
    const operation = peopleOperations.find((one) => one.operationId === operationId) as PanelOperation;
    const response = await api.ask({
      session: this.session,
      method: operation.method,
      path: operation.path.replace('{id}', input.id ?? ''),
      ...('body' in input ? { body: input.body } : {}),
    });
    if (response.status < 300) operation.data.parse(response.body.data);
    const cookie = /^waypost=([\w-]*);/.exec(response.headers.get('set-cookie') ?? '')?.[1];
    if (cookie !== undefined) this.session = cookie === '' ? undefined : cookie;
    return { status: response.status, data: response.body.data, cookie, headers: response.headers };
  }
}

test('sign-in, password change and sign-out each replace the session cookie', async () => {
  const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
  const { email, password } = await makePerson(first, 'owner');
  await addUser(second, { email, password, role: 'viewer' });
  const browser = new Browser();
  expect(await browser.request('getMe')).toMatchObject({ status: 401 });
  const signedIn = await browser.request('signIn', { body: { email, password } });
  expect(signedIn).toMatchObject({ status: 200, data: { signedIn: true, secondFactor: null } });
  expect(signedIn.headers.get('set-cookie')).toMatch(
    /; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax,waypost-browser=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
  );
  expect(signedIn.headers.get('cache-control')).toBe('no-store');
  expect(JSON.stringify(signedIn.data)).not.toContain(signedIn.cookie);
  expect(await browser.request('getMe')).toMatchObject({
    data: {
      email,
      lastWorkspaceId: first.workspaceId,
      workspaces: [{ role: 'owner' }, { id: second.workspaceId, role: 'viewer' }],
    },
    cookie: undefined,
  });
  const changed = await browser.request('changePassword', {
    body: { currentPassword: password, newPassword },
  });
  expect(changed.cookie).not.toBe(signedIn.cookie);
  const signedOut = await browser.request('signOut');
  expect(signedOut).toMatchObject({ status: 200, cookie: '' });
  browser.session = changed.cookie;
  expect(await browser.request('getMe')).toMatchObject({ status: 401 });
});

test('a temporary password must be changed before anything else', async () => {
  const context = await makeWorkspace(database);
  const [email, password] = ['given@example.com', 'thirteen clouds over a barn'];
  await addUser(context, { email, password, mustChangePassword: true });
  const browser = new Browser();
  const signedIn = await browser.request('signIn', { body: { email, password } });
  expect(signedIn.data).toMatchObject({ signedIn: true, mustChangePassword: true });
  expect(await browser.request('getMe')).toMatchObject({ status: 200, data: { mustChangePassword: true } });
  const session = browser.session;
  for (const path of ['/sessions', '/me/preferences', `/workspaces/${context.workspaceId}/people`]) {
    const response = await api.ask({ session, method: 'GET', path });
    expect(response).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'password-change-required' } } },
    });
  }
  await browser.request('changePassword', { body: { currentPassword: password, newPassword } });
  expect(await browser.request('getMe')).toMatchObject({ data: { mustChangePassword: false } });
  expect(await browser.request('listSessions')).toMatchObject({ status: 200 });
});

const itemsOf = <Item>({ data }: { data: unknown }) => (data as { items: Item[] }).items;

test('ending sessions signs out other browsers, and ending the current one clears its cookie', async () => {
  const { email, password } = await makePerson(await makeWorkspace(database), 'owner');
  const [laptop, phone, third] = [new Browser(), new Browser(), new Browser()];
  for (const browser of [laptop, phone, third])
    await browser.request('signIn', { body: { email, password } });
  const sessions = itemsOf<{ id: string; isCurrent: boolean }>(await laptop.request('listSessions'));
  const mine = sessions.find(({ isCurrent }) => isCurrent)?.id ?? '';
  expect(sessions).toHaveLength(3);
  expect(await phone.request('endOtherSessions')).toMatchObject({ data: { ended: 2 }, cookie: undefined });
  expect(await laptop.request('getMe')).toMatchObject({ status: 401 });
  expect(await phone.request('endSession', { id: mine })).toMatchObject({ status: 404 });
  const [only] = itemsOf<{ id: string }>(await phone.request('listSessions'));
  expect(await phone.request('endSession', { id: only?.id.toUpperCase() ?? '' })).toMatchObject({
    status: 200,
    cookie: '',
  });
});

test('two-factor authentication can be enabled, is required at sign-in and can be disabled', async () => {
  const { email, password } = await makePerson(await makeWorkspace(database), 'viewer');
  const browser = new Browser();
  await browser.request('signIn', { body: { email, password } });
  const offer = await browser.request('beginSecondFactor', { body: { password } });
  const { secret } = offer.data as { secret: string };
  const confirmed = await browser.request('confirmSecondFactor', {
    body: { code: computeTotpCode(secret, new Date()) },
  });
  const { recoveryCodes } = confirmed.data as { recoveryCodes: string[] };
  const other = new Browser();
  expect(await other.request('signIn', { body: { email, password } })).toMatchObject({
    status: 200,
    data: { signedIn: false, secondFactor: 'needed' },
    cookie: undefined,
  });
  const code = recoveryCodes[0];
  expect(await other.request('signIn', { body: { email, password, code } })).toMatchObject({ status: 200 });
  expect(await other.request('signIn', { body: { email, password, code } })).toMatchObject({ status: 401 });
  const renewed = await other.request('renewRecoveryCodes', { body: { password, code: recoveryCodes[1] } });
  const [newCode] = (renewed.data as { recoveryCodes: string[] }).recoveryCodes;
  expect(await other.request('disableSecondFactor', { body: { password, code: newCode } })).toMatchObject({
    status: 200,
  });
  expect(await other.request('getMe')).toMatchObject({ data: { secondFactor: { enabled: false } } });
});

test('a person can be invited, join, be promoted, reset their password and be removed', async () => {
  const context = await makeWorkspace(database);
  const owner = await makePerson(context, 'owner');
  const email = `guest-${owner.email}`;
  const [ownerBrowser, guest] = [new Browser(), new Browser()];
  await ownerBrowser.request('signIn', { body: { email: owner.email, password: owner.password } });
  const invited = await ownerBrowser.request('sendInvitation', { body: { email, role: 'viewer' } });
  expect(invited).toMatchObject({ status: 201, data: { mailed: true } });
  await accounts.settle();
  expect(await ownerBrowser.request('listInvitations')).toMatchObject({
    data: { items: [{ email, role: 'viewer' }] },
  });
  const body = { token: accounts.tokenFor(email), password: 'a bench beside the quiet river' };
  // The invitation is rejected, because the browser is signed in as another person and sends no password.
  expect(await ownerBrowser.request('acceptInvitation', { body: { token: body.token } })).toMatchObject({
    status: 403,
  });
  expect(await guest.request('viewInvitation', { body: { token: body.token } })).toMatchObject({
    status: 200,
    data: { email, role: 'viewer', hasAccount: false },
    cookie: undefined,
  });
  expect(await guest.request('acceptInvitation', { body })).toMatchObject({ data: { signedIn: true } });
  const members = itemsOf<{ id: string; email: string }>(await guest.request('listMembers'));
  const { id } = members.find((one) => one.email === email) ?? { id: '' };
  expect(await guest.request('changeRole', { id, body: { version: 1, role: 'admin' } })).toMatchObject({
    status: 403,
  });
  expect(await guest.request('listInvitations')).toMatchObject({ status: 403 });
  expect(await ownerBrowser.request('changeRole', { id, body: { version: 1, role: 'admin' } })).toMatchObject(
    {
      status: 200,
    },
  );
  expect(await guest.request('listInvitations')).toMatchObject({ status: 200, data: { items: [] } });
  const anonymous = new Browser();
  for (const address of [email, 'unknown-person@example.com'])
    expect(await anonymous.request('requestPasswordReset', { body: { email: address } })).toMatchObject({
      status: 200,
      data: null,
    });
  await accounts.settle();
  const token = accounts.tokenFor(email);
  expect(await anonymous.request('resetPassword', { body: { token, password: newPassword } })).toMatchObject({
    status: 200,
    cookie: undefined,
  });
  expect(await guest.request('getMe')).toMatchObject({ status: 401 });
  await guest.request('signIn', { body: { email, password: newPassword } });
  expect(await guest.request('getMe')).toMatchObject({ status: 200 });
  const another = await ownerBrowser.request('sendInvitation', {
    body: { email: `other-${email}`, role: 'viewer' },
  });
  const { id: invitationId } = another.data as { id: string };
  expect(await ownerBrowser.request('revokeInvitation', { id: invitationId })).toMatchObject({ status: 200 });
  expect(await ownerBrowser.request('removeMember', { id })).toMatchObject({
    status: 200,
    cookie: undefined,
  });
  expect(await guest.request('getMe')).toMatchObject({ status: 401 });
});

test('leaving the only workspace ends the session', async () => {
  const context = await makeWorkspace(database);
  await makePerson(context, 'owner');
  const { id, email, password } = await makePerson(context, 'viewer');
  const browser = new Browser();
  await browser.request('signIn', { body: { email, password } });
  expect(await browser.request('removeMember', { id })).toMatchObject({ status: 200, cookie: undefined });
  expect(await browser.request('getMe')).toMatchObject({ status: 401 });
});

test('two tabs in two workspaces write to their own workspace', async () => {
  const [first, second, foreign] = [
    await makeWorkspace(database),
    await makeWorkspace(database),
    await makeWorkspace(database),
  ];
  const { email, password } = await makePerson(first, 'owner');
  await addUser(second, { email, password, role: 'owner' });
  const browser = new Browser();
  await browser.request('signIn', { body: { email, password } });
  const send = async (context: { workspaceId: string }, method: string, path: string, body?: unknown) => {
    const { workspaceId } = context;
    return await api.ask({ session: browser.session, method, path, workspaceId, body });
  };
  const page = { name: 'Saved by the first tab', url: 'https://example.com/' };
  // The first tab stays open in one workspace while the second tab reads the other workspace.
  expect((await send(first, 'GET', '/offers')).status).toBe(200);
  expect((await send(second, 'GET', '/offers')).status).toBe(200);
  expect((await send(first, 'POST', '/offers', page)).status).toBe(200);
  const [mine, others] = [await send(first, 'GET', '/offers'), await send(second, 'GET', '/offers')];
  expect(mine.raw).toContain(page.name);
  expect(others.raw).not.toContain(page.name);
  // Inaccessible and unknown workspaces get the same response.
  const responses = await Promise.all(
    [foreign, { workspaceId: '00000000-0000-7000-8000-000000000000' }, { workspaceId: 'nonsense' }].map(
      (context) => send(context, 'POST', '/offers', page),
    ),
  );
  for (const { status, body } of responses)
    expect([status, body.error]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'Workspace not found', details: {} },
    ]);
});

describe('sign-in', () => {
  test('answers 429 with Retry-After after too many attempts, for known and unknown people alike', async () => {
    const { email } = await makePerson(await makeWorkspace(database), 'owner');
    const responses: string[] = [];
    const attempts = [email, `not-${email}`].flatMap((one) => Array<string>(12).fill(one));
    for (const one of attempts) {
      const request = { method: 'POST', path: '/session', body: { email: one, password: 'wrong' } };
      const { status, body, headers } = await api.ask({ session: undefined, ...request });
      if (status !== 429) continue;
      expect(headers.get('retry-after')).toMatch(/^(?:8[89]\d|900)$/);
      responses.push(String(body.error?.code));
    }
    expect(responses).toEqual(Array(4).fill('RATE_LIMITED'));
  });

  test('answers 503 with Retry-After while too many passwords are being checked', async () => {
    const { email, password } = await makePerson(await makeWorkspace(database), 'owner');
    vi.mocked(verifyPassword).mockRejectedValueOnce(tooBusy());
    const request = { session: undefined, method: 'POST', path: '/session', body: { email, password } };
    const { status, body, headers } = await api.ask(request);
    expect([status, body.error?.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await api.ask(request)).status).toBe(200);
  });

  test('sets a host-bound cookie over HTTPS and ignores the unprefixed one', async () => {
    const publicOrigin = 'https://panel.example.com';
    const own = await makeApiServer(database, undefined, { accounts: accounts.tools, publicOrigin });
    const { email, password } = await makePerson(await makeWorkspace(database), 'owner');
    try {
      const response = await own.ask({
        session: undefined,
        method: 'POST',
        path: '/session',
        body: { email, password },
      });
      expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
      const cookie = response.headers.get('set-cookie') ?? '';
      expect(cookie).toMatch(/^__Host-waypost=[\w-]{43}; Secure; Path=\/; /);
      const token = /=([\w-]{43});/.exec(cookie)?.[1];
      expect(await own.ask({ session: token, method: 'GET', path: '/me' })).toMatchObject({ status: 401 });
      const headers = { cookie: `__Host-waypost=${token}` };
      const me = await own.ask({ session: undefined, method: 'GET', path: '/me', headers });
      expect(me.status).toBe(200);
    } finally {
      await own.server.close();
    }
  });
});
