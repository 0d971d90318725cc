import type { CompactStore } from './compact/compact-store.ts';
import { fingerprint } from './geo-files.ts';
import type { ReadAddress, Source, SourceAccess } from './geo-sources.ts';

export type FileFacts = { path: string; builtAt: Date };

type SlotOptions<Part extends object> = {
  access: SourceAccess<Part>;
  path: string | undefined;
  /** Where tables of the file are kept; without it the file itself stays in memory. */
  store: CompactStore | undefined;
};

/** A file in use: opened, replaced when it changes on disk, and kept as it was when the new one is no good. */
export class GeoSourceSlot<Part extends object> {
  readonly #options: SlotOptions<Part>;
  #source: Source<Part> | undefined;
  #seen = '';
  /** Whether this version of the file is still held as it is, and may be replaced by tables. */
  #isLarge = false;
  #problem: string | undefined;
  #isDamaged = false;

  constructor(options: SlotOptions<Part>) {
    this.#options = options;
  }

  async refresh(): Promise<void> {
    const { access, path } = this.#options;
    if (path === undefined) {
      this.#problem = `The ${access.name} that comes with Waypost is not installed.`;
      return;
    }
    const mark = await fingerprint(path);
    if (mark === this.#seen) return;
    this.#seen = mark;
    try {
      const small = await this.#findTables();
      this.#replace(small ?? (await access.open(path)));
      this.#isLarge = small === undefined;
      this.#problem = undefined;
      this.#isDamaged = false;
    } catch (error) {
      this.#isLarge = false;
      const reason = error instanceof Error ? error.message : String(error);
      const effect =
        this.#source === undefined ? 'nothing is known from it' : 'the one read before stays in use';
      this.#problem = `The ${access.name} ${path} could not be read, so ${effect}: ${reason}`;
    }
  }

  /** Has tables made of the file and uses them in its place. A file that does not fit into them stays as it is. */
  async shrink(): Promise<void> {
    const { access, path, store } = this.#options;
    if (!this.#isLarge || store === undefined || path === undefined) return;
    const mark = this.#seen;
    const outcome = await store.make(access.name, { path, mark });
    if (mark !== this.#seen || outcome === 'busy') return;
    const small = outcome === 'made' ? await this.#findTables() : undefined;
    if (mark !== this.#seen) return;
    this.#isLarge = false;
    if (small !== undefined) this.#replace(small);
  }

  async #findTables(): Promise<Source<Part> | undefined> {
    const { access, path = '', store } = this.#options;
    return await store?.find(access, { path, mark: this.#seen });
  }

  #replace(source: Source<Part>): void {
    this.#source?.release?.();
    this.#source = source;
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
    const { access, path } = this.#options;
    const damaged = `The ${access.name} ${path ?? ''} is damaged: some addresses could not be looked up. Replace it.`;
    return [
      ...(this.#problem === undefined ? [] : [this.#problem]),
      ...(this.#isDamaged ? [damaged] : []),
      ...(this.#source?.warnings ?? []),
    ];
  }
}
