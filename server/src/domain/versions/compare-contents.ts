/** One place at which two states of a record differ; what is not there on one side is undefined. */
export type Difference = { path: string; before?: unknown; after?: unknown };

/**
 * Everything in which one content differs from another. Entries of lists that have an id are the same entry wherever
 * they stand; other lists are compared as wholes.
 */
export function compareContents(before: unknown, after: unknown, path = ''): Difference[] {
  if (isSame(before, after)) return [];
  if (isRecord(before) && isRecord(after)) return compareRecords(before, after, path);
  if (isListOfNamed(before) && isListOfNamed(after)) return compareLists(before, after, path);
  return [
    {
      path,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  ];
}

type Fields = Record<string, unknown>;
type Entry = Fields & { id: string };

function compareRecords(before: Fields, after: Fields, path: string): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => compareContents(before[name], after[name], join(path, name)));
}

function compareLists(before: Entry[], after: Entry[], path: string): Difference[] {
  const old = new Map(before.map((entry) => [entry.id, entry]));
  const fresh = new Map(after.map((entry) => [entry.id, entry]));
  const removed = before.filter(({ id }) => !fresh.has(id));
  const kept = before.filter(({ id }) => fresh.has(id)).map(({ id }) => id);
  const order = after.filter(({ id }) => old.has(id)).map(({ id }) => id);
  return [
    ...removed.map((entry) => ({ path: `${path}[${nameOf(entry)}]`, before: entry })),
    ...after.flatMap((entry) => compareContents(old.get(entry.id), entry, `${path}[${nameOf(entry)}]`)),
    ...(isSame(kept, order) ? [] : [{ path: `${path}.order`, before: kept, after: order }]),
  ];
}

/** How people know it: by its name where it has one. */
function nameOf({ id, name, label }: Entry): string {
  return [name, label, id].find((text) => typeof text === 'string') as string;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfNamed(value: unknown): value is Entry[] {
  return Array.isArray(value) && value.every((entry) => isRecord(entry) && typeof entry['id'] === 'string');
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** The same fields in another order are the same. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
