import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ipv4OnlyWarning, type Source, type SourceAccess } from '../geo-sources.ts';
import { readCompactFile } from './compact-file.ts';
import { CompactSource } from './compact-source.ts';

const mainFile = fileURLToPath(new URL('compact-main.ts', import.meta.url));
const createTimeoutMs = 300_000;

export const compactOutcomes = { created: 0, failed: 1, busy: 2 } as const;

type SourceVersion = { path: string; fingerprint: string };

/** Caches tables on disk, because creating them takes seconds, while loading them takes milliseconds. */
export class CompactStore {
  readonly #folder: string;
  readonly #children = new Set<ChildProcess>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async find<Part extends object>(
    access: SourceAccess<Part>,
    version: SourceVersion,
  ): Promise<Source<Part> | undefined> {
    const facts = await readCompactFile(compactPath(this.#folder, access.name), compactKey(version));
    if (facts === undefined) return undefined;
    const warnings = facts.tables.ipv6 === undefined ? [ipv4OnlyWarning(version.path)] : [];
    return new CompactSource(facts, warnings, access.parse);
  }

  /**
   * Creates tables in a low-priority process, because creating them takes seconds of CPU time and several times the
   * memory of the result. Returns `busy` if another process is already creating them.
   */
  async create(
    kindName: string,
    { path, fingerprint }: SourceVersion,
  ): Promise<keyof typeof compactOutcomes> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    } catch {
      return 'failed';
    }
    const child = spawn(process.execPath, [mainFile, kindName, path, fingerprint, this.#folder], {
      stdio: 'ignore',
      timeout: createTimeoutMs,
    });
    this.#children.add(child);
    return await new Promise((resolve) => {
      child.once('error', () => resolve('failed'));
      child.once('exit', (code) => {
        this.#children.delete(child);
        if (code === compactOutcomes.created) resolve('created');
        else resolve(code === compactOutcomes.busy ? 'busy' : 'failed');
      });
    });
  }

  close(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }
}

export function compactPath(folder: string, kindName: string): string {
  return join(folder, `${kindName.replaceAll(' ', '-')}.tables`);
}

export function compactKey({ path, fingerprint }: SourceVersion): string {
  return `${path} ${fingerprint}`;
}
