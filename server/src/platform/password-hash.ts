import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { WaypostError } from './errors.ts';
import { FairQueue } from './fair-queue.ts';

const derive = promisify(argon2);

const saltBytes = 16;
const keyBytes = 32;
const current = { memory: 64 * 1024, passes: 3, parallelism: 1 };
const prefix = `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$`;

// Each takes 64 MiB and a core for a third of a second: more at a time would let sign-ins starve everything else.
const atOnceMax = 2;
// So many take about four seconds where nobody else waits; whoever comes then had better come again.
const waitingMax = 20;
const waitingTotalMax = 200;
const waitMs = 10_000;
const queue = new FairQueue({ atOnceMax, waitingMax, waitingTotalMax, waitMs, refuse: tooBusy });

/**
 * For everything that is dear about passwords. Lanes are served by turns, so that a flood of wrong passwords out of one
 * network makes only that network wait.
 */
export async function takePasswordTurn<Result>(lane: string, work: () => Promise<Result>): Promise<Result> {
  return await queue.take(lane, work);
}

/** The parameters stand in the text, in the usual form, so that they can be raised later without losing anyone. */
export async function hashPassword(password: string, lane: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return format(salt, await takePasswordTurn(lane, () => deriveKey(password, salt, current)));
}

/** A hash that no password has, for people who do not exist: finding that out takes as long as a wrong password. */
export function makeImpossibleHash(): string {
  return format(randomBytes(saltBytes), randomBytes(keyBytes));
}

/** Whether a hash was made with other parameters than a new one would be. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(prefix);
}

export async function verifyPassword(password: string, hash: string, lane: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash) ?? [];
  if (salt === undefined || expected === undefined) return false;
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  // Parameters that argon2 itself refuses belong to no password.
  const key = await takePasswordTurn(lane, () =>
    deriveKey(password, Buffer.from(salt, 'base64'), parameters).catch(() => Buffer.alloc(0)),
  );
  const wanted = Buffer.from(expected, 'base64');
  return wanted.length > 0 && wanted.length === key.length && timingSafeEqual(wanted, key);
}

async function deriveKey(password: string, salt: Buffer, parameters: typeof current): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'), 'utf8');
  return await derive('argon2id', { message, nonce: salt, tagLength: keyBytes, ...parameters });
}

/** Nothing was compared: whoever counts wrong passwords does not count this one. */
export function tooBusy(): WaypostError {
  return new WaypostError('SERVICE_UNAVAILABLE', 'too many passwords are being checked: try again shortly');
}

function format(salt: Buffer, key: Buffer): string {
  return `${prefix}${unpadded(salt)}$${unpadded(key)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
