import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Strength } from './estimate-strength.ts';

const mainFile = fileURLToPath(new URL('password-strength-process.ts', import.meta.url));
// Much longer than any estimate takes, even on a busy machine.
const timeoutMs = 20_000;

/**
 * Estimates how hard a password is to guess for an attacker who knows `about`. Uses a short-lived process, because new
 * passwords are rare and the word lists would otherwise stay in memory, even with a worker thread. An estimate that
 * takes too long blocks no other work and is stopped by the timeout.
 */
export async function estimateStrength(password: string, about: string[]): Promise<Strength> {
  const child = spawn(process.execPath, [mainFile], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  // A process that exits early closes the pipe. The missing result is reported when standard output is read.
  child.stdin.on('error', () => undefined);
  // The password is not passed as an argument, because arguments are visible to everyone on the machine.
  child.stdin.end(JSON.stringify({ password, about }));
  return (await Promise.race([json(child.stdout), failed])) as Strength;
}
