import { isDeepStrictEqual } from 'node:util';

/** Some of the fields of a record; what is undefined was not given. */
export type Given<Row> = { [Field in keyof Row]?: Row[Field] | undefined };

/** Those of the given fields that are not as they were. */
export function changedFields<Row extends object>(before: Row, given: Given<Row>): Partial<Row> {
  const fields = Object.entries(given) as [keyof Row, unknown][];
  return Object.fromEntries(
    fields.filter(([name, value]) => value !== undefined && !isDeepStrictEqual(value, before[name])),
  ) as Partial<Row>;
}
