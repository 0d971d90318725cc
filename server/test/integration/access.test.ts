import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { formatKeyToken, parseKeyToken } from '../../src/domain/api-key-token.ts';
import { newId } from '../../src/platform/ids.ts';
import { hashPassword } from '../../src/platform/password-hash.ts';
import { createUser } from '../../src/services/accounts/create-user.ts';
import { purgeExpiredSessions } from '../../src/services/accounts/sessions.ts';
import { setUpFirstWorkspace } from '../../src/services/accounts/set-up-first-workspace.ts';
import { listAuditLog } from '../../src/services/audit/list-audit-log.ts';
import type { Actor, WorkspaceContext } from '../../src/services/context.ts';
import { authenticateKey, makeKeyLookup } from '../../src/services/keys/authenticate-key.ts';
import { createKey, rotateKey } from '../../src/services/keys/issue-key.ts';
import { getKey, listKeyPage, listKeys, renameKey, revokeKey } from '../../src/services/keys/keys.ts';
import { setSubscription } from '../../src/services/subscriptions/subscriptions.ts';
import { createWorkspace, listWorkspaces } from '../../src/services/workspaces/workspaces.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { insertUser } from '../../src/store/accounts/users.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeKey, makeUser, makeWorkspace, operatorContext } from '../../src/testing/workspaces/factories.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

afterAll(() => database.close());

const now = () => new Date();
const unauthorized = {
  code: 'UNAUTHORIZED',
  message: 'A valid API key is required. Send it as Authorization: Bearer <token>.',
  details: {},
};

describe('the API key service', () => {
  test("authenticates a new key for its workspace, with the key's scope", async () => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context, { scope: 'read' });
    const caller = await authenticateKey(makeKeyLookup(database), key.token, now());
    expect(caller).toEqual({
      workspaceId: context.workspaceId,
      actor: { type: 'key', id: key.id, label: 'Test key', scope: 'read' },
    });
  });

  test('rejects malformed, unknown, wrong, expired and revoked tokens with the same error', async () => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context);
    const parts = parseKeyToken(key.token);
    if (parts === undefined) throw new Error('failed to parse the token');
    const other = parseKeyToken((await makeKey(context)).token);
    const revoked = await makeKey(context);
    await revokeKey(context, revoked.id);
    const tokens = [
      'wpk_nonsense',
      formatKeyToken({ ...parts, locator: '0'.repeat(22) }),
      formatKeyToken({ ...parts, secret: other?.secret ?? '' }),
      revoked.token,
    ];
    for (const token of tokens)
      await expect(authenticateKey(makeKeyLookup(database), token, now())).rejects.toMatchObject(
        unauthorized,
      );
    const expiry = new Date(key.expiresAt.getTime());
    await expect(authenticateKey(makeKeyLookup(database), key.token, expiry)).rejects.toMatchObject(
      unauthorized,
    );
    await expect(
      authenticateKey(makeKeyLookup(database), key.token, new Date(expiry.getTime() - 1)),
    ).resolves.toBeDefined();
  });

  test.each([30, 90, 180] as const)(
    'expires a %i-day key exactly that many days after its creation',
    async (lifetimeDays) => {
      const start = new Date('2026-03-01T12:00:00.123Z');
      const context = await makeWorkspace(database, () => start);
      const key = await makeKey(context, { lifetimeDays });
      expect(key.expiresAt.getTime() - start.getTime()).toBe(lifetimeDays * 86_400_000);
    },
  );

  test('invalidates the old token on rotation and keeps ID, scope and expiry', async () => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context, { scope: 'read', lifetimeDays: 90 });
    const rotated = await rotateKey(context, key.id);
    expect(rotated).toMatchObject({ id: key.id, expiresAt: key.expiresAt });
    await expect(authenticateKey(makeKeyLookup(database), key.token, now())).rejects.toMatchObject(
      unauthorized,
    );
    expect((await authenticateKey(makeKeyLookup(database), rotated.token, now())).actor.scope).toBe('read');
  });

  test('keeps token, scope and expiry when a key is renamed, and logs the old and the new label', async () => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context, { scope: 'read' });
    const before = await getKey(context, key.id);
    await renameKey(context, key.id, { label: ' After ' });
    await renameKey(context, key.id, { label: 'After' });
    expect(await getKey(context, key.id)).toEqual({ ...before, label: 'After', version: 2 });
    const { actor } = await authenticateKey(makeKeyLookup(database), key.token, now());
    expect(actor).toMatchObject({ label: 'After', scope: 'read' });
    const { items } = await listAuditLog(context, { subjectId: key.id });
    expect(items).toMatchObject([
      { action: 'key.update', version: 2, changes: [{ field: 'label', before: 'Test key', after: 'After' }] },
      { action: 'key.create', version: 1 },
    ]);
    await revokeKey(context, key.id);
    await renameKey(context, key.id, { label: 'Revoked' });
    expect(await getKey(context, key.id)).toMatchObject({ label: 'Revoked', state: 'revoked', version: 4 });
    const foreign = await makeWorkspace(database);
    await expect(renameKey(foreign, key.id, { label: 'X' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const input of [{}, { label: '' }, { label: 'X', scope: 'write' }])
      await expect(renameKey(context, key.id, input)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const stale = { ...context, expectedVersions: new Map([[key.id, 3]]) };
    await expect(renameKey(stale, key.id, { label: 'X' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('leaves exactly one valid token after concurrent rotations', async () => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context);
    const rotated = await Promise.all(Array.from({ length: 6 }, () => rotateKey(context, key.id)));
    const outcomes = await Promise.allSettled(
      [key, ...rotated].map(({ token }) => authenticateKey(makeKeyLookup(database), token, now())),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  test('refuses to rotate a revoked or expired key, lists keys by state, and accepts a second revocation', async () => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context);
    const first = await revokeKey(context, key.id);
    expect((await revokeKey(context, key.id)).revokedAt).toEqual(first.revokedAt);
    await expect(rotateKey(context, key.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const expiring = await makeKey(context);
    const at = (offsetMs: number) => ({
      ...context,
      now: () => new Date(expiring.expiresAt.getTime() + offsetMs),
    });
    await rotateKey(at(-1), expiring.id);
    await expect(rotateKey(at(0), expiring.id)).rejects.toMatchObject({ reason: 'expired' });
    const versionsOf = async (subjectId: string) =>
      (await listAuditLog(context, { subjectId })).items.map(({ version }) => version);
    expect([first.version, await versionsOf(key.id), await versionsOf(expiring.id)]).toEqual([
      2,
      [2, 1],
      [2, 1],
    ]);
    const listIds = async (offsetMs: number, filter: object) =>
      (await listKeyPage(at(offsetMs), filter)).items.map(({ id }) => id);
    expect(await listIds(-1, { state: 'active' })).toEqual([expiring.id]);
    expect(await listIds(0, { state: 'expired' })).toEqual([expiring.id]);
    expect(await listIds(0, { state: 'revoked' })).toEqual([key.id]);
    expect(await listIds(0, {})).toHaveLength(2);
    await renameKey(context, key.id, { label: 'Old script' });
    expect(await listIds(0, { q: ' SCRIPT ' })).toEqual([key.id]);
    expect(await listIds(0, { q: expiring.id })).toEqual([expiring.id]);
  });

  test('blocks existing and new keys when the subscription lapses, but still allows revoking', async () => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context);
    for (const state of [
      { status: 'lapsed' },
      { status: 'none' },
      { status: 'active', apiAccess: false },
    ] as const) {
      await setSubscription(context, state);
      await expect(authenticateKey(makeKeyLookup(database), key.token, now())).rejects.toMatchObject({
        code: 'BILLING_REQUIRED',
      });
      await expect(makeKey(context)).rejects.toMatchObject({ code: 'BILLING_REQUIRED' });
      await expect(authenticateKey(makeKeyLookup(database), 'wpk_x', now())).rejects.toMatchObject(
        unauthorized,
      );
    }
    await revokeKey(context, key.id);
    await setSubscription(context, { status: 'active' });
    await expect(authenticateKey(makeKeyLookup(database), key.token, now())).rejects.toMatchObject(
      unauthorized,
    );
  });

  test('stores neither the token nor its secret', async () => {
    const url = await makeDatabase();
    await migratePostgresSchema(url);
    const own = new Database(url, { connectionsMax: 1 });
    try {
      const context = await makeWorkspace(own);
      const key = await makeKey(context);
      const rotated = await rotateKey(context, key.id);
      const { rows } = await own.asSystem((executor) =>
        sql<{
          text: string;
        }>`SELECT k::text || encode(k.secret_hash, 'escape') AS text FROM api_keys k UNION ALL SELECT a::text FROM audit_log a`.execute(
          executor,
        ),
      );
      const stored = rows.map((row) => row.text).join('\n');
      for (const { token } of [key, rotated]) {
        expect(stored).not.toContain(token);
        expect(stored).not.toContain(parseKeyToken(token)?.secret);
      }
    } finally {
      await own.close();
    }
  });

  test("answers NOT_FOUND for another workspace's key, as for an unknown one", async () => {
    const [mine, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
    const key = await makeKey(foreign);
    const unknown = '00000000-0000-7000-8000-000000000000';
    for (const change of [rotateKey, revokeKey]) {
      const [foreignError, unknownError] = await Promise.all(
        [key.id, unknown].map((id) => change(mine, id).catch((error: unknown) => error)),
      );
      expect(foreignError).toMatchObject({ code: 'NOT_FOUND' });
      expect(foreignError).toEqual(unknownError);
    }
    expect(await listKeys(mine)).toEqual([]);
    await expect(authenticateKey(makeKeyLookup(database), key.token, now())).resolves.toBeDefined();
  });

  test('rejects invalid input with one issue per field', async () => {
    const context = await makeWorkspace(database);
    const input = { label: ' ', scope: 'admin', lifetimeDays: 31, extra: 1 } as never;
    const error = await createKey(context, input).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
    const { issues } = (error as { details: { issues: { path: string }[] } }).details;
    expect(issues.map((issue) => issue.path).toSorted()).toEqual(['extra', 'label', 'lifetimeDays', 'scope']);
  });
});

describe('the user service', () => {
  test('makes the first user in a workspace its owner and later users members', async () => {
    const context = await makeWorkspace(database);
    expect((await makeUser(context)).role).toBe('owner');
    expect((await makeUser(context)).role).toBe('member');
  });

  test('adds an existing user to another workspace only with their current password', async () => {
    const [first, second] = [await makeWorkspace(database), await makeWorkspace(database)];
    const user = await makeUser(first);
    await expect(
      createUser(second, { email: user.email, password: 'another good passphrase' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(
      await createUser(second, { email: user.email.toUpperCase(), password: user.password }),
    ).toMatchObject({ id: user.id });
    await expect(createUser(second, { email: user.email, password: user.password })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('refuses a person who is added to another workspace at the same time', async () => {
    const context = await makeWorkspace(database);
    const person = { email: `${newId()}@example.com`, password: 'seven green bicycles at dawn' };
    const passwordHash = await hashPassword(person.password, 'test');
    let adding: Promise<PromiseSettledResult<unknown>[]> | undefined;
    await database.asSystem(async (executor) => {
      await insertUser(executor, { id: newId(), email: person.email, passwordHash });
      adding = Promise.allSettled([createUser(context, person)]);
      const isBlocked = async () => {
        const { rows } = await sql`SELECT FROM pg_locks
          WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`.execute(executor);
        return rows.length > 0;
      };
      await expect.poll(isBlocked).toBe(true);
    });
    expect(await adding).toMatchObject([
      { status: 'rejected', reason: { code: 'CONFLICT', reason: 'added-meanwhile' } },
    ]);
  });

  test('rejects a weak password and stores nothing', async () => {
    const context = await makeWorkspace(database);
    await expect(
      createUser(context, { email: 'weak@example.com', password: 'password1234' }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await makeUser(context)).role).toBe('owner');
  });
});

describe('the first start', () => {
  test('creates one workspace with one owner and one valid key when several processes start at once', async () => {
    const url = await makeDatabase();
    await migratePostgresSchema(url);
    const own = new Database(url, { connectionsMax: 6 });
    try {
      const startedAt = new Date();
      const context = {
        database: own,
        actor: { type: 'system', label: 'test' } as const,
        now: () => startedAt,
      };
      const results = await Promise.all(
        Array.from({ length: 5 }, () => setUpFirstWorkspace(context, 'Europe/Berlin')),
      );
      const [first, ...rest] = results.filter((access) => access !== undefined);
      expect(rest).toEqual([]);
      expect(await listWorkspaces(context)).toHaveLength(1);
      expect((await authenticateKey(makeKeyLookup(own), first?.token ?? '', now())).workspaceId).toBe(
        first?.workspaceId,
      );
      const operator = { type: 'operator', label: 'test' } as const;
      const keys = await listKeys({ ...context, actor: operator, workspaceId: first?.workspaceId ?? '' });
      expect(keys.map(({ expiresAt, scope }) => [scope, expiresAt.getTime() - startedAt.getTime()])).toEqual([
        ['write', 180 * 86_400_000],
      ]);
    } finally {
      await own.close();
    }
  });
});

describe('account changes', () => {
  type Operation = (
    context: WorkspaceContext,
    keyId: string,
  ) => Promise<{ subjectId: string; workspaceId?: string }>;
  const operations: [action: string, run: Operation][] = [
    [
      'workspace.create',
      (context) =>
        createWorkspace(context, { name: 'New' }).then(({ id }) => ({ subjectId: id, workspaceId: id })),
    ],
    ['user.create', (context) => makeUser(context).then(({ id }) => ({ subjectId: id }))],
    ['key.create', (context) => makeKey(context).then(({ id }) => ({ subjectId: id }))],
    ['key.rotate', (context, keyId) => rotateKey(context, keyId).then(({ id }) => ({ subjectId: id }))],
    ['key.revoke', (context, keyId) => revokeKey(context, keyId).then(({ id }) => ({ subjectId: id }))],
    [
      'subscription.set',
      (context) =>
        setSubscription(context, { status: 'lapsed' }).then(() => ({ subjectId: context.workspaceId })),
    ],
  ];

  test.each(operations)(
    'are recorded with their actor in the workspace audit log: %s',
    async (action, run) => {
      const context = await makeWorkspace(database);
      const key = await makeKey(context);
      const { subjectId, workspaceId = context.workspaceId } = await run(context, key.id);
      const entries = await database.inWorkspace(workspaceId, (executor) =>
        listAuditEntries(executor, workspaceId),
      );
      const written = entries.filter((entry) => entry.action === action && entry.subjectId === subjectId);
      expect(written).toEqual([expect.objectContaining({ actorType: 'operator', actorLabel: 'test' })]);
    },
  );

  test.each(operations)('are forbidden for API keys and write nothing: %s', async (_, run) => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context);
    const actor: Actor = { type: 'key', id: key.id, label: 'x', scope: 'write' };
    const readLog = () => database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    const before = await readLog();
    await expect(run({ ...context, actor }, key.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await readLog()).toEqual(before);
    await expect(authenticateKey(makeKeyLookup(database), key.token, now())).resolves.toBeDefined();
  });

  test('fail with NOT_FOUND in a workspace that does not exist', async () => {
    for (const workspaceId of ['nonsense', '00000000-0000-7000-8000-000000000000']) {
      const context = { ...operatorContext(database), workspaceId };
      const attempts = await Promise.allSettled([
        makeKey(context),
        makeUser(context),
        listKeys(context),
        setSubscription(context, { status: 'active' }),
      ]);
      for (const attempt of attempts) {
        expect(attempt).toMatchObject({
          status: 'rejected',
          reason: { code: 'NOT_FOUND', message: 'Workspace not found' },
        });
      }
    }
  });
});

test('purging sessions is reserved for the system and deletes only expired sessions', async () => {
  const context = await makeWorkspace(database);
  const user = await makeUser(context);
  const insert = (name: string, age: string) =>
    database.asSystem((executor) =>
      sql`INSERT INTO sessions (id, user_id, workspace_id, token_hash, created_at, last_seen_at, expires_at)
          SELECT gen_random_uuid(), ${user.id}, ${context.workspaceId}, sha256(${name + user.id}::bytea), t, t, t + interval '1 hour' FROM (SELECT now() - ${age}::interval AS t) AS s`.execute(
        executor,
      ),
    );
  await insert('old', '2 hours');
  await insert('new', '0 hours');
  await expect(purgeExpiredSessions(context)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const purged = await purgeExpiredSessions({ ...context, actor: { type: 'system', label: 'test' } });
  expect(purged).toBeGreaterThanOrEqual(1);
  const { rows } = await database.asSystem((executor) =>
    sql`SELECT 1 FROM sessions WHERE user_id = ${user.id}`.execute(executor),
  );
  expect(rows).toHaveLength(1);
});
