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
import { makePerson, makeAnonymous, ManualClock } from '../../src/testing/workspaces/people.ts';
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
const invalidInvitation = {
  code: 'NOT_FOUND',
  message: 'This invitation is no longer valid. Ask for a new one.',
};
const weekMs = 7 * 24 * 60 * 60 * 1000;
const unknownToken = 'A'.repeat(43);

function newEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.com`;
}

describe('an invitation link before it is accepted', () => {
  test('can be viewed any number of times without being used up', async () => {
    const context = await makeWorkspace(database);
    const email = newEmail();
    const { token, expiresAt, workspace } = await invite(context, { email, role: 'admin' });
    const anonymous = makeAnonymous(database);
    const shown = { workspace, email, role: 'admin', expiresAt: expiresAt.toISOString(), hasAccount: false };
    for (let count = 0; count < 60; count += 1)
      expect(await viewInvitation(anonymous, { token })).toEqual(shown);
    expect((await listInvitations(context)).items).toHaveLength(1);
    await expect(acceptInvitation(anonymous, { token, password })).resolves.toMatchObject({ session: {} });
  });

  test('shows whether the invited person already has an account', async () => {
    const context = await makeWorkspace(database);
    const existing = await makePerson(await makeWorkspace(database), 'owner');
    const { token } = await invite(context, { email: existing.email.toUpperCase(), role: 'viewer' });
    expect(await viewInvitation(makeAnonymous(database), { token })).toMatchObject({ hasAccount: true });
  });

  test('answers NOT_FOUND for revoked, replaced, used, expired and unknown tokens alike', async () => {
    const clock = new ManualClock();
    const context = await makeWorkspace(database, clock.now);
    const anonymous = makeAnonymous(database, clock);
    const inviteViewer = (email = newEmail()) => invite(context, { email, role: 'viewer' });
    const [revoked, replaced, used, late] = [
      await inviteViewer(),
      await inviteViewer(),
      await inviteViewer(),
      await inviteViewer(),
    ];
    await revokeInvitation(context, revoked.id);
    await inviteViewer(replaced.email);
    clock.advance(weekMs - 1);
    await acceptInvitation(anonymous, { token: used.token, password });
    clock.advance(1);
    for (const token of [revoked.token, replaced.token, used.token, late.token, unknownToken])
      await expect(viewInvitation(anonymous, { token })).rejects.toMatchObject(invalidInvitation);
  });

  test("accepts the token only in the request body, with or without another user's session", async () => {
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
    const withSession = await api.ask({
      session,
      method: 'POST',
      path: '/invitations/view',
      body: { token },
    });
    expect([withSession.status, withSession.body.data]).toEqual([200, body.data]);
    expect((await view({ path: `/invitations/view?token=${token}`, method: 'GET' })).status).toBe(401);
    await api.server.close();
  });
});

describe('the rate limit for invalid link tokens', () => {
  const uses = {
    viewing: (anonymous: ReturnType<typeof makeAnonymous>, token: string) =>
      viewInvitation(anonymous, { token }),
    accepting: (anonymous: ReturnType<typeof makeAnonymous>, token: string) =>
      acceptInvitation(anonymous, { token, password }),
    resetting: (anonymous: ReturnType<typeof makeAnonymous>, token: string) =>
      resetPassword(anonymous, { token, password }),
  };

  test.each(Object.entries(uses))(
    'blocks an IP address after 50 attempts with an invalid token (%s)',
    async (_, use) => {
      const clock = new ManualClock();
      const anonymous = makeAnonymous(database, clock);
      for (let count = 0; count < 50; count += 1)
        await expect(use(anonymous, unknownToken)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      const rateLimited = { code: 'RATE_LIMITED', details: { retryAfter: 900 } };
      for (const other of Object.values(uses))
        await expect(other(anonymous, unknownToken)).rejects.toMatchObject(rateLimited);
      // Other IP addresses are not limited, and the limit for this address expires.
      await expect(use(makeAnonymous(database, clock), unknownToken)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      clock.advance(15 * 60_000);
      await expect(use(anonymous, unknownToken)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );
});
