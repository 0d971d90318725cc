import { WaypostError } from '../../platform/errors.ts';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);
// A browser would run these instead of leaving the page.
const runnable = /^(?:javascript|data|vbscript|file|blob|about):$/;
const nameLengthMax = 100;

/** Where a code may be sent: over an encrypted connection, to a program on the same machine, or to one that opens the scheme. */
export function isSafeRedirect(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' ? loopbackHosts.has(hostname) : !runnable.test(protocol);
}

/** How a redirect is shown to people. */
export function describeRedirect(uri: string): { redirectHost: string; isLocalRedirect: boolean } {
  const { protocol, host, hostname } = new URL(uri);
  if (loopbackHosts.has(hostname)) return { redirectHost: host, isLocalRedirect: true };
  if (protocol === 'https:') return { redirectHost: host, isLocalRedirect: false };
  return { redirectHost: `${protocol}//${host}`, isLocalRedirect: true };
}

/** What a client calls itself, made fit to be read: one line without tricks, and not a page of it. */
export function describeName(name: string | undefined, fallback: string): string {
  const readable = (name ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(readable === '' ? fallback : readable)
    .slice(0, nameLengthMax)
    .join('');
}

/**
 * What is kept of a registration. Clients have no secrets here and there is one scope and one way, so whatever else they
 * ask for is answered with that, as the standard allows.
 */
export function readRegistration(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refused('the registration must be a JSON object');
  const given = body as Record<string, unknown>;
  const { redirect_uris: uris } = given;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > 10)
    throw refused('redirect_uris must be a list of 1 to 10 addresses');
  for (const uri of uris)
    if (typeof uri !== 'string' || uri.length > 2_000 || !isSafeRedirect(uri))
      throw refused('redirect_uris must be https, http on this machine, or a scheme of your own');
  const name = given['client_name'];
  return {
    redirect_uris: uris,
    client_name: describeName(typeof name === 'string' ? name : undefined, 'Agent without a name'),
    // The kind that may use loopback addresses with any port, and schemes of its own.
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

function refused(message: string): WaypostError {
  return new WaypostError('VALIDATION_FAILED', message);
}
