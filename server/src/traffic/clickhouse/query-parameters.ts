export type ParameterType =
  | 'UUID'
  | 'String'
  | 'Int64'
  | 'Int256'
  | 'UInt32'
  | 'UInt64'
  | 'Array(UUID)'
  | 'Array(String)'
  | 'Array(Int64)';

type BoundValue = string | number | readonly (string | number)[];

/** Bound values of a query. Values never become part of the SQL text, which prevents SQL injection. */
export class QueryParameters {
  readonly values: Record<string, BoundValue> = {};
  #count = 0;

  bind(type: ParameterType, value: BoundValue): string {
    const name = `p${this.#count}`;
    this.#count += 1;
    this.values[name] = value;
    return `{${name}:${type}}`;
  }
}
