import { createHash, randomBytes } from 'node:crypto';
import { vi } from 'vitest';
import { WaypostError } from '../../platform/errors.ts';

/**
 * Mock of `platform/password-hash.ts`. The real hash deliberately takes a third of a second and 64 MiB, which is too
 * expensive for tests that are not about hashing. The mock functions record their calls.
 */
const prefix = '$argon2id$cheap$';

export const hashPassword = vi.fn(async (password: string, _lane: string): Promise<string> => {
  const salt = randomBytes(8).toString('hex');
  return `${prefix}${salt}$${digest(salt, password)}`;
});

export const verifyPassword = vi.fn(
  async (password: string, hash: string, _lane: string): Promise<boolean> => {
    const [salt = '', expected] = hash.replace(/^\$argon2id\$\w+\$/, '').split('$');
    return expected === digest(salt, password);
  },
);

export function createDummyHash(): string {
  return `${prefix}none$none`;
}

export function isOutdated(hash: string): boolean {
  return !hash.startsWith(prefix);
}

export function tooBusy(): WaypostError {
  return new WaypostError('SERVICE_UNAVAILABLE', 'too busy');
}

export async function runPasswordWork<Result>(_lane: string, work: () => Promise<Result>): Promise<Result> {
  return await work();
}

function digest(salt: string, password: string): string {
  return createHash('sha256').update(`${salt} ${password}`).digest('hex');
}
