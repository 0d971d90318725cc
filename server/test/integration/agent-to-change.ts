import { ClientIds } from '../../src/agents/oauth/client-ids.ts';
import { deriveKey } from '../../src/platform/derive-key.ts';
import { hashToken } from '../../src/services/accounts/link-token.ts';
import { newId } from '../../src/platform/ids.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { insertAgentConnection } from '../../src/store/agents/agent-connections.ts';
import { saveOauthRecord } from '../../src/store/agents/oauth-records.ts';
import { testSecrets } from '../../src/testing/http/api-server.ts';
import type { Request } from './people-to-change.ts';

const clientIds = new ClientIds(deriveKey(testSecrets.sessionSecret, 'client ids of agents'));

const inAnHour = () => new Date(Date.now() + 3_600_000);

export async function makeAgentToChange({ database, workspaceId }: WorkspaceContext, userId: string) {
  const request = `request-${newId()}`.padEnd(43, '-').slice(0, 43);
  const id = newId();
  const now = new Date();
  const redirectUri = 'http://127.0.0.1:1/callback';
  const clientId = clientIds.issue({ name: 'Agent', redirectUris: [redirectUri] });
  await database.asSystem(async (executor) => {
    const save = async (model: string, name: string, payload: object) =>
      await saveOauthRecord(
        executor,
        { model, idHash: hashToken(name) },
        { payload: payload as Record<string, unknown>, grantId: null, now, expiresAt: inAnHour() },
      );
    const exp = Math.floor(inAnHour().getTime() / 1000);
    const params = { client_id: clientId, redirect_uri: redirectUri, resource: 'http://localhost/mcp' };
    const returnTo = `http://localhost/oauth/authorize/${request}`;
    await save('Interaction', request, { kind: 'Interaction', exp, returnTo, params });
    await insertAgentConnection(executor, workspaceId, {
      id,
      userId,
      grantId: `grant-${id}`,
      clientId,
      clientName: 'Agent',
      redirectHost: '127.0.0.1:1',
      createdAt: now,
      expiresAt: inAnHour(),
    });
  });
  return { request, connection: id };
}

type Fixtures = { agent: Awaited<ReturnType<typeof makeAgentToChange>> };

export const agentMutations: Record<string, (fixtures: Fixtures) => Request> = {
  allowAgent: ({ agent: { request } }) => ({
    path: `/agent-requests/${request}/allow`,
    agentRequest: request,
  }),
  endAgentConnection: ({ agent: { connection } }) => ({ path: `/agent-connections/${connection}` }),
};
