import { generateKeyPairSync } from 'node:crypto';
import type { Client, Context, Interaction, Provider } from 'oidc-provider';
import { clientDocumentLimits, takeAttempt } from '../../services/accounts/limit-attempts.ts';
import { agentScope } from '../../services/agents/authenticate-agent.ts';
import { connectionDays, idleDays } from '../../services/agents/lifetimes.ts';
import type { ServiceContext } from '../../services/context.ts';
import type { WithOutbound } from '../../services/tools.ts';
import { addressHeader, cookieNames, paths, resourceOf } from '../endpoints.ts';
import { ClientIds } from './client-ids.ts';
import { isSafeRedirect, readRegistration } from './client-metadata.ts';
import { fetchClientDocument } from './fetch-client-document.ts';
import { PostgresAdapter } from './postgres-adapter.ts';

const daySeconds = 24 * 60 * 60;
const accessTokenSeconds = 10 * 60;
// Long enough for a person who has to sign in before deciding on the request.
const interactionSeconds = 30 * 60;

type Library = typeof import('oidc-provider');

export type ProviderOptions = {
  context: ServiceContext & WithOutbound;
  issuer: string;
  cookieKey: string;
  clientIdKey: Uint8Array;
};

/**
 * Creates the authorization server. It asks for consent in the panel for every request, and supports only authorization
 * codes with PKCE and refresh tokens.
 */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const { context, issuer, cookieKey } = options;
  const library = await import('oidc-provider');
  const clientIds = new ClientIds(options.clientIdKey);
  const adapter = { context, clientIds, invalidGrant: library.errors.InvalidGrant };
  const provider = new library.Provider(issuer, {
    adapter: (model: string) => new PostgresAdapter(model, adapter),
    ...publicClients(),
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clockTolerance: 0,
    features: chooseFeatures(library, { context, clientIds, resource: resourceOf(issuer) }),
    fetch: fetchClientDocument(context),
    fetchResponseBodyLimits: { 'client_id metadata document': 16 * 1024 },
    cookies: describeCookies(issuer, cookieKey),
    routes: {
      authorization: paths.authorize,
      token: paths.token,
      registration: paths.register,
      revocation: paths.revoke,
    },
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      Grant: connectionDays * daySeconds,
      Interaction: interactionSeconds,
      RefreshToken: idleDays * daySeconds,
      Session: interactionSeconds,
      IdToken: 60,
    },
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    // Revoking any token of a grant revokes the whole grant. The library deletes all other tokens of the grant in any
    // case, so without this setting, a connection without a usable token would remain.
    revokeGrantPolicy: () => true,
    findAccount: (_: Context, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
    interactions: alwaysRequireConsent(library),
    renderError: (ctx: Context, { error, error_description: why }: Record<string, string | undefined>) => {
      ctx.type = 'text/plain';
      ctx.body = error === 'invalid_client' ? unknownClientText : describeFailure(error, why);
    },
  });
  // Requests are rewritten to the issuer's address before they reach the library.
  provider.proxy = true;
  return provider;
}

const unknownClientText = `This server does not know the agent's client ID (invalid_client).
The agent has to register again: remove this server from the agent, add it again, and connect.
For mcp-remote, delete the folder ~/.mcp-auth first.
`;

function describeFailure(error: string | undefined, why: string | undefined): string {
  return `The agent's request was rejected: ${why ?? 'no further details'} (${error}).\nStart again from the agent.\n`;
}

/** Returns the settings for public clients. They receive no ID tokens, but the library still requires a signing key. */
function publicClients() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    scopes: [],
    claims: {},
  };
}

function chooseFeatures(
  { errors }: Library,
  { context, clientIds, resource }: { context: ServiceContext; clientIds: ClientIds; resource: string },
) {
  const off = { enabled: false };
  return {
    devInteractions: off,
    dPoP: off,
    rpInitiatedLogout: off,
    pushedAuthorizationRequests: off,
    userinfo: off,
    registration: {
      enabled: true,
      issueRegistrationAccessToken: false,
      idFactory: ({ oidc }: Context) => clientIds.issue(readRegistration(oidc.body)),
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_: Context, client: Client, token: { clientId: string }) =>
        token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      // Older clients do not specify a resource.
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_: Context, requested: string) => {
        if (requested !== resource) throw new errors.InvalidTarget();
        return {
          scope: agentScope,
          audience: resource,
          accessTokenTTL: accessTokenSeconds,
          accessTokenFormat: 'opaque',
        };
      },
    },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: (ctx: Context | undefined) => mayFetch(context, ctx),
      allowClient: (_: Context | undefined, client: Client) =>
        (client.redirectUris ?? []).every(isSafeRedirect),
      cacheDuration: { min: 60, max: 3600 },
    },
  };
}

function describeCookies(issuer: string, key: string) {
  const isSecure = issuer.startsWith('https:');
  const cookie = { signed: true, httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' };
  return {
    names: cookieNames(issuer),
    keys: [key],
    long: { ...cookie, path: paths.authorize },
    short: cookie,
  };
}

// Requires consent even if it was given before, because the same client ID may be used by a different person or for a
// different workspace.
function alwaysRequireConsent({ interactionPolicy: { Prompt, Check } }: Library) {
  return {
    policy: [
      new Prompt(
        { name: 'consent', requestable: true },
        new Check('consent_needed', 'A person’s consent is required', isUnanswered),
      ),
      new Prompt({ name: 'login', requestable: true }),
    ],
    url: (_: Context, { uid }: Interaction) => `${paths.consent}/${uid}`,
  };
}

function isUnanswered({ oidc }: Context): boolean {
  return oidc.result?.consent === undefined;
}

// Fetching a client document contacts a host that the caller chooses, so the number of fetches is limited per network.
async function mayFetch(context: ServiceContext, ctx: Context | undefined): Promise<boolean> {
  // Without a request context, the library is reading a client whose authorization request is being shown to a person.
  // The request was accepted earlier, perhaps by another process.
  if (ctx === undefined) return true;
  const address = String(ctx.req.headers[addressHeader]);
  try {
    await takeAttempt(context, clientDocumentLimits(address));
    return true;
  } catch {
    return false;
  }
}
