import type { ConditionLeaf, ConditionTree } from './read-tree.ts';
import { findField, rotatorFields } from './fields.ts';

type Demand = { tree: ConditionTree | null; matches: boolean };

type Known = {
  among: ReadonlySet<string> | undefined;
  without: ReadonlySet<string>;
};

/**
 * One way to meet all demands: the possible values of each field, and the outcomes of conditions whose values cannot be
 * enumerated.
 */
type Case = { fields: ReadonlyMap<string, Known>; flags: ReadonlyMap<string, boolean> };

const emptyCase: Case = { fields: new Map(), flags: new Map() };
/**
 * Maximum number of cases. A demand that would need more cases is skipped, which can hide a contradiction but never
 * causes a false report.
 */
const casesMax = 64;

/** Number of remaining steps. The limit ensures that rules with thousands of conditions are saved quickly. */
export type Effort = { left: number };

/** Maximum number of steps for one check, so that enough steps remain for the other checks. */
const stepsMax = 1_500;

const closed: Readonly<Record<string, readonly string[]>> = {
  boolean: ['true', 'false'],
  weekday: wholeNumbers(1, 7),
  hour: wholeNumbers(0, 23),
};

/**
 * Returns true if it is certain that no visitor can meet all of the demands. A result of false is not certain: the
 * check may have taken too long, or the answer may depend on conditions whose values cannot be enumerated, such as text
 * patterns and address ranges.
 */
export function canNeverMatch(demands: readonly Demand[], total: Effort = { left: stepsMax }): boolean {
  const granted = Math.min(stepsMax, total.left);
  const effort = { left: granted };
  const isMet = isMetSomehow(demands, effort);
  total.left -= granted - effort.left;
  return !isMet;
}

function isMetSomehow(demands: readonly Demand[], effort: Effort): boolean {
  let cases: Case[] = [emptyCase];
  for (const { tree, matches } of demands) {
    cases = meet(cases, { tree, matches }, effort) ?? cases;
    if (cases.length === 0) return false;
  }
  return true;
}

/** Returns the remaining cases, or undefined if the check would take too long. In that case, the demand is skipped. */
function meet(cases: Case[], { tree, matches }: Demand, effort: Effort): Case[] | undefined {
  if (effort.left <= 0) return undefined;
  if (tree === null) return matches ? cases : [];
  if ('not' in tree) return meet(cases, { tree: tree.not, matches: !matches }, effort);
  if (!('all' in tree) && !('any' in tree)) return meetLeaf(cases, tree, { matches, effort });
  const trees = 'all' in tree ? tree.all : tree.any;
  const demands = trees.map((part) => ({ tree: part, matches }));
  return 'all' in tree === matches ? meetAll(cases, demands, effort) : meetAny(cases, demands, effort);
}

function meetLeaf(
  cases: Case[],
  leaf: ConditionLeaf,
  { matches, effort }: { matches: boolean; effort: Effort },
): Case[] {
  for (const { fields, flags } of cases) effort.left -= 1 + fields.size + flags.size + leaf.values.length;
  return cases.flatMap((one) => narrow(one, leaf, matches) ?? []);
}

function meetAll(cases: Case[], demands: readonly Demand[], effort: Effort): Case[] {
  // Only the demand that takes too long is skipped; the other demands are still checked.
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

function narrow(one: Case, leaf: ConditionLeaf, matches: boolean): Case | undefined {
  const kind = findField(rotatorFields, leaf.field)?.kind ?? 'text';
  const members = membersOf(leaf, kind);
  if (members === undefined) return withFlag(one, leaf, matches);
  const subject = `${leaf.field} ${leaf.timezone ?? ''}`;
  const before = one.fields.get(subject);
  const isMember = matches === (leaf.op !== 'isNot');
  const known: Known = {
    among: isMember
      ? intersect(before?.among ?? closedSet(kind), members)
      : (before?.among ?? closedSet(kind)),
    without: isMember ? (before?.without ?? new Set()) : new Set([...(before?.without ?? []), ...members]),
  };
  if (known.among !== undefined && [...known.among].every((value) => known.without.has(value)))
    return undefined;
  return { ...one, fields: new Map(one.fields).set(subject, known) };
}

function membersOf({ op, values }: ConditionLeaf, kind: string): ReadonlySet<string> | undefined {
  const numbers = kind === 'hour' || kind === 'weekday' ? closed[kind]?.map(Number) : undefined;
  const [low = 0, high = 0] = values.map(Number);
  if (numbers !== undefined && op === 'lt') return asSet(numbers.filter((value) => value < low));
  if (numbers !== undefined && op === 'gt') return asSet(numbers.filter((value) => value > low));
  if (numbers !== undefined && op === 'between')
    return asSet(numbers.filter((value) => value >= low && value <= high));
  // Values of these kinds cannot be compared as text: the same address or version can be written in several ways, and
  // the value of `unique` is a scope.
  const isCounted = !['address', 'version', 'unique'].includes(kind);
  return isCounted && (op === 'is' || op === 'isNot') ? asSet(values) : undefined;
}

/** Records the outcome of a condition that can only be compared with itself or its opposite. */
function withFlag(one: Case, leaf: ConditionLeaf, matches: boolean): Case | undefined {
  const isOpposite = leaf.op === 'isNot' || leaf.op === 'isSet';
  const op = leaf.op === 'isNot' ? 'is' : leaf.op === 'isSet' ? 'isEmpty' : leaf.op;
  const values = op === 'between' ? leaf.values : leaf.values.map(String).toSorted();
  const key = JSON.stringify([leaf.field, op, values, leaf.timezone, leaf.windowHours]);
  const isTrue = matches !== isOpposite;
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

/** Returns the values in lowercase, because conditions ignore case. */
function asSet(values: readonly unknown[]): ReadonlySet<string> {
  return new Set(values.map((value) => String(value).toLowerCase()));
}

function wholeNumbers(low: number, high: number): string[] {
  return Array.from({ length: high - low + 1 }, (_, at) => String(low + at));
}
