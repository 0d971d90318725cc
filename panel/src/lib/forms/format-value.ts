/** Formats JSON data on one line, with record names instead of IDs where known. */
export function formatValue(value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === '' || value === null || value === undefined) return 'empty';
  const format = (part: unknown) => formatValue(part, names);
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.map(format).join('; ');
  if (typeof value === 'object')
    return (
      Object.values(value)
        .filter((part) => part !== '' && part !== null)
        .map(format)
        .join(' ') || 'empty'
    );
  if (typeof value === 'string') return names.get(value) ?? value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return `${value as number}`;
}
