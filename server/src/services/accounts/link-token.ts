import { createHash, randomBytes } from 'node:crypto';
import type { Executor } from '../../store/database/database.ts';
import type { AnonymousContext } from './account-context.ts';
import { linkLimits, releaseAttempt, takeAttempt } from './limit-attempts.ts';

const tokenBytes = 32;

export function issueToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

/** Hashes a token. A fast hash is enough, because 256 random bits cannot be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export async function openLink<Found>(
  context: AnonymousContext,
  token: string,
  find: (executor: Executor, tokenHash: Buffer) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const attempt = await takeAttempt(context, linkLimits(context.address));
  return await context.database.asSystem(async (executor) => {
    const found = await find(executor, hashToken(token));
    if (found !== undefined) await releaseAttempt(executor, attempt);
    return found;
  });
}
