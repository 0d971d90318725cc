import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Strength } from './estimate-strength.ts';

/** Far more than any takes, even on a busy machine. */
const timeMs = 20_000;

/**
 * How hard a password is to guess for who knows what it may be about. In a process that ends with the answer: new
 * passwords are rare, and the lists of common ones would stay in our memory for good, or what a thread took for them.
 * Whatever somebody types in, it holds nothing else up, and not for long.
 */
export async function estimateStrength(password: string, about: string[]): Promise<Strength> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'password-strength-process.ts')], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeMs,
    killSignal: 'SIGKILL',
  });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  // One that ends early closes the pipe; that there is no answer is told by the reader.
  child.stdin.on('error', () => undefined);
  // Not among the arguments, which everybody on the machine can read.
  child.stdin.end(JSON.stringify({ password, about }));
  return (await Promise.race([json(child.stdout), failed])) as Strength;
}
