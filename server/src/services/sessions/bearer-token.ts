import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

/** 256 random bits, for a cookie or a link, and what is kept of them. */
export function issueToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

/** A plain hash is enough: nobody can try out 256 bits, and it costs a request next to nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
