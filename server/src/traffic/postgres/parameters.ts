/** Bound values of a statement. Values never become part of the SQL text, which prevents SQL injection. */
export class Parameters {
  readonly values: unknown[] = [];

  bind(type: string, value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
