import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onlyIpv4, type Source, type SourceAccess } from '../geo-sources.ts';
import { readCompactFile } from './compact-file.ts';
import { CompactSource } from './compact-source.ts';

const mainFile = join(import.meta.dirname, 'compact-main.ts');
const makeTimeoutMs = 300_000;

/** What the process that makes the tables says with its exit code. */
export const compactOutcomes = { made: 0, failed: 1, busy: 2 } as const;

/** A version of a file on disk: what it is called, and its mark, which changes when it is replaced. */
type SourceVersion = { path: string; mark: string };

/** Tables that were made of files are kept on disk: making them takes seconds, reading them a moment. */
export class CompactStore {
  readonly #folder: string;
  readonly #making = new Set<ChildProcess>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined where none were made of this version. */
  async find<Part extends object>(
    access: SourceAccess<Part>,
    version: SourceVersion,
  ): Promise<Source<Part> | undefined> {
    const facts = await readCompactFile(compactPath(this.#folder, access.name), compactKey(version));
    if (facts === undefined) return undefined;
    const warnings = facts.tables.ipv6 === undefined ? [onlyIpv4(version.path)] : [];
    return new CompactSource(facts, warnings, access.build);
  }

  /**
   * Has them made by a process that ends afterwards and gives way to every other: it needs seconds of a processor and
   * several times the memory of what it makes. `busy` where another one is at it.
   */
  async make(kindName: string, { path, mark }: SourceVersion): Promise<keyof typeof compactOutcomes> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    } catch {
      return 'failed';
    }
    const child = spawn(process.execPath, [mainFile, kindName, path, mark, this.#folder], {
      stdio: 'ignore',
      timeout: makeTimeoutMs,
    });
    this.#making.add(child);
    return await new Promise((resolve) => {
      child.once('error', () => resolve('failed'));
      child.once('exit', (code) => {
        this.#making.delete(child);
        if (code === compactOutcomes.made) resolve('made');
        else resolve(code === compactOutcomes.busy ? 'busy' : 'failed');
      });
    });
  }

  close(): void {
    for (const child of this.#making) child.kill('SIGKILL');
  }
}

export function compactPath(folder: string, kindName: string): string {
  return join(folder, `${kindName.replaceAll(' ', '-')}.tables`);
}

export function compactKey({ path, mark }: SourceVersion): string {
  return `${path} ${mark}`;
}
