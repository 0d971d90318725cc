import { createHash, randomBytes } from 'node:crypto';
import { buildKeyToken, formatKeyToken, locatorBytes, secretBytes } from '../../domain/api-key-token.ts';
import type { KeyCredential } from '../../store/api-keys.ts';

/** A new token, to be shown once, and what is kept of it. */
export function issueCredential(): KeyCredential & { token: string } {
  const token = buildKeyToken({ locator: randomBytes(locatorBytes), secret: randomBytes(secretBytes) });
  return { token: formatKeyToken(token), locator: token.locator, secretHash: hashSecret(token.secret) };
}

/** The secret has 256 random bits: a plain hash cannot be searched, and it costs a request next to nothing. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
