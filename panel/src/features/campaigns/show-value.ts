/** A value of a version as a person reads it: names for ids, words for what is not there. */
export function showValue(value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === undefined) return 'not there';
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return names.get(value) ?? value;
  if (typeof value === 'number') return String(value);
  return JSON.stringify(
    value,
    (_, inner: unknown) => (typeof inner === 'string' ? (names.get(inner) ?? inner) : inner),
    2,
  );
}
