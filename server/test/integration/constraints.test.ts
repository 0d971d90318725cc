import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeKey, makeUser, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let database: Database;
let context: WorkspaceContext;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 2 });
  context = await makeWorkspace(database);
  await makeKey(context);
  await makeUser(context);
});

afterAll(() => database.close());

const violations: [description: string, statement: (id: string) => ReturnType<typeof sql>, error: RegExp][] =
  [
    [
      'a workspace without a subscription',
      () =>
        sql`INSERT INTO workspaces (id, name, timezone, currency) VALUES (gen_random_uuid(), 'x', 'UTC', 'USD')`,
      /workspaces_have_subscription/,
    ],
    [
      'a workspace without a name',
      (id) => sql`UPDATE workspaces SET name = ' ' WHERE id = ${id}`,
      /check constraint/,
    ],
    [
      'an invalid currency code',
      (id) => sql`UPDATE workspaces SET currency = 'usd' WHERE id = ${id}`,
      /check constraint/,
    ],
    [
      'a lapsed subscription with API access',
      (id) => sql`UPDATE subscriptions SET status = 'lapsed' WHERE workspace_id = ${id}`,
      /check constraint/,
    ],
    [
      'an unknown subscription state',
      (id) => sql`UPDATE subscriptions SET status = 'paid', api_access = false WHERE workspace_id = ${id}`,
      /check constraint/,
    ],
    [
      'deleting a subscription',
      (id) => sql`DELETE FROM subscriptions WHERE workspace_id = ${id}`,
      /workspaces_have_subscription/,
    ],
    [
      'an unknown role',
      (id) => sql`UPDATE memberships SET role = 'boss' WHERE workspace_id = ${id}`,
      /check constraint/,
    ],
    [
      'the same person twice in a workspace',
      (id) => sql`INSERT INTO memberships SELECT * FROM memberships WHERE workspace_id = ${id}`,
      /duplicate key/,
    ],
    [
      'an email address that differs only in case',
      () =>
        sql`INSERT INTO users (id, email, password_hash) SELECT gen_random_uuid(), upper(email), password_hash FROM users LIMIT 1`,
      /users_email/,
    ],
    [
      'a password that is not hashed',
      () => sql`UPDATE users SET password_hash = 'secret'`,
      /check constraint/,
    ],
    [
      'a key with an unsupported lifetime',
      (id) => sql`UPDATE api_keys SET lifetime_days = 31 WHERE workspace_id = ${id}`,
      /check constraint/,
    ],
    [
      'a key that expires after its lifetime',
      (id) =>
        sql`UPDATE api_keys SET expires_at = expires_at + interval '1 second' WHERE workspace_id = ${id}`,
      /check constraint/,
    ],
    [
      'a key revoked before it was created',
      (id) =>
        sql`UPDATE api_keys SET revoked_at = created_at - interval '1 second' WHERE workspace_id = ${id}`,
      /check constraint/,
    ],
    [
      'a secret that is not a hash',
      (id) => sql`UPDATE api_keys SET secret_hash = 'plain' WHERE workspace_id = ${id}`,
      /check constraint/,
    ],
    [
      'a session for an unknown user',
      (id) =>
        sql`INSERT INTO sessions (id, user_id, workspace_id, token_hash, expires_at) VALUES (gen_random_uuid(), gen_random_uuid(), ${id}, sha256('a'), now() + interval '1 hour')`,
      /foreign key/,
    ],
    [
      'a session longer than seven days',
      (id) =>
        sql`INSERT INTO sessions (id, user_id, workspace_id, token_hash, expires_at) SELECT gen_random_uuid(), user_id, workspace_id, sha256('b'), now() + interval '8 days' FROM memberships WHERE workspace_id = ${id}`,
      /check constraint/,
    ],
    [
      "an audit entry by a key without the key's ID",
      (id) =>
        sql`INSERT INTO audit_log (id, workspace_id, actor_type, actor_label, action, subject_id) VALUES (gen_random_uuid(), ${id}, 'key', 'x', 'a.b', gen_random_uuid())`,
      /check constraint/,
    ],
  ];

test.each(violations)('the database rejects %s', async (_, statement, error) => {
  await expect(
    database.asSystem((executor) => statement(context.workspaceId).execute(executor)),
  ).rejects.toThrow(error);
});

test('a session survives when its user leaves the workspace, but no longer refers to that workspace', async () => {
  const other = await makeWorkspace(database);
  const user = await makeUser(other);
  const sessions = await database.asSystem(async (executor) => {
    await sql`INSERT INTO sessions (id, user_id, workspace_id, token_hash, expires_at)
      VALUES (gen_random_uuid(), ${user.id}, ${other.workspaceId}, sha256(${user.id}::bytea), now() + interval '1 hour')`.execute(
      executor,
    );
    await sql`DELETE FROM memberships WHERE user_id = ${user.id}`.execute(executor);
    return await sql`SELECT workspace_id FROM sessions WHERE user_id = ${user.id}`.execute(executor);
  });
  expect(sessions.rows).toEqual([{ workspace_id: null }]);
});
