import { randomBytes } from 'node:crypto';
import type { Client, Interaction, Provider } from 'oidc-provider';
import { agentScope } from '../../services/agents/authenticate-agent.ts';
import type { AgentTools } from '../../services/tools.ts';
import { describeName, describeRedirect } from './client-metadata.ts';

type Request = NonNullable<Awaited<ReturnType<AgentTools['findRequest']>>>;

export async function findConsentRequest(provider: Provider, id: string): Promise<Request | undefined> {
  const interaction = await provider.Interaction.find(id);
  const client = await provider.Client.find(interaction?.params['client_id'] ?? '');
  if (interaction === undefined || client === undefined || interaction.result !== undefined) return undefined;
  const { clientId } = client;
  const host = clientId.startsWith('https://') ? new URL(clientId).host : null;
  return {
    client: { id: clientId, host, name: describeName(client.clientName, host ?? 'Unnamed agent') },
    ...describeRedirect(interaction.params['redirect_uri'] ?? ''),
    expiresAt: new Date(interaction.exp * 1000),
    allow: (userId) => allow(provider, interaction, client, userId),
    refuse: () =>
      finish(interaction, { error: 'access_denied', error_description: 'The person denied the request' }),
  };
}

// The grant ID is generated in advance, so that the connection is recorded before the grant becomes valid.
function allow(provider: Provider, interaction: Interaction, { clientId }: Client, userId: string) {
  const grantId = randomBytes(32).toString('base64url');
  return {
    grantId,
    finish: async () => {
      const grant = new provider.Grant({ jti: grantId, accountId: userId, clientId });
      grant.addResourceScope(interaction.params['resource'] ?? '', agentScope);
      await grant.save();
      return await finish(interaction, {
        login: { accountId: userId, remember: false },
        consent: { grantId },
      });
    },
  };
}

async function finish(interaction: Interaction, result: Record<string, unknown>): Promise<string> {
  interaction.result = result;
  await interaction.persist();
  return interaction.returnTo;
}
