import { WaypostError } from '../platform/errors.ts';

export const paths = {
  mcp: '/mcp',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  consent: '/connect',
  serverMetadata: '/.well-known/oauth-authorization-server',
  resourceMetadata: '/.well-known/oauth-protected-resource',
} as const;

/** Header that passes the client's IP address to the OAuth library. A value sent by the caller is overwritten. */
export const addressHeader = 'x-waypost-address';

export function resourceOf(issuer: string): string {
  return `${issuer}${paths.mcp}`;
}

/** Returns the names of the authorization server's cookies. The panel API also reads the interaction cookie. */
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
 * Returns the origin at which agents reach the installation: the configured origin or, if none is configured, the
 * loopback address in the request. Other host names are rejected, because anyone can point a host name at this server.
 */
export function issuerFor(host: string, publicOrigin: string | undefined): string {
  const name = host.toLowerCase();
  if (publicOrigin !== undefined && (name === new URL(publicOrigin).host || loopback.test(name)))
    return publicOrigin;
  if (publicOrigin === undefined && loopback.test(name)) return `http://${name}`;
  throw new WaypostError(
    'FORBIDDEN',
    publicOrigin === undefined
      ? 'Agents on other machines cannot connect yet. Set WAYPOST_PUBLIC_URL to the address of this server.'
      : `Agents cannot connect through this address. Use ${publicOrigin}${paths.mcp} instead.`,
    { reason: 'other-host' },
  );
}

export function rejectCrossOrigin(origin: string | undefined, issuer: string): void {
  if (origin !== undefined && origin !== issuer)
    throw new WaypostError('FORBIDDEN', 'Web pages on other origins cannot connect', {
      reason: 'cross-origin',
    });
}

export function describeResource(issuer: string): Record<string, unknown> {
  return {
    resource: resourceOf(issuer),
    resource_name: 'Waypost',
    authorization_servers: [issuer],
    scopes_supported: ['read'],
    bearer_methods_supported: ['header'],
  };
}

/** Returns the authorization server metadata (RFC 8414). */
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
