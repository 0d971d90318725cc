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
 * Returns a problem if the library cannot be loaded or its version differs from that of its package. The library is
 * loaded in a child process, because a library that does not support this machine crashes the process that loads it.
 */
export async function probeClickHouseLibrary({
  path,
  version,
}: ClickHouseLibrary): Promise<string | undefined> {
  const { actual, failure } = await readVersion(path);
  if (failure !== undefined) return failure;
  return isSameRelease(actual, version)
    ? undefined
    : `version is ${actual || 'unknown'} instead of ${version}`;
}

async function readVersion(library: string): Promise<{ actual: string; failure: string | undefined }> {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-probe-'));
  const versionFile = join(directory, 'version');
  try {
    const failure = await run([library, versionFile]);
    // The process ends with a signal even if it succeeds, so only the file shows whether it succeeded.
    if (existsSync(versionFile))
      return { actual: readFileSync(versionFile, 'utf8').trim(), failure: undefined };
    return { actual: '', failure: failure ?? 'no version returned' };
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

/** Compares year and month, which determine the file format. npm packages have their own patch versions. */
export function isSameRelease(actual: string, version: string): boolean {
  return actual !== '' && releaseOf(actual) === releaseOf(version);
}

function releaseOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
