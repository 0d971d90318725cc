/** The gates of both APIs ask for permission before a body is read; here they are left out, and the services ask too. */
import { memberRoles } from '@waypost/contract/access.ts';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { operations } from '../../src/http/api-v1/operations/index.ts';
import type { PanelOperation } from '../../src/http/panel-api/operation.ts';
import { panelOperations } from '../../src/http/panel-api/operations/index.ts';
import { isAllowed, type Permission } from '../../src/services/permissions.ts';
import { Database } from '../../src/store/database/database.ts';
import { nameVersions } from '../../src/testing/workspaces/versions.ts';
import { TestAccounts } from '../../src/testing/workspaces/people.ts';
import { inPanel, inPublic, makeFixture, type Fixture } from './mutation-requests.ts';
import type { Request } from './people-to-change.ts';

vi.mock(
  '../../src/platform/password-hash.ts',
  () => import('../../src/testing/workspaces/cheap-password-hash.ts'),
);

let database: Database;
let fixture: Fixture;
const accounts = new TestAccounts().tools;
const refusal = { code: 'FORBIDDEN', message: 'Your role or API key does not allow this' };

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4, secret: 'secret of tests' });
  fixture = await makeFixture(database, accounts);
});

afterAll(() => database.close());

/** What stands in the path of the request where the operation has names in braces. */
function paramsOf({ path }: { path: string }, request: Request | undefined): Record<string, string> {
  const given = request?.path.split('/') ?? [];
  const named = path.split('/').map((part, at) => [/^\{(\w+)\}$/.exec(part)?.[1], given[at] ?? ''] as const);
  return Object.fromEntries(named.filter(([name]) => name !== undefined));
}

/** Those that a role can be too low for; who is removed decides what removing takes. */
const guarded = panelOperations.flatMap((operation): [string, PanelOperation, Permission][] => {
  const { access, operationId, method } = operation;
  if (operationId === 'removeMember') return [[operationId, operation, 'people.manage']];
  if (method === 'GET' || access === 'anyone' || access === 'signed-in') return [];
  return [[operationId, operation, access]];
});

type Run = (context: unknown, input: unknown) => Promise<unknown>;

async function attempt(operation: PanelOperation, role: (typeof memberRoles)[number]): Promise<unknown> {
  const { beginner } = fixture.people;
  const plain = inPanel[operation.operationId]?.(fixture);
  const { workspaceId } = fixture.context;
  const request = plain && (await nameVersions(database, operation, plain, workspaceId));
  const context = {
    ...fixture.context,
    accounts,
    actor: { type: 'user', id: fixture.people.careful.id, label: beginner.email, role },
    sessionId: beginner.signedIn.sessionId,
    address: '192.0.2.7',
    userAgent: 'test',
  };
  const input = { params: paramsOf(operation, request), query: {}, body: request?.body };
  return await (operation.run as Run)(context, input);
}

function rolesTooLowFor(permission: Permission) {
  return memberRoles.filter((role) => !isAllowed({ type: 'user', id: '', label: '', role }, permission));
}

test.each(guarded.filter(([, , permission]) => rolesTooLowFor(permission).length > 0))(
  '%s asks for the role by itself',
  async (_, operation, permission) => {
    for (const role of rolesTooLowFor(permission))
      await expect(attempt(operation, role)).rejects.toMatchObject(refusal);
  },
);

test('every write of the panel that changes the workspace is among them', () => {
  const open = guarded.filter(([, , permission]) => rolesTooLowFor(permission).length === 0);
  expect(open.map(([name]) => name)).toEqual([
    'evaluateRotator',
    'evaluateNewRotator',
    'setAlertMail',
    'queryReport',
    'createSavedReport',
    'updateSavedReport',
    'deleteSavedReport',
    'allowAgent',
    'endAgentConnection',
  ]);
  expect(guarded.length).toBeGreaterThan(45);
});

const writes = operations.filter(({ scope }) => scope === 'write');

test.each(writes.map((operation) => [operation.operationId, operation] as const))(
  '%s of the public API asks for the scope by itself',
  async (operationId, operation) => {
    const request = inPublic[operationId]?.(fixture);
    const context = {
      ...fixture.context,
      actor: { type: 'key', id: fixture.key, label: 'key', scope: 'read' },
    };
    const input = { id: paramsOf(operation, request)['id'] ?? '', query: {}, body: request?.body };
    await expect((operation.run as Run)(context, input)).rejects.toMatchObject(refusal);
  },
);
