import type { CompactStore } from './compact/compact-store.ts';
import { fingerprint } from './geo-files.ts';
import type { ReadAddress, Source, SourceAccess } from './geo-sources.ts';

export type FileFacts = { path: string; builtAt: Date };

type SlotOptions<Part extends object> = {
  access: SourceAccess<Part>;
  path: string | undefined;
  store: CompactStore | undefined;
};

/**
 * Keeps a database open, reloads it when the file changes, and keeps the previous version if the new one is invalid.
 */
export class GeoSourceSlot<Part extends object> {
  readonly #options: SlotOptions<Part>;
  #source: Source<Part> | undefined;
  #fingerprint = '';
  // True while the whole file is in memory and no attempt has been made to replace it with compact tables.
  #isLarge = false;
  #problem: string | undefined;
  #isDamaged = false;

  constructor(options: SlotOptions<Part>) {
    this.#options = options;
  }

  async refresh(): Promise<void> {
    const { access, path } = this.#options;
    if (path === undefined) {
      this.#problem = `The bundled ${access.title} is not installed.`;
      return;
    }
    const current = await fingerprint(path);
    if (current === this.#fingerprint) return;
    this.#fingerprint = current;
    try {
      const tables = await this.#findTables();
      this.#replace(tables ?? (await access.open(path)));
      this.#isLarge = tables === undefined;
      this.#problem = undefined;
      this.#isDamaged = false;
    } catch (error) {
      this.#isLarge = false;
      const reason = error instanceof Error ? error.message : String(error);
      const effect =
        this.#source === undefined
          ? 'visits are recorded without its data'
          : 'the previous version remains in use';
      this.#problem = `The ${access.title} ${path} cannot be read, so ${effect}. Reason: ${reason}`;
    }
  }

  async shrink(): Promise<void> {
    const { access, path, store } = this.#options;
    if (!this.#isLarge || store === undefined || path === undefined) return;
    const current = this.#fingerprint;
    const outcome = await store.create(access.name, { path, fingerprint: current });
    if (current !== this.#fingerprint || outcome === 'busy') return;
    const tables = outcome === 'created' ? await this.#findTables() : undefined;
    if (current !== this.#fingerprint) return;
    this.#isLarge = false;
    if (tables !== undefined) this.#replace(tables);
  }

  async #findTables(): Promise<Source<Part> | undefined> {
    const { access, path = '', store } = this.#options;
    return await store?.find(access, { path, fingerprint: this.#fingerprint });
  }

  #replace(source: Source<Part>): void {
    this.#source?.release?.();
    this.#source = source;
  }

  find(address: ReadAddress): Part | undefined {
    try {
      return this.#source?.find(address);
    } catch {
      // An invalid pointer means that the file is damaged. The visitor is served anyway.
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
    const damaged = `The ${access.title} ${path ?? ''} is damaged: some addresses cannot be looked up. Replace the file.`;
    return [
      ...(this.#problem === undefined ? [] : [this.#problem]),
      ...(this.#isDamaged ? [damaged] : []),
      ...(this.#source?.warnings ?? []),
    ];
  }
}
