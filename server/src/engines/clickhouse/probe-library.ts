import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClickHouseLibrary } from '../binaries.ts';

const probeFile = fileURLToPath(new URL('probe-child.ts', import.meta.url));
const timeoutMs = 60_000;
const reasonLengthMax = 200;

/**
 * Whether the library can be loaded and is what its package says, asked of the engine itself, in a process of its own:
 * one that cannot work on this machine takes its process with it. Answers what is wrong.
 */
export async function probeClickHouseLibrary({
  path,
  version,
}: ClickHouseLibrary): Promise<string | undefined> {
  const { said, failure } = await ask(path);
  if (failure !== undefined) return failure;
  return isSameRelease(said, version)
    ? undefined
    : `it says that it is ${said || 'nothing'} in place of ${version}`;
}

async function ask(library: string): Promise<{ said: string; failure: string | undefined }> {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-probe-'));
  const answerFile = join(directory, 'version');
  try {
    const failure = await run([library, answerFile]);
    // It ends itself by a signal: what it has written is what counts.
    if (existsSync(answerFile)) return { said: readFileSync(answerFile, 'utf8').trim(), failure: undefined };
    return { said: '', failure: failure ?? 'it answers nothing' };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function run(args: string[]): Promise<string | undefined> {
  const env = { PATH: '/usr/bin:/bin', TZ: 'UTC' };
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', probeFile, ...args],
      { timeout: timeoutMs, killSignal: 'SIGKILL', env },
      (error, _, stderr) => {
        const line = stderr.trim().split('\n').at(-1) || error?.message;
        resolve(line?.slice(0, reasonLengthMax));
      },
    );
  });
}

/** The year and month of a release decide about its files; packages count their own releases behind that. */
export function isSameRelease(said: string, version: string): boolean {
  return said !== '' && releaseOf(said) === releaseOf(version);
}

function releaseOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
