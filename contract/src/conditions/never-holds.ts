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

/** How much may be looked at: rules of thousands of conditions are saved without anybody waiting for what is told of them. */
export type Effort = { left: number };

/** Of one question; the others still get theirs. */
const stepsMax = 1_500;

const closed: Readonly<Record<string, readonly string[]>> = {
  boolean: ['true', 'false'],
  weekday: wholeNumbers(1, 7),
  hour: wholeNumbers(0, 23),
};

/**
 * Whether no visitor at all can meet all of these demands. Where it says so, it is so; where that would take long to find
 * out, or follows from what texts and addresses look like, it does not say so.
 */
export function canNeverBeMet(demands: readonly Demand[], total: Effort = { left: stepsMax }): boolean {
  const granted = Math.min(stepsMax, total.left);
  const effort = { left: granted };
  const isMet = isMetSomehow(demands, effort);
  total.left -= granted - effort.left;
  return !isMet;
}

function isMetSomehow(demands: readonly Demand[], effort: Effort): boolean {
  let cases: Case[] = [emptyCase];
  for (const { tree, holds } of demands) {
    cases = meet(cases, { tree, holds }, effort) ?? cases;
    if (cases.length === 0) return false;
  }
  return true;
}

/** The cases that remain; undefined where it would take too much to tell, and the demand is left out. */
function meet(cases: Case[], { tree, holds }: Demand, effort: Effort): Case[] | undefined {
  if (effort.left <= 0) return undefined;
  if (tree === null) return holds ? cases : [];
  if ('not' in tree) return meet(cases, { tree: tree.not, holds: !holds }, effort);
  if (!('all' in tree) && !('any' in tree)) return meetLeaf(cases, tree, { holds, effort });
  const trees = 'all' in tree ? tree.all : tree.any;
  const demands = trees.map((part) => ({ tree: part, holds }));
  return 'all' in tree === holds ? meetAll(cases, demands, effort) : meetAny(cases, demands, effort);
}

function meetLeaf(
  cases: Case[],
  leaf: ConditionLeaf,
  { holds, effort }: { holds: boolean; effort: Effort },
): Case[] {
  for (const { things, flags } of cases) effort.left -= 1 + things.size + flags.size + leaf.values.length;
  return cases.flatMap((one) => narrow(one, leaf, holds) ?? []);
}

function meetAll(cases: Case[], demands: readonly Demand[], effort: Effort): Case[] {
  // A demand that is too much is left out by itself: the others still tell.
  return demands.reduce((left, demand) => meet(left, demand, effort) ?? left, cases);
}

function meetAny(cases: Case[], demands: readonly Demand[], effort: Effort): Case[] | undefined {
  const found: Case[] = [];
  for (const demand of demands) {
    const more = meet(cases, demand, effort);
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
