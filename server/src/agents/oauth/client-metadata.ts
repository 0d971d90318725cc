import type { RedirectKind } from '@waypost/contract/accounts/agents.ts';
import { WaypostError } from '../../platform/errors.ts';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);
const nameLengthMax = 100;
// Maximum size of a registration. Client IDs contain the registration and must fit into a PostgreSQL index.
const registrationBytesMax = 1_500;

// Schemes that cannot belong to an agent's app, because the browser or the operating system opens them, or because they
// lead to a different machine.
const foreignSchemes = new Set(
  [
    'javascript data vbscript file filesystem blob about view-source jar resource res mhtml content intent chrome edge',
    'search search-ms shell hcp help',
    'ftp ftps sftp tftp scp ssh telnet rlogin smb cifs nfs afp dav davs webdav webdavs ldap ldaps ws wss rsync',
    'gopher gemini news nntp snews irc ircs rtsp rtsps rtmp rtmps mms git svn dict dns finger ipfs ipns magnet',
    'coap coaps mqtt mqtts amqp amqps redis rediss postgres postgresql mysql mongodb rdp vnc spice pop imap',
    'mailto tel fax sms smsto mmsto sip sips xmpp im callto facetime facetime-audio geo urn cid mid',
  ].flatMap((line) => line.split(' ')),
);

export function isSafeRedirect(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  if (protocol === 'http:') return loopbackHosts.has(hostname);
  const scheme = protocol.slice(0, -1);
  // Windows uses `ms-` schemes for its own tools.
  return !foreignSchemes.has(scheme) && !scheme.startsWith('ms-');
}

export function describeRedirect(uri: string): { redirectHost: string; redirectKind: RedirectKind } {
  const { protocol, host, hostname } = new URL(uri);
  if (protocol === 'https:' || protocol === 'http:')
    return { redirectHost: host, redirectKind: loopbackHosts.has(hostname) ? 'device' : 'website' };
  return { redirectHost: host === '' ? protocol : `${protocol}//${host}`, redirectKind: 'app' };
}

export function describeName(name: string | undefined, fallback: string): string {
  const readable = (name ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(readable === '' ? fallback : readable)
    .slice(0, nameLengthMax)
    .join('');
}

export type Registration = { name: string; redirectUris: string[] };

/** Reads the name and the redirect URIs of a registration. All other metadata is replaced with the supported values. */
export function readRegistration(body: unknown): Registration {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('The registration must be a JSON object');
  const fields = body as Record<string, unknown>;
  const { redirect_uris: uris } = fields;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > 10)
    throw invalid('redirect_uris must be a list of 1 to 10 URIs');
  for (const uri of uris)
    if (typeof uri !== 'string' || !isSafeRedirect(uri))
      throw invalid('redirect_uris must use https, http on a loopback address, or a private scheme');
  const name = fields['client_name'];
  const registration = {
    name: describeName(typeof name === 'string' ? name : undefined, 'Unnamed agent'),
    redirectUris: uris as string[],
  };
  if (Buffer.byteLength(JSON.stringify(registration)) > registrationBytesMax)
    throw invalid('redirect_uris are too long. Register fewer or shorter ones.');
  return registration;
}

export function describeClient({ name, redirectUris }: Registration): Record<string, unknown> {
  return {
    redirect_uris: redirectUris,
    client_name: name,
    // Native clients may use private schemes and loopback addresses with any port.
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

function invalid(message: string): WaypostError {
  return new WaypostError('VALIDATION_FAILED', message);
}
