/**
 * The values of one statement. They travel beside its text and never in it, so nothing that somebody else wrote is ever
 * read as SQL.
 */
export class Parameters {
  readonly values: unknown[] = [];

  /** Keeps a value and tells what stands for it in the text, as this type. */
  bind(type: string, value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
