import { parameterOf, type ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import {
  fieldReader,
  fold,
  requiredValues,
  type ConditionFacts,
  type FactValue,
  type InputReader,
} from '../conditions/index.ts';

export type RuleIndex<Rule> = {
  readonly read: InputReader | undefined;
  readonly byValue: ReadonlyMap<string, readonly Rule[]>;
  readonly others: readonly Rule[];
};

type Indexed<Rule> = { rule: Rule; required: Map<string, ReadonlySet<string>> };

// Minimum number of rules. With fewer rules, a lookup is no faster than checking all rules.
const rulesMin = 4;

/**
 * Indexes rules by the field that most of them require, such as the country or the device. The field is read once and
 * selects the few rules that can match, so that the rules do not read it again one by one.
 */
export function indexRules<Rule>(
  rules: readonly { rule: Rule; conditions: ConditionTree | null }[],
  timezone: string,
): RuleIndex<Rule> {
  const indexed = rules.map(({ rule, conditions }) => ({ rule, required: requiredByField(conditions) }));
  const field = rules.length < rulesMin ? undefined : mostRequired(indexed);
  if (field === undefined)
    return { read: undefined, byValue: new Map(), others: rules.map(({ rule }) => rule) };
  return {
    read: sharedReader(field, timezone),
    byValue: group(indexed, field),
    others: indexed.filter(({ required }) => !required.has(field)).map(({ rule }) => rule),
  };
}

export function candidates<Rule>(index: RuleIndex<Rule>, facts: ConditionFacts): readonly Rule[] {
  const value = index.read?.(facts);
  return value === undefined ? index.others : (index.byValue.get(sharedFold(value)) ?? index.others);
}

const readers = new Map<string, InputReader>();

// Returns a reader that all campaigns share. There are few fields and several hundred time zones, so the cache needs no
// limit.
function sharedReader(field: string, timezone: string): InputReader {
  const key = `${field} ${timezone}`;
  const known = readers.get(key);
  if (known !== undefined) return known;
  const reader = fieldReader(field, timezone);
  if (parameterOf(field) === undefined) readers.set(key, reader);
  return reader;
}

// Limits for cached values. Countries, devices and other frequent values are short.
const foldsMax = 2_000;
const lengthMax = 12;
const folds = new Map<string, string>();

// Returns the same string instance for equal folded values, because a map lookup with the same instance does not
// compare characters.
function sharedFold(value: FactValue): string {
  const text = String(value);
  const known = folds.get(text);
  if (known !== undefined) return known;
  const folded = fold(text);
  if (text.length > lengthMax || folds.size >= foldsMax) return folded;
  const shared = folds.get(folded) ?? folded;
  folds.set(folded, shared);
  folds.set(text, shared);
  return shared;
}

function requiredByField(conditions: ConditionTree | null): Map<string, ReadonlySet<string>> {
  return new Map(requiredValues(conditions).map(({ field, values }) => [field, values]));
}

function mostRequired(indexed: readonly Indexed<unknown>[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { required } of indexed)
    for (const field of required.keys()) counts.set(field, (counts.get(field) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most !== undefined && most[1] > 1 ? most[0] : undefined;
}

function group<Rule>(indexed: readonly Indexed<Rule>[], field: string): Map<string, Rule[]> {
  const values = new Set(indexed.flatMap(({ required }) => [...(required.get(field) ?? [])]));
  const canMatch = (value: string) =>
    indexed.filter(({ required }) => required.get(field)?.has(value) ?? true).map(({ rule }) => rule);
  return new Map([...values].map((value) => [sharedFold(value), canMatch(value)]));
}
