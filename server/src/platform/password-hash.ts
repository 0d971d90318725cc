import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { WaypostError } from './errors.ts';
import { FairQueue } from './fair-queue.ts';

const derive = promisify(argon2);

const saltBytes = 16;
const keyBytes = 32;
const current = { memory: 64 * 1024, passes: 3, parallelism: 1 };
const prefix = `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$`;

// Each hash takes 64 MiB and one core for a third of a second, so more concurrent hashes would starve all other work.
const concurrencyMax = 2;
// This many hashes take about four seconds. A client that would have to wait longer should retry later.
const waitingMax = 20;
const waitingTotalMax = 200;
const waitMs = 10_000;
const queue = new FairQueue({ concurrencyMax, waitingMax, waitingTotalMax, waitMs, createError: tooBusy });

/**
 * Runs expensive password work. Lanes are served round-robin, so that a flood of wrong passwords from one network
 * delays only that network.
 */
export async function runPasswordWork<Result>(lane: string, work: () => Promise<Result>): Promise<Result> {
  return await queue.take(lane, work);
}

/**
 * Hashes a password. The hash contains its parameters (PHC string format), so that the parameters can be raised later
 * without invalidating old hashes.
 */
export async function hashPassword(password: string, lane: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return format(salt, await runPasswordWork(lane, () => deriveKey(password, salt, current)));
}

/** Returns a hash that no password matches, so that checking an unknown account takes as long as a wrong password. */
export function createDummyHash(): string {
  return format(randomBytes(saltBytes), randomBytes(keyBytes));
}

export function isOutdated(hash: string): boolean {
  return !hash.startsWith(prefix);
}

export async function verifyPassword(password: string, hash: string, lane: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash) ?? [];
  if (salt === undefined || expected === undefined) return false;
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  // If argon2 rejects the parameters, the hash cannot belong to any password.
  const key = await runPasswordWork(lane, () =>
    deriveKey(password, Buffer.from(salt, 'base64'), parameters).catch(() => Buffer.alloc(0)),
  );
  const expectedKey = Buffer.from(expected, 'base64');
  return expectedKey.length > 0 && expectedKey.length === key.length && timingSafeEqual(expectedKey, key);
}

async function deriveKey(password: string, salt: Buffer, parameters: typeof current): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'), 'utf8');
  return await derive('argon2id', { message, nonce: salt, tagLength: keyBytes, ...parameters });
}

/**
 * Creates the error for a full queue. The password was not compared, so the request does not count as a failed attempt.
 */
export function tooBusy(): WaypostError {
  return new WaypostError(
    'SERVICE_UNAVAILABLE',
    'The server is busy checking other passwords. Try again shortly.',
  );
}

function format(salt: Buffer, key: Buffer): string {
  return `${prefix}${unpadded(salt)}$${unpadded(key)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
