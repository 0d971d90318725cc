import type { Parser } from './parsers.ts';

export type Variable<Value = unknown> = {
  parse: Parser<Value>;
  default: string;
  unit?: string;
  /** Effect of leaving the variable unset, if its default is empty. */
  whenEmpty?: string;
  about: string;
  /** `whole` masks the whole value. `url` masks only the password, so that people can still see the host. */
  secret?: 'whole' | 'url';
};

export function variable<Value>(definition: Variable<Value>): Variable<Value> {
  return definition;
}
