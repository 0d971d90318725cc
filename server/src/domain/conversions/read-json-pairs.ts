const pairsMax = 200;
const depthMax = 4;

type Pair = readonly [name: string, value: string];
type Revive = (key: string, value: unknown, context: { source?: string }) => unknown;
const parse = JSON.parse as (text: string, revive: Revive) => unknown;

/**
 * Flattens a JSON object into parameters named `outer.inner` and `outer[0]`. Numbers are kept as written,
 * because a float would round amounts. Returns undefined if the text is not a JSON object.
 */
export function readJsonPairs(text: string): Pair[] | undefined {
  const object = parseText(text);
  if (!isObject(object)) return undefined;
  const pairs: Pair[] = [];
  collect(object, '', pairs);
  return pairs;
}

function parseText(text: string): unknown {
  try {
    return parse(text, (_, value, { source }) =>
      typeof value === 'number' ? (source ?? String(value)) : value,
    );
  } catch {
    // The text is not JSON, or is nested too deeply for the parser.
    return undefined;
  }
}

function collect(object: Record<string, unknown>, prefix: string, pairs: Pair[], depth = 1): void {
  for (const [name, value] of Object.entries(object)) collectValue(value, prefix + name, pairs, depth);
}

function collectValue(value: unknown, name: string, pairs: Pair[], depth: number): void {
  if (pairs.length >= pairsMax) return;
  if (typeof value === 'string' || typeof value === 'boolean') pairs.push([name, String(value)]);
  else if (depth >= depthMax) return;
  else if (isObject(value)) collect(value, `${name}.`, pairs, depth + 1);
  else if (Array.isArray(value))
    for (const [at, item] of value.slice(0, pairsMax).entries())
      if (!Array.isArray(item)) collectValue(item, `${name}[${at}]`, pairs, depth + 1);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
