export type Difference = { field: string; before: unknown; after: unknown };

export function listDifferences(before: unknown, after: unknown, field = ''): Difference[] {
  if (isList(before) && isList(after) && before.length === after.length)
    return before.flatMap((item, index) => listDifferences(item, after[index], `${field}[${index}]`));
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      listDifferences(valueOf(before, name), valueOf(after, name), field === '' ? name : `${field}.${name}`),
    );
  }
  return isEqual(before, after) ? [] : [{ field, before, after }];
}

export function isEqual(one: unknown, other: unknown): boolean {
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  if (isRecord(one) && isRecord(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => isEqual(valueOf(one, name), valueOf(other, name)));
  }
  return one === other;
}

function valueOf(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
