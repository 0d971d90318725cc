import type { FastifyReply, FastifyRequest } from 'fastify';

/** Where the panel is reached by https, the prefix lets no other host and no unencrypted page set the cookie. */
const secureName = '__Host-waypost';
const plainName = 'waypost';

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** The token that the browser holds; undefined where it holds none, or several, or something that is none. */
export function readSessionToken(
  request: FastifyRequest,
  publicOrigin: string | undefined,
): string | undefined {
  const name = isSecure(publicOrigin) ? secureName : plainName;
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value, ...others] = values;
  // Of two with one name nobody can tell which one is ours.
  return value !== undefined && others.length === 0 && tokenForm.test(value) ? value : undefined;
}

export function setSessionCookie(
  reply: FastifyReply,
  session: { token: string; expiresAt: Date },
  publicOrigin: string | undefined,
): void {
  void reply.header('set-cookie', serialise(session.token, session.expiresAt, publicOrigin));
}

export function endSessionCookie(reply: FastifyReply, publicOrigin: string | undefined): void {
  void reply.header('set-cookie', serialise('', new Date(0), publicOrigin));
}

function serialise(value: string, expiresAt: Date, publicOrigin: string | undefined): string {
  const name = isSecure(publicOrigin) ? `${secureName}=${value}; Secure` : `${plainName}=${value}`;
  return `${name}; Path=/; Expires=${expiresAt.toUTCString()}; HttpOnly; SameSite=Lax`;
}

function isSecure(publicOrigin: string | undefined): boolean {
  return publicOrigin?.startsWith('https:') === true;
}
