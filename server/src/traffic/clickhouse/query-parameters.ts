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

type Bound = string | number | readonly (string | number)[];

/**
 * The values of one query. They travel beside its text and never in it, so nothing that somebody else wrote is ever read
 * as SQL.
 */
export class QueryParameters {
  readonly values: Record<string, Bound> = {};
  #count = 0;

  /** Keeps a value and tells what stands for it in the text. */
  bind(type: ParameterType, value: Bound): string {
    const name = `p${this.#count}`;
    this.#count += 1;
    this.values[name] = value;
    return `{${name}:${type}}`;
  }
}
