/** A step on the way to a place in a content: a field, or an entry of the list that the step before it names. */
export type Step = { field: string } | { entry: string };

/** One place at which two states of a record differ; what is not there on one side is left out. */
export type Difference = { steps: Step[]; before?: unknown; after?: unknown; isOrder?: true };

/** What records are called, by their ids. */
export type Names = ReadonlyMap<string, string>;

/**
 * Everything in which one content differs from another. Entries of lists that have an id, or stand for a record that has
 * one, are the same entry wherever they stand; other lists, and conditions, are compared as wholes.
 */
export function compareContents(before: unknown, after: unknown, names: Names = new Map()): Difference[] {
  return compare(before, after, { steps: [], names });
}

/** The place as a text, such as `routing.paths[Phones].landings[Quiz].weight`. */
export function pathOf({ steps, isOrder }: Difference): string {
  const path = steps.reduce(
    (text, step) =>
      'entry' in step ? `${text}[${step.entry}]` : `${text}${text === '' ? '' : '.'}${step.field}`,
    '',
  );
  return isOrder === true ? `${path}.order` : path;
}

type Fields = Record<string, unknown>;
type Place = { steps: Step[]; names: Names };

function compare(before: unknown, after: unknown, place: Place): Difference[] {
  if (isSame(before, after)) return [];
  if (isRecord(before) && isRecord(after) && !isConditions(place))
    return compareRecords(before, after, place);
  if (isListOfKeyed(before) && isListOfKeyed(after)) return compareLists(before, after, place);
  const { steps } = place;
  return [{ steps, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}

function compareRecords(before: Fields, after: Fields, place: Place): Difference[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field) => compare(before[field], after[field], within(place, { field })));
}

function compareLists(before: Fields[], after: Fields[], place: Place): Difference[] {
  const old = new Map(before.map((entry) => [keyOf(entry), entry]));
  const fresh = new Map(after.map((entry) => [keyOf(entry), entry]));
  const kept = [...old.keys()].filter((key) => fresh.has(key));
  const order = [...fresh.keys()].filter((key) => old.has(key));
  const at = (entry: Fields) => within(place, { entry: nameOf(entry, place.names) });
  return [
    ...before
      .filter((entry) => !fresh.has(keyOf(entry)))
      .map((entry): Difference => ({ steps: at(entry).steps, before: entry })),
    ...after.flatMap((entry) => {
      const was = old.get(keyOf(entry));
      return compare(withoutPlace(was), was === undefined ? entry : withoutPlace(entry), at(entry));
    }),
    ...(isSame(kept, order)
      ? []
      : [{ steps: place.steps, before: kept, after: order, isOrder: true } as const]),
  ];
}

/** Where an entry stands in its list is said of the list, not of each entry that moved up by one. */
function withoutPlace(entry: Fields | undefined): Fields | undefined {
  if (entry === undefined) return undefined;
  const { priority: _, ...rest } = entry;
  return rest;
}

function within({ steps, names }: Place, step: Step): Place {
  return { steps: [...steps, step], names };
}

const keys = ['id', 'landingId', 'offerId', 'pathId'];

/** What an entry is known by: its own id, that of the record it stands for, or the number of an event. */
function keyOf(entry: Fields): string | undefined {
  const key = keys.map((name) => entry[name]).find((value) => typeof value === 'string');
  if (key !== undefined) return key;
  return typeof entry['idx'] === 'number' ? String(entry['idx']) : undefined;
}

/** How people know it: by its name where it has one. */
function nameOf(entry: Fields, names: Names): string {
  const key = keyOf(entry) ?? '';
  return [entry['name'], entry['label'], names.get(key), key].find(
    (text) => typeof text === 'string',
  ) as string;
}

function isConditions({ steps }: Place): boolean {
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
