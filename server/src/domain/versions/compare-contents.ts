export type PathStep = { field: string } | { entry: string };

/**
 * Difference between two states of a record. If `before` or `after` is missing, the value does not exist in that
 * state.
 */
export type Difference = { steps: PathStep[]; before?: unknown; after?: unknown; isOrder?: true };

export type Names = ReadonlyMap<string, string>;

/**
 * Returns all differences. List entries with an ID, or with the ID of the record they refer to, are matched by that
 * ID. Other lists and conditions are compared as a whole.
 */
export function compareContents(before: unknown, after: unknown, names: Names = new Map()): Difference[] {
  return compare(before, after, { steps: [], names });
}

export function pathOf({ steps, isOrder }: Difference): string {
  const path = steps.reduce(
    (text, step) =>
      'entry' in step ? `${text}[${step.entry}]` : `${text}${text === '' ? '' : '.'}${step.field}`,
    '',
  );
  return isOrder === true ? `${path}.order` : path;
}

type Fields = Record<string, unknown>;
type Location = { steps: PathStep[]; names: Names };

function compare(before: unknown, after: unknown, location: Location): Difference[] {
  if (isSame(before, after)) return [];
  if (isRecord(before) && isRecord(after) && !isConditions(location))
    return compareRecords(before, after, location);
  if (isListOfKeyed(before) && isListOfKeyed(after)) return compareLists(before, after, location);
  const { steps } = location;
  return [{ steps, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}

function compareRecords(before: Fields, after: Fields, location: Location): Difference[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field) => compare(before[field], after[field], within(location, { field })));
}

function compareLists(before: Fields[], after: Fields[], location: Location): Difference[] {
  const old = new Map(before.map((entry) => [keyOf(entry), entry]));
  const fresh = new Map(after.map((entry) => [keyOf(entry), entry]));
  const retained = [...old.keys()].filter((key) => fresh.has(key));
  const order = [...fresh.keys()].filter((key) => old.has(key));
  const at = (entry: Fields) => within(location, { entry: nameOf(entry, location.names) });
  return [
    ...before
      .filter((entry) => !fresh.has(keyOf(entry)))
      .map((entry): Difference => ({ steps: at(entry).steps, before: entry })),
    ...after.flatMap((entry) => {
      const was = old.get(keyOf(entry));
      return compare(withoutPriority(was), was === undefined ? entry : withoutPriority(entry), at(entry));
    }),
    ...(isSame(retained, order)
      ? []
      : [{ steps: location.steps, before: retained, after: order, isOrder: true } as const]),
  ];
}

// Removes the priority, because a new position is a change to the list and not to each entry that moved.
function withoutPriority(entry: Fields | undefined): Fields | undefined {
  if (entry === undefined) return undefined;
  const { priority: _, ...rest } = entry;
  return rest;
}

function within({ steps, names }: Location, step: PathStep): Location {
  return { steps: [...steps, step], names };
}

const keys = ['id', 'landingId', 'offerId', 'pathId'];

// Returns the key of an entry: its ID, the ID of the record it refers to, or its event number.
function keyOf(entry: Fields): string | undefined {
  const key = keys.map((name) => entry[name]).find((value) => typeof value === 'string');
  if (key !== undefined) return key;
  return typeof entry['idx'] === 'number' ? String(entry['idx']) : undefined;
}

function nameOf(entry: Fields, names: Names): string {
  const key = keyOf(entry) ?? '';
  return [entry['name'], entry['label'], names.get(key), key].find(
    (text) => typeof text === 'string',
  ) as string;
}

function isConditions({ steps }: Location): boolean {
  const last = steps.at(-1);
  return last !== undefined && 'field' in last && last.field === 'conditions';
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfKeyed(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.every((entry) => isRecord(entry) && keyOf(entry) !== undefined);
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
