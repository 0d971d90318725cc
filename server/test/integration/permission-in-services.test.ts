/**
 * Both APIs authorize requests before reading the body. These tests bypass that check to verify that the services
 * also check permissions.
 */
import { memberRoles } from '@waypost/contract/accounts/access.ts';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { operations } from '../../src/http/api-v1/operations/index.ts';
import type { PanelOperation } from '../../src/http/panel-api/operation.ts';
import { panelOperations } from '../../src/http/panel-api/operations/index.ts';
import { isAllowed, type Permission } from '../../src/services/permissions.ts';
import { Database } from '../../src/store/database/database.ts';
import { addVersions } from '../../src/testing/workspaces/versions.ts';
import { TestAccounts } from '../../src/testing/workspaces/people.ts';
import { panelMutations, publicMutations, makeFixture, type Fixture } from './mutation-requests.ts';
import type { Request } from './people-to-change.ts';

vi.mock(
  '../../src/platform/password-hash.ts',
  () => import('../../src/testing/workspaces/cheap-password-hash.ts'),
);

let database: Database;
let fixture: Fixture;
const accounts = new TestAccounts().tools;
const forbidden = { code: 'FORBIDDEN', message: 'Your role or API key does not allow this' };

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4, secret: 'secret of tests' });
  fixture = await makeFixture(database, accounts);
});

afterAll(() => database.close());

function pathParamsOf({ path }: { path: string }, request: Request | undefined): Record<string, string> {
  const segments = request?.path.split('/') ?? [];
  const named = path
    .split('/')
    .map((part, at) => [/^\{(\w+)\}$/.exec(part)?.[1], segments[at] ?? ''] as const);
  return Object.fromEntries(named.filter(([name]) => name !== undefined));
}

/** Mutations that some roles may not perform. The permission for removeMember depends on who is removed. */
const guarded = panelOperations.flatMap((operation): [string, PanelOperation, Permission][] => {
  const { access, operationId, method } = operation;
  if (operationId === 'removeMember') return [[operationId, operation, 'people.manage']];
  if (method === 'GET' || access === 'anyone' || access === 'signed-in') return [];
  return [[operationId, operation, access]];
});

type Run = (context: unknown, input: unknown) => Promise<unknown>;

async function runAs(operation: PanelOperation, role: (typeof memberRoles)[number]): Promise<unknown> {
  const { beginner } = fixture.people;
  const unversioned = panelMutations[operation.operationId]?.(fixture);
  const { workspaceId } = fixture.context;
  const request = unversioned && (await addVersions(database, operation, unversioned, workspaceId));
  const context = {
    ...fixture.context,
    accounts,
    actor: { type: 'user', id: fixture.people.careful.id, label: beginner.email, role },
    sessionId: beginner.signedIn.sessionId,
    address: '192.0.2.7',
    userAgent: 'test',
  };
  const input = { params: pathParamsOf(operation, request), query: {}, body: request?.body };
  return await (operation.run as Run)(context, input);
}

function rolesTooLowFor(permission: Permission) {
  return memberRoles.filter((role) => !isAllowed({ type: 'user', id: '', label: '', role }, permission));
}

test.each(guarded.filter(([, , permission]) => rolesTooLowFor(permission).length > 0))(
  '%s checks the role in its service',
  async (_, operation, permission) => {
    for (const role of rolesTooLowFor(permission))
      await expect(runAs(operation, role)).rejects.toMatchObject(forbidden);
  },
);

test('only the listed panel mutations are allowed for every role', () => {
  const open = guarded.filter(([, , permission]) => rolesTooLowFor(permission).length === 0);
  expect(open.map(([name]) => name)).toEqual([
    'evaluateRotator',
    'evaluateNewRotator',
    'setAlertMail',
    'addAlertDevice',
    'testAlertDevice',
    'removeAlertDevice',
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
  '%s in the public API checks the scope in its service',
  async (operationId, operation) => {
    const request = publicMutations[operationId]?.(fixture);
    const context = {
      ...fixture.context,
      actor: { type: 'key', id: fixture.key, label: 'key', scope: 'read' },
    };
    const input = { id: pathParamsOf(operation, request)['id'] ?? '', query: {}, body: request?.body };
    await expect((operation.run as Run)(context, input)).rejects.toMatchObject(forbidden);
  },
);
