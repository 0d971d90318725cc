/** Plain data in a line, as people read it: records by their names, as far as these are known here. */
export function formatValue(value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === '' || value === null || value === undefined) return 'nothing';
  const say = (part: unknown) => formatValue(part, names);
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(say).join('; ');
  if (typeof value === 'object')
    return (
      Object.values(value)
        .filter((part) => part !== '' && part !== null)
        .map(say)
        .join(' ') || 'nothing'
    );
  if (typeof value === 'string') return names.get(value) ?? value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return `${value as number}`;
}
