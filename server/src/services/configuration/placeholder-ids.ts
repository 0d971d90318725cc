import type { Kind } from './kinds.ts';

/** IDs that stand in for names, because the schemas in the contract accept only IDs. */
export class PlaceholderIds {
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  idOf(kind: Kind, name: string): string {
    const text = name.trim();
    const known = this.#ids.get(`${kind} ${text}`);
    if (known !== undefined) return known;
    const id = `00000000-0000-4000-8000-${this.#ids.size.toString(16).padStart(12, '0')}`;
    this.#ids.set(`${kind} ${text}`, id);
    this.#names.set(id, text);
    return id;
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? id;
  }
}
