import { getRecordNames, type ReadingContext } from '../../services/agents/reading.ts';

type Values = Record<string, unknown>;

const reference = /(?:campaign|trafficSource|affiliateNetwork|rotator|path|landing|offer)Id$/i;

type ConciseOptions = {
  // True to keep IDs in addition to names. Used for single records, whose IDs the next call may need.
  keepsIds?: boolean;
};

/**
 * Replaces record IDs with names and removes empty values. Top-level fields are kept even if they are empty, so that
 * results keep their shape.
 */
export async function makeConcise(
  context: ReadingContext,
  data: Values,
  { keepsIds = false }: ConciseOptions = {},
): Promise<Values> {
  const ids = new Set<string>();
  collectIds(data, ids);
  const names = ids.size === 0 ? new Map<string, string>() : await getRecordNames(context, [...ids]);
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, shorten(value, { names, keepsIds }) ?? value]),
  );
}

function collectIds(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collectIds(one, found);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === 'string' && reference.test(name)) found.add(one);
      else collectIds(one, found);
    }
}

type Naming = { names: ReadonlyMap<string, string>; keepsIds: boolean };

function shorten(value: unknown, naming: Naming): unknown {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) {
    const inList = { ...naming, keepsIds: false };
    const kept = value.map((one) => shorten(one, inList)).filter((one) => one !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (typeof value !== 'object') return value;
  const kept = Object.entries(value).flatMap(([name, one]) => shortenField(name, one, naming));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function shortenField(name: string, value: unknown, naming: Naming): [string, unknown][] {
  // Labels repeat the names that already replace the IDs.
  if (name === 'labels') return [];
  const recordName = typeof value === 'string' && reference.test(name) ? naming.names.get(value) : undefined;
  if (recordName !== undefined)
    return [
      [name.slice(0, -2), recordName],
      ...(naming.keepsIds ? ([[name, value]] as [string, unknown][]) : []),
    ];
  const short = shorten(value, naming);
  return short === undefined ? [] : [[name, short]];
}
