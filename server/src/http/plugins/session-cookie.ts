import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cookie name prefix for HTTPS. It prevents other hosts and unencrypted pages from setting the cookie. */
const securePrefix = '__Host-';

/**
 * Cookies of the panel: `session` identifies the signed-in person, and `browser` a browser that a person has signed in
 * with before.
 */
const cookies = {
  session: { name: 'waypost', sameSite: 'Lax' },
  // This cookie is `SameSite=Strict`, because only the panel's own pages need it.
  browser: { name: 'waypost-browser', sameSite: 'Strict' },
  // Pending authorization request of an AI agent in this browser, set by the authorization server.
  agentRequest: { name: 'waypost-agent', sameSite: 'Lax' },
} as const;

type Cookie = (typeof cookies)[keyof typeof cookies];
type Issued = { token: string; expiresAt: Date };

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

export function readSessionToken(
  request: FastifyRequest,
  publicOrigin: string | undefined,
): string | undefined {
  return readToken(request, cookies.session, publicOrigin);
}

export function readBrowserToken(
  request: FastifyRequest,
  publicOrigin: string | undefined,
): string | undefined {
  return readToken(request, cookies.browser, publicOrigin);
}

export function readAgentRequest(
  request: FastifyRequest,
  publicOrigin: string | undefined,
): string | undefined {
  return readToken(request, cookies.agentRequest, publicOrigin);
}

export function setSessionCookie(
  reply: FastifyReply,
  session: Issued,
  publicOrigin: string | undefined,
): void {
  void reply.header('set-cookie', serialize(cookies.session, session, publicOrigin));
}

export function endSessionCookie(reply: FastifyReply, publicOrigin: string | undefined): void {
  setSessionCookie(reply, { token: '', expiresAt: new Date(0) }, publicOrigin);
}

export function setBrowserCookie(
  reply: FastifyReply,
  browser: Issued,
  publicOrigin: string | undefined,
): void {
  void reply.header('set-cookie', serialize(cookies.browser, browser, publicOrigin));
}

function readToken(
  request: FastifyRequest,
  cookie: Cookie,
  publicOrigin: string | undefined,
): string | undefined {
  const name = nameOf(cookie, publicOrigin);
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value, ...others] = values;
  // If there are two cookies with the same name, the genuine one cannot be identified.
  return value !== undefined && others.length === 0 && tokenForm.test(value) ? value : undefined;
}

function serialize(cookie: Cookie, { token, expiresAt }: Issued, publicOrigin: string | undefined): string {
  const secure = isSecure(publicOrigin) ? ' Secure;' : '';
  const ends = expiresAt.toUTCString();
  return `${nameOf(cookie, publicOrigin)}=${token};${secure} Path=/; Expires=${ends}; HttpOnly; SameSite=${cookie.sameSite}`;
}

function nameOf({ name }: Cookie, publicOrigin: string | undefined): string {
  return isSecure(publicOrigin) ? `${securePrefix}${name}` : name;
}

function isSecure(publicOrigin: string | undefined): boolean {
  return publicOrigin?.startsWith('https:') === true;
}
