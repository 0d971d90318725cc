import { WaypostError } from '../platform/errors.ts';

/** Where agents find everything, below the address of the panel. */
export const paths = {
  mcp: '/mcp',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  /** A page of the panel. */
  consent: '/connect',
  serverMetadata: '/.well-known/oauth-authorization-server',
  resourceMetadata: '/.well-known/oauth-protected-resource',
} as const;

/** How the library learns where a request came from. What a caller sends under this name is replaced. */
export const addressHeader = 'x-waypost-address';

export function resourceOf(issuer: string): string {
  return `${issuer}${paths.mcp}`;
}

/** The panel's API reads the first of them, by the same name. */
export function cookieNames(issuer: string) {
  const prefix = issuer.startsWith('https:') ? '__Host-' : '';
  return {
    interaction: `${prefix}waypost-agent`,
    resume: 'waypost-agent-resume',
    session: 'waypost-agent-session',
  };
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/**
 * How the installation is reached, which is what agents know it by. Where the operator has said it, that is it. Otherwise
 * only who is on the same machine can connect: any other name could be one that somebody else made lead here.
 */
export function issuerFor(host: string, publicOrigin: string | undefined): string {
  const name = host.toLowerCase();
  if (publicOrigin !== undefined && (name === new URL(publicOrigin).host || loopback.test(name)))
    return publicOrigin;
  if (publicOrigin === undefined && loopback.test(name)) return `http://${name}`;
  throw new WaypostError(
    'FORBIDDEN',
    publicOrigin === undefined
      ? 'agents on other machines can connect once WAYPOST_PUBLIC_URL says how this server is reached'
      : `agents connect at ${publicOrigin}${paths.mcp}`,
    { reason: 'other-host' },
  );
}

/** Browsers send where a page comes from; pages of others have no business here. */
export function refuseForeignPage(origin: string | undefined, issuer: string): void {
  if (origin !== undefined && origin !== issuer)
    throw new WaypostError('FORBIDDEN', 'pages of other sites cannot connect', { reason: 'cross-origin' });
}

/** RFC 9728: what `/mcp` is and who lets agents in. */
export function describeResource(issuer: string): Record<string, unknown> {
  return {
    resource: resourceOf(issuer),
    resource_name: 'Waypost',
    authorization_servers: [issuer],
    scopes_supported: ['read'],
    bearer_methods_supported: ['header'],
  };
}

/** RFC 8414. */
export function describeServer(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}${paths.authorize}`,
    token_endpoint: `${issuer}${paths.token}`,
    registration_endpoint: `${issuer}${paths.register}`,
    revocation_endpoint: `${issuer}${paths.revoke}`,
    scopes_supported: ['read'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
