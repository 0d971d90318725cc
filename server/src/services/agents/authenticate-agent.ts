import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  findAccessToken,
  markConnectionUsed,
  type LocatedToken,
} from '../../store/agents/agent-connections.ts';
import { insertAuditEntries } from '../../store/accounts/audit-log.ts';
import { hashToken } from '../accounts/link-token.ts';
import type { Actor, ServiceContext } from '../context.ts';

const usedEveryMs = 60_000;

export const agentScope = 'read';

export type AgentCaller = {
  workspaceId: string;
  workspaceName: string;
  actor: Extract<Actor, { type: 'agent' }>;
  person: { id: string; email: string };
  client: { id: string; name: string };
  expiresAt: Date;
};

/**
 * Reads the database for every call, so that a revoked connection, a removed member or a lapsed subscription takes
 * effect immediately. Returns undefined for a token that is unknown, expired or issued for a different resource.
 */
export async function authenticateAgent(
  context: Pick<ServiceContext, 'database' | 'now'>,
  token: string,
  resource: string,
): Promise<AgentCaller | 'scope-missing' | undefined> {
  const now = context.now();
  const found = await context.database.readAsSystem((executor) =>
    findAccessToken(executor, hashToken(token), now),
  );
  if (found === undefined || found.audience !== resource) return undefined;
  if (!(found.scope ?? '').split(' ').includes(agentScope)) return 'scope-missing';
  if (found.subscriptionStatus !== 'active' || !found.apiAccess)
    throw new WaypostError('BILLING_REQUIRED', 'The workspace has no active subscription with API access');
  if (found.lastUsedAt === null || now.getTime() - found.lastUsedAt.getTime() >= usedEveryMs)
    await context.database.asSystem((executor) => markConnectionUsed(executor, found.connectionId, now));
  return presentCaller(found);
}

function presentCaller(found: LocatedToken): AgentCaller {
  return {
    workspaceId: found.workspaceId,
    workspaceName: found.workspaceName,
    actor: { type: 'agent', id: found.connectionId, label: found.clientName },
    person: { id: found.userId, email: found.email },
    client: { id: found.clientId, name: found.clientName },
    expiresAt: found.expiresAt,
  };
}

/** Records the call in the log. Must be called before the response is sent, so that every response is logged. */
export async function recordAgentCall(
  { database }: Pick<ServiceContext, 'database'>,
  caller: AgentCaller,
  call: { tool: string; address: string; input: unknown },
): Promise<void> {
  const { actor, client, person, workspaceId } = caller;
  await database.inWorkspace(workspaceId, (executor) =>
    insertAuditEntries(executor, workspaceId, [
      {
        id: newId(),
        actorType: 'agent',
        actorId: actor.id,
        actorLabel: actor.label,
        action: 'agent.call',
        subjectId: actor.id,
        subjectName: client.name,
        changes: [],
        version: null,
        address: call.address,
        details: { tool: call.tool, clientId: client.id, person: person.email, input: shorten(call.input) },
      },
    ]),
  );
}

const inputLengthMax = 2_000;

function shorten(input: unknown): unknown {
  const text = JSON.stringify(input ?? {});
  return text.length <= inputLengthMax ? input : `${text.slice(0, inputLengthMax)} …`;
}
