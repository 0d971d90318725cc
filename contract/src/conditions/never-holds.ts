import type { ConditionLeaf, ConditionTree } from './read-tree.ts';
import { findField, rotatorFields } from './fields.ts';

/** A condition and whether it is asked for or must not hold. */
type Demand = { tree: ConditionTree | null; holds: boolean };

/** What is known of one thing that is looked at. */
type Known = {
  /** Its value is one of these. */
  among: ReadonlySet<string> | undefined;
  /** It is none of these. */
  without: ReadonlySet<string>;
};

/** One way for all demands to be met: what it says of each thing, and of conditions that are only ever true or false. */
type Case = { things: ReadonlyMap<string, Known>; flags: ReadonlyMap<string, boolean> };

const emptyCase: Case = { things: new Map(), flags: new Map() };
/** Beyond so many, a demand is left out, which only ever hides that nothing can meet them all. */
const casesMax = 64;

const closed: Readonly<Record<string, readonly string[]>> = {
  boolean: ['true', 'false'],
  weekday: wholeNumbers(1, 7),
  hour: wholeNumbers(0, 23),
};

/**
 * Whether no visitor at all can meet all of these demands. Where it says so, it is so; where that would take long to find
 * out, or follows from what texts and addresses look like, it does not say so.
 */
export function canNeverBeMet(demands: readonly Demand[]): boolean {
  let cases: Case[] = [emptyCase];
  for (const { tree, holds } of demands) {
    const next = meet(cases, tree, holds);
    if (next !== undefined) cases = next;
    if (cases.length === 0) return true;
  }
  return false;
}

/** The cases that remain; undefined where there would be too many. */
function meet(cases: Case[], tree: ConditionTree | null, holds: boolean): Case[] | undefined {
  if (tree === null) return holds ? cases : [];
  if ('not' in tree) return meet(cases, tree.not, !holds);
  if ('all' in tree) return holds ? meetAll(cases, tree.all, true) : meetAny(cases, tree.all, false);
  if ('any' in tree) return holds ? meetAny(cases, tree.any, true) : meetAll(cases, tree.any, false);
  return cases.flatMap((one) => narrow(one, tree, holds) ?? []);
}

function meetAll(cases: Case[], trees: readonly ConditionTree[], holds: boolean): Case[] {
  // A demand that is too much is left out by itself: the others still tell.
  return trees.reduce((left, tree) => meet(left, tree, holds) ?? left, cases);
}

function meetAny(cases: Case[], trees: readonly ConditionTree[], holds: boolean): Case[] | undefined {
  const found: Case[] = [];
  for (const tree of trees) {
    const more = meet(cases, tree, holds);
    if (more === undefined || found.length + more.length > casesMax) return undefined;
    found.push(...more);
  }
  return found;
}

/** The case with one thing more that is known; undefined where it cannot be. */
function narrow(one: Case, leaf: ConditionLeaf, holds: boolean): Case | undefined {
  const kind = findField(rotatorFields, leaf.field)?.kind ?? 'text';
  const said = membersOf(leaf, kind);
  if (said === undefined) return withFlag(one, leaf, holds);
  const subject = `${leaf.field} ${leaf.timezone ?? ''}`;
  const before = one.things.get(subject);
  const isMember = holds === (leaf.op !== 'isNot');
  const known: Known = {
    among: isMember ? intersect(before?.among ?? closedSet(kind), said) : (before?.among ?? closedSet(kind)),
    without: isMember ? (before?.without ?? new Set()) : new Set([...(before?.without ?? []), ...said]),
  };
  if (known.among !== undefined && [...known.among].every((value) => known.without.has(value)))
    return undefined;
  return { ...one, things: new Map(one.things).set(subject, known) };
}

/** The values that make it hold, where they can be counted. */
function membersOf({ op, values }: ConditionLeaf, kind: string): ReadonlySet<string> | undefined {
  const numbers = kind === 'hour' || kind === 'weekday' ? closed[kind]?.map(Number) : undefined;
  const [low = 0, high = 0] = values.map(Number);
  if (numbers !== undefined && op === 'lt') return asSet(numbers.filter((value) => value < low));
  if (numbers !== undefined && op === 'gt') return asSet(numbers.filter((value) => value > low));
  if (numbers !== undefined && op === 'between')
    return asSet(numbers.filter((value) => value >= low && value <= high));
  // Two spellings of an address or a version can be the same one, and `unique` names what it looks at by its value.
  const isCounted = !['address', 'version', 'unique'].includes(kind);
  return isCounted && (op === 'is' || op === 'isNot') ? asSet(values) : undefined;
}

/** Conditions of which nothing is known but that they are the same one, or its opposite. */
function withFlag(one: Case, leaf: ConditionLeaf, holds: boolean): Case | undefined {
  const isOpposite = leaf.op === 'isNot' || leaf.op === 'isSet';
  const op = leaf.op === 'isNot' ? 'is' : leaf.op === 'isSet' ? 'isEmpty' : leaf.op;
  const values = op === 'between' ? leaf.values : leaf.values.map(String).toSorted();
  const key = JSON.stringify([leaf.field, op, values, leaf.timezone, leaf.windowHours]);
  const isTrue = holds !== isOpposite;
  const before = one.flags.get(key);
  if (before !== undefined && before !== isTrue) return undefined;
  return { ...one, flags: new Map(one.flags).set(key, isTrue) };
}

function closedSet(kind: string): ReadonlySet<string> | undefined {
  const members = closed[kind];
  return members === undefined ? undefined : new Set(members);
}

function intersect(one: ReadonlySet<string> | undefined, other: ReadonlySet<string>): ReadonlySet<string> {
  return one === undefined ? other : new Set([...other].filter((value) => one.has(value)));
}

/** As conditions compare: without regard to case. */
function asSet(values: readonly unknown[]): ReadonlySet<string> {
  return new Set(values.map((value) => String(value).toLowerCase()));
}

function wholeNumbers(low: number, high: number): string[] {
  return Array.from({ length: high - low + 1 }, (_, at) => String(low + at));
}
