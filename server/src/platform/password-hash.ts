import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { WaypostError } from './errors.ts';
import { Turns } from './turns.ts';

const derive = promisify(argon2);

const saltBytes = 16;
const keyBytes = 32;
const current = { memory: 64 * 1024, passes: 3, parallelism: 1 };
const prefix = `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$`;

// Each takes 64 MiB and a core for a third of a second: more at a time would let sign-ins starve everything else.
const atOnceMax = 2;
// The last of so many waits about twenty seconds; whoever comes then had better come again.
const waitingMax = 100;
const turns = new Turns({ share: atOnceMax, waitingMax, refuse: tooBusy });

/** The parameters stand in the text, in the usual form, so that they can be raised later without losing anyone. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return format(salt, await inTurn(() => deriveKey(password, salt, current)));
}

/** A hash that no password has, for people who do not exist: finding that out takes as long as a wrong password. */
export function makeImpossibleHash(): string {
  return format(randomBytes(saltBytes), randomBytes(keyBytes));
}

/** Whether a hash was made with other parameters than a new one would be. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(prefix);
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash) ?? [];
  if (salt === undefined || expected === undefined) return false;
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  // Parameters that argon2 itself refuses belong to no password.
  const key = await inTurn(() =>
    deriveKey(password, Buffer.from(salt, 'base64'), parameters).catch(() => Buffer.alloc(0)),
  );
  const wanted = Buffer.from(expected, 'base64');
  return wanted.length > 0 && wanted.length === key.length && timingSafeEqual(wanted, key);
}

async function deriveKey(password: string, salt: Buffer, parameters: typeof current): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'), 'utf8');
  return await derive('argon2id', { message, nonce: salt, tagLength: keyBytes, ...parameters });
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return await turns.take('everybody', work);
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
