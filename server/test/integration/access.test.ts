import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { formatKeyToken, parseKeyToken } from '../../src/domain/api-key-token.ts';
import { createUser } from '../../src/services/accounts/create-user.ts';
import { purgeExpiredSessions } from '../../src/services/accounts/sessions.ts';
import { setUpFirstWorkspace } from '../../src/services/accounts/set-up-first-workspace.ts';
import { listAuditLog } from '../../src/services/audit/list-audit-log.ts';
import type { Actor, WorkspaceContext } from '../../src/services/context.ts';
import { authenticateKey, makeKeyLookup } from '../../src/services/keys/authenticate-key.ts';
import { createKey, rotateKey } from '../../src/services/keys/issue-key.ts';
import { getKey, listKeys, renameKey, revokeKey } from '../../src/services/keys/keys.ts';
import { setSubscription } from '../../src/services/subscriptions/subscriptions.ts';
import { createWorkspace, listWorkspaces } from '../../src/services/workspaces/workspaces.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
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

describe('keys', () => {
  test('a new key speaks for its workspace with its scope', async () => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context, { scope: 'read' });
    const caller = await authenticateKey(makeKeyLookup(database), key.token, now());
    expect(caller).toEqual({
      workspaceId: context.workspaceId,
      actor: { type: 'key', id: key.id, label: 'Test key', scope: 'read' },
    });
  });

  test('malformed, unknown, wrong, expired and revoked tokens get one and the same refusal', async () => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context);
    const parts = parseKeyToken(key.token);
    if (parts === undefined) throw new Error('the token cannot be parsed');
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
    const atItsEnd = new Date(key.expiresAt.getTime());
    await expect(authenticateKey(makeKeyLookup(database), key.token, atItsEnd)).rejects.toMatchObject(
      unauthorized,
    );
    await expect(
      authenticateKey(makeKeyLookup(database), key.token, new Date(atItsEnd.getTime() - 1)),
    ).resolves.toBeDefined();
  });

  test.each([30, 90, 180] as const)('a key of %i days ends exactly then', async (lifetimeDays) => {
    const start = new Date('2026-03-01T12:00:00.123Z');
    const context = await makeWorkspace(database, () => start);
    const key = await makeKey(context, { lifetimeDays });
    expect(key.expiresAt.getTime() - start.getTime()).toBe(lifetimeDays * 86_400_000);
  });

  test('rotation stops the old token at once and keeps id, scope and end', async () => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context, { scope: 'read', lifetimeDays: 90 });
    const rotated = await rotateKey(context, key.id);
    expect(rotated).toMatchObject({ id: key.id, expiresAt: key.expiresAt });
    await expect(authenticateKey(makeKeyLookup(database), key.token, now())).rejects.toMatchObject(
      unauthorized,
    );
    expect((await authenticateKey(makeKeyLookup(database), rotated.token, now())).actor.scope).toBe('read');
  });

  test('another label leaves token, scope and end as they are, and is told with both sides', async () => {
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
      { action: 'key.create' },
    ]);
    await revokeKey(context, key.id);
    await renameKey(context, key.id, { label: 'Ended' });
    expect(await getKey(context, key.id)).toMatchObject({ label: 'Ended', state: 'revoked', version: 4 });
    const foreign = await makeWorkspace(database);
    await expect(renameKey(foreign, key.id, { label: 'X' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const input of [{}, { label: '' }, { label: 'X', scope: 'write' }])
      await expect(renameKey(context, key.id, input)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const stale = { ...context, expectedVersions: new Map([[key.id, 3]]) };
    await expect(renameKey(stale, key.id, { label: 'X' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('parallel rotations leave exactly one token that works', async () => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context);
    const rotated = await Promise.all(Array.from({ length: 6 }, () => rotateKey(context, key.id)));
    const outcomes = await Promise.allSettled(
      [key, ...rotated].map(({ token }) => authenticateKey(makeKeyLookup(database), token, now())),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  test('a revoked or expired key cannot be rotated, and revoking twice is no error', async () => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context);
    const first = await revokeKey(context, key.id);
    expect((await revokeKey(context, key.id)).revokedAt).toEqual(first.revokedAt);
    await expect(rotateKey(context, key.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const old = await makeKey({ ...context, now: () => new Date('2020-01-01') });
    await expect(rotateKey(context, old.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('a lapse blocks valid keys and new ones at once, and revoking still works', async () => {
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

  test('the token and its secret are stored nowhere', async () => {
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

  test('a key of another workspace is one that does not exist', async () => {
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

  test('bad input is refused with the place and the reason', async () => {
    const context = await makeWorkspace(database);
    const input = { label: ' ', scope: 'admin', lifetimeDays: 31, extra: 1 } as never;
    const error = await createKey(context, input).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
    const { issues } = (error as { details: { issues: { path: string }[] } }).details;
    expect(issues.map((issue) => issue.path).toSorted()).toEqual(['extra', 'label', 'lifetimeDays', 'scope']);
  });
});

describe('people', () => {
  test('the first member of a workspace is its owner, later ones are members', async () => {
    const context = await makeWorkspace(database);
    expect((await makeUser(context)).role).toBe('owner');
    expect((await makeUser(context)).role).toBe('member');
  });

  test('someone known elsewhere joins only with the password they have', async () => {
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

  test('a weak password is refused and nothing is stored', async () => {
    const context = await makeWorkspace(database);
    await expect(
      createUser(context, { email: 'weak@example.com', password: 'password1234' }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await makeUser(context)).role).toBe('owner');
  });
});

describe('the first start', () => {
  test('several at once make one workspace with one owner and one working key', async () => {
    const url = await makeDatabase();
    await migratePostgresSchema(url);
    const own = new Database(url, { connectionsMax: 6 });
    try {
      const context = { database: own, actor: { type: 'system', label: 'test' } as const, now };
      const made = await Promise.all(
        Array.from({ length: 5 }, () => setUpFirstWorkspace(context, 'Europe/Berlin')),
      );
      const [first, ...rest] = made.filter((access) => access !== undefined);
      expect(rest).toEqual([]);
      expect(await listWorkspaces(context)).toHaveLength(1);
      expect((await authenticateKey(makeKeyLookup(own), first?.token ?? '', now())).workspaceId).toBe(
        first?.workspaceId,
      );
    } finally {
      await own.close();
    }
  });
});

describe('every change', () => {
  type Verb = (
    context: WorkspaceContext,
    keyId: string,
  ) => Promise<{ subjectId: string; workspaceId?: string }>;
  const verbs: [action: string, run: Verb][] = [
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

  test.each(verbs)('%s writes who did it into the audit log of its workspace', async (action, run) => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context);
    const { subjectId, workspaceId = context.workspaceId } = await run(context, key.id);
    const entries = await database.inWorkspace(workspaceId, (executor) =>
      listAuditEntries(executor, workspaceId),
    );
    const written = entries.filter((entry) => entry.action === action && entry.subjectId === subjectId);
    expect(written).toEqual([expect.objectContaining({ actorType: 'operator', actorLabel: 'test' })]);
  });

  test.each(verbs)('%s is refused to a key, and then nothing is written', async (_, run) => {
    const context = await makeWorkspace(database);
    const key = await makeKey(context);
    const actor: Actor = { type: 'key', id: key.id, label: 'x', scope: 'write' };
    const readLog = () => database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    const before = await readLog();
    await expect(run({ ...context, actor }, key.id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await readLog()).toEqual(before);
    await expect(authenticateKey(makeKeyLookup(database), key.token, now())).resolves.toBeDefined();
  });

  test('a verb in a workspace that does not exist says so', async () => {
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

test('expired sessions are purged by the system only, and others stay', async () => {
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
