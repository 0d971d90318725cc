/** What the token of a mailed link shows, and how often somebody may come with one that opens nothing. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { acceptInvitation } from '../../src/services/accounts/accept-invitation.ts';
import {
  listInvitations,
  revokeInvitation,
  viewInvitation,
} from '../../src/services/accounts/invitations.ts';
import { resetPassword } from '../../src/services/accounts/reset-password.ts';
import { invite } from '../../src/services/accounts/send-invitation.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer } from '../../src/testing/http/api-server.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makePerson, makeAnonymous, StoppedClock } from '../../src/testing/workspaces/people.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

vi.mock(
  '../../src/platform/password-hash.ts',
  () => import('../../src/testing/workspaces/cheap-password-hash.ts'),
);
vi.mock(
  '../../src/platform/password-strength.ts',
  () => import('../../src/testing/workspaces/cheap-password-strength.ts'),
);

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

afterAll(() => database.close());

const password = 'seven green bicycles at dawn';
const dead = { code: 'NOT_FOUND', message: 'This invitation is no longer valid. Ask for a new one.' };
const weekMs = 7 * 24 * 60 * 60 * 1000;
const noToken = 'A'.repeat(43);

function newEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.com`;
}

describe('an invitation, before it is accepted', () => {
  test('shows what it is for, as often as asked, and stays open', async () => {
    const context = await makeWorkspace(database);
    const email = newEmail();
    const { token, expiresAt, workspace } = await invite(context, { email, role: 'admin' });
    const stranger = makeAnonymous(database);
    const shown = { workspace, email, role: 'admin', expiresAt: expiresAt.toISOString(), hasAccount: false };
    for (let count = 0; count < 60; count += 1)
      expect(await viewInvitation(stranger, { token })).toEqual(shown);
    expect((await listInvitations(context)).items).toHaveLength(1);
    await expect(acceptInvitation(stranger, { token, password })).resolves.toMatchObject({ session: {} });
  });

  test('tells whether the invited person has a password already', async () => {
    const context = await makeWorkspace(database);
    const known = await makePerson(await makeWorkspace(database), 'owner');
    const { token } = await invite(context, { email: known.email.toUpperCase(), role: 'viewer' });
    expect(await viewInvitation(makeAnonymous(database), { token })).toMatchObject({ hasAccount: true });
  });

  test('revoked, replaced, used, expired and made-up ones are one answer', async () => {
    const clock = new StoppedClock();
    const context = await makeWorkspace(database, clock.now);
    const stranger = makeAnonymous(database, clock);
    const make = (email = newEmail()) => invite(context, { email, role: 'viewer' });
    const [revoked, replaced, used, late] = [await make(), await make(), await make(), await make()];
    await revokeInvitation(context, revoked.id);
    await make(replaced.email);
    clock.advance(weekMs - 1);
    await acceptInvitation(stranger, { token: used.token, password });
    clock.advance(1);
    for (const token of [revoked.token, replaced.token, used.token, late.token, noToken])
      await expect(viewInvitation(stranger, { token })).rejects.toMatchObject(dead);
  });

  test('takes the token in the body only, without a session and beside one of somebody else', async () => {
    const api = await makeApiServer(database);
    const { token } = await invite(await makeWorkspace(database), { email: newEmail(), role: 'viewer' });
    const view = (request: { path: string; body?: unknown; method?: string }) =>
      api.ask({ session: undefined, method: 'POST', ...request });
    const { status, body, headers } = await view({ path: '/invitations/view', body: { token } });
    expect([status, body.ok, headers.get('cache-control')]).toEqual([200, true, 'no-store']);
    expect(headers.get('set-cookie')).toBeNull();
    const inQuery = await view({ path: `/invitations/view?token=${token}`, body: { token } });
    expect(inQuery.status).toBe(400);
    expect((await view({ path: '/invitations/view', body: { token: `${token}A` } })).status).toBe(400);
    const session = await makeSession(await makeWorkspace(database), 'viewer');
    const beside = await api.ask({ session, method: 'POST', path: '/invitations/view', body: { token } });
    expect([beside.status, beside.body.data]).toEqual([200, body.data]);
    expect((await view({ path: `/invitations/view?token=${token}`, method: 'GET' })).status).toBe(401);
    await api.server.close();
  });
});

describe('links that open nothing', () => {
  const uses = {
    viewing: (stranger: ReturnType<typeof makeAnonymous>, token: string) =>
      viewInvitation(stranger, { token }),
    accepting: (stranger: ReturnType<typeof makeAnonymous>, token: string) =>
      acceptInvitation(stranger, { token, password }),
    resetting: (stranger: ReturnType<typeof makeAnonymous>, token: string) =>
      resetPassword(stranger, { token, password }),
  };

  test.each(Object.entries(uses))('are counted for the address: %s', async (_, use) => {
    const clock = new StoppedClock();
    const stranger = makeAnonymous(database, clock);
    for (let count = 0; count < 50; count += 1)
      await expect(use(stranger, noToken)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const refused = { code: 'RATE_LIMITED', details: { retryAfter: 900 } };
    for (const other of Object.values(uses))
      await expect(other(stranger, noToken)).rejects.toMatchObject(refused);
    // Others are not held up, and neither is this one for good.
    await expect(use(makeAnonymous(database, clock), noToken)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    clock.advance(15 * 60_000);
    await expect(use(stranger, noToken)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
