import { fingerprint } from './geo-files.ts';
import type { ReadAddress, Source } from './geo-sources.ts';

export type FileFacts = { path: string; builtAt: Date };

export type SlotOptions<Part> = {
  /** How the file is called in sentences, such as `city file`. */
  name: string;
  path: string | undefined;
  open: (path: string) => Promise<Source<Part>>;
};

/** A file in use: opened, replaced when it changes on disk, and kept as it was when the new one is no good. */
export class GeoSourceSlot<Part> {
  readonly #options: SlotOptions<Part>;
  #source: Source<Part> | undefined;
  #seen = '';
  #problem: string | undefined;
  #isDamaged = false;

  constructor(options: SlotOptions<Part>) {
    this.#options = options;
  }

  async refresh(): Promise<void> {
    const { name, path, open } = this.#options;
    if (path === undefined) {
      this.#problem = `The ${name} that comes with Waypost is not installed.`;
      return;
    }
    const current = await fingerprint(path);
    if (current === this.#seen) return;
    this.#seen = current;
    try {
      this.#source = await open(path);
      this.#problem = undefined;
      this.#isDamaged = false;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const effect =
        this.#source === undefined ? 'nothing is known from it' : 'the one read before stays in use';
      this.#problem = `The ${name} ${path} could not be read, so ${effect}: ${reason}`;
    }
  }

  find(address: ReadAddress): Part | undefined {
    try {
      return this.#source?.find(address);
    } catch {
      // A record that points nowhere: the file was damaged. The visitor must not notice.
      this.#isDamaged = true;
      return undefined;
    }
  }

  facts(): FileFacts | undefined {
    const { path } = this.#options;
    return this.#source === undefined || path === undefined
      ? undefined
      : { path, builtAt: this.#source.builtAt };
  }

  warnings(): string[] {
    const { name, path } = this.#options;
    const damaged = `The ${name} ${path ?? ''} is damaged: some addresses could not be looked up. Replace it.`;
    return [
      ...(this.#problem === undefined ? [] : [this.#problem]),
      ...(this.#isDamaged ? [damaged] : []),
      ...(this.#source?.warnings ?? []),
    ];
  }
}
