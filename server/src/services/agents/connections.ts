import {
  agentConnectionListQuery,
  agentReads,
  type AgentAnswer,
  type AgentConnection,
  type AgentRequest,
} from '@waypost/contract/accounts/agents.ts';
import type { ListPage } from '@waypost/contract/api/paging.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import {
  deleteAgentConnections,
  deleteUnusableConnections,
  insertAgentConnection,
  listAgentConnections,
  type StoredConnection,
} from '../../store/agents/agent-connections.ts';
import { deleteExpiredOauthRecords, deleteGrantRecords } from '../../store/agents/oauth-records.ts';
import type { Executor } from '../../store/database/database.ts';
import type { SignedInContext } from '../accounts/account-context.ts';
import { recordChange } from '../audit/record-change.ts';
import {
  asSystem,
  readInWorkspace,
  systemActor,
  type ServiceContext,
  type WorkspaceContext,
} from '../context.ts';
import type { AgentTools, WithAgents } from '../tools.ts';
import { listItems } from '../lists/list-items.ts';
import { isAllowed, requirePermission } from '../permissions.ts';
import { connectionDays, idleDays } from './lifetimes.ts';

const dayMs = 24 * 60 * 60 * 1000;

type ConsentContext = SignedInContext &
  WithAgents & {
    /** ID of the authorization request that this browser started. The browser can approve only this request. */
    agentRequest?: string;
  };

export async function describeAgentRequest(context: ConsentContext, id: string): Promise<AgentRequest> {
  const { client, redirectHost, redirectKind, expiresAt } = await openRequest(context, id);
  return {
    client,
    redirectHost,
    redirectKind,
    reads: agentReads,
    expiresAt: expiresAt.toISOString(),
  };
}

export async function allowAgent(context: ConsentContext, id: string): Promise<AgentAnswer> {
  requirePermission(context.actor, 'agents.connect');
  const { client, redirectHost, allow } = await openRequest(context, id);
  const { grantId, finish } = allow(context.actor.id);
  const now = context.now();
  const connection = {
    id: newId(),
    userId: context.actor.id,
    grantId,
    clientId: client.id,
    clientName: client.name,
    redirectHost,
    createdAt: now,
    expiresAt: new Date(now.getTime() + connectionDays * dayMs),
  };
  await asSystem(context, async (executor) => {
    await insertAgentConnection(executor, context.workspaceId, connection);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'agent.connect',
      subjectId: connection.id,
      name: client.name,
      details: { clientId: client.id, redirectHost },
    });
  });
  return { returnTo: await finish() };
}

export async function refuseAgent(context: ConsentContext, id: string): Promise<AgentAnswer> {
  const { refuse } = await openRequest(context, id);
  return { returnTo: await refuse() };
}

/**
 * Returns an authorization request that the browser may approve. Only the browser that started the request may approve
 * it. Otherwise an attacker could start a request, send its URL to a person with more access, and then use the access
 * that this person granted.
 */
async function openRequest(context: ConsentContext, id: string) {
  const request = context.agentRequest === id ? await context.agents.findRequest(id) : undefined;
  if (request === undefined) throw noSuchRequest();
  return request satisfies Awaited<ReturnType<AgentTools['findRequest']>>;
}

function noSuchRequest(): WaypostError {
  return new WaypostError(
    'NOT_FOUND',
    'The connection request was not found in this browser, or it has expired. Connect again from the agent.',
  );
}

const connectionList = {
  name: 'agent-connections',
  query: agentConnectionListQuery,
  idOf: ({ id }: AgentConnection) => id,
  sorts: {
    createdAt: ({ createdAt }: AgentConnection) => createdAt,
    lastUsedAt: ({ lastUsedAt }: AgentConnection) => lastUsedAt,
    name: ({ clientName }: AgentConnection) => clientName.toLowerCase(),
  },
  searched: ({ clientName, person, id }: AgentConnection) => [clientName, person.email, id],
};

export async function listConnections(
  context: WorkspaceContext,
  input: unknown = {},
): Promise<ListPage<AgentConnection>> {
  requirePermission(context.actor, 'agents.connect');
  return await listItems(context, connectionList, input, async () =>
    (await readConnections(context)).map(presentConnection),
  );
}

export async function endConnection(context: WorkspaceContext, id: string): Promise<null> {
  requirePermission(context.actor, 'agents.connect');
  const [connection] = isId(id) ? await readConnections(context, id) : [];
  if (connection === undefined) throw new WaypostError('NOT_FOUND', 'Connection not found');
  await asSystem(context, async (executor) => {
    await endGrants(executor, [connection.grantId]);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'agent.disconnect',
      subjectId: connection.id,
      name: connection.clientName,
      details: { clientId: connection.clientId, person: connection.email },
    });
  });
  return null;
}

async function readConnections(context: WorkspaceContext, id?: string): Promise<StoredConnection[]> {
  const { actor, workspaceId } = context;
  const own = 'id' in actor && !isAllowed(actor, 'agents.manage') ? actor.id : undefined;
  const filter = { userId: own, live: liveAt(context.now()), ...(id === undefined ? {} : { id }) };
  return await readInWorkspace(context, 'lookup', (executor) =>
    listAgentConnections(executor, workspaceId, filter),
  );
}

function presentConnection(connection: StoredConnection): AgentConnection {
  const { id, clientName, redirectHost, userId, email, createdAt, lastUsedAt, expiresAt } = connection;
  return {
    id,
    clientName,
    redirectHost,
    person: { id: userId, email },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Ends a connection whose token was revoked by the agent, or whose code or token was used twice. */
export async function endByAgent(context: ServiceContext, grantId: string, why: string): Promise<void> {
  await asSystem(context, async (executor) => {
    for (const { id, workspaceId, clientName } of await endGrants(executor, [grantId]))
      await recordChange(executor, workspaceId, systemActor('agents'), {
        action: 'agent.disconnect',
        subjectId: id,
        name: clientName,
        details: { why },
      });
  });
}

async function endGrants(executor: Executor, grantIds: string[]) {
  await deleteGrantRecords(executor, grantIds);
  return await deleteAgentConnections(executor, grantIds);
}

export async function purgeAgents(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'agents.purge');
  const now = context.now();
  return await asSystem(context, async (executor) => {
    await deleteGrantRecords(executor, await deleteUnusableConnections(executor, liveAt(now)));
    return await deleteExpiredOauthRecords(executor, now);
  });
}

function liveAt(now: Date) {
  return { now, usedAfter: new Date(now.getTime() - idleDays * dayMs) };
}
