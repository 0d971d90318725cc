import type { ConditionTree } from '@waypost/contract/conditions.ts';
import { fieldReader, fold, requiredValues, type ConditionFacts } from '../conditions/index.ts';

/** Which of many rules can hold at all for a visit, in their order. */
export type RuleIndex<Rule> = (facts: ConditionFacts) => readonly Rule[];

type Indexed<Rule> = { rule: Rule; required: Map<string, ReadonlySet<string>> };

// Below this, looking is no dearer than looking up.
const rulesWorthIt = 4;

/**
 * Most rules ask for a country or a device before anything else. The field that most of them ask for is read once, and
 * leads to the few rules that its value leaves over, instead of every rule asking again.
 */
export function indexRules<Rule>(
  rules: readonly { rule: Rule; conditions: ConditionTree | null }[],
  timezone: string,
): RuleIndex<Rule> {
  const all = rules.map(({ rule }) => rule);
  const indexed = rules.map(({ rule, conditions }) => ({ rule, required: requiredByField(conditions) }));
  const field = rules.length < rulesWorthIt ? undefined : mostRequired(indexed);
  if (field === undefined) return () => all;
  const byValue = group(indexed, field);
  const others = indexed.filter(({ required }) => !required.has(field)).map(({ rule }) => rule);
  const read = fieldReader(field, timezone);
  return (facts) => {
    const value = read(facts);
    return value === undefined ? others : (byValue.get(fold(String(value))) ?? others);
  };
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
  const canHold = (value: string) =>
    indexed.filter(({ required }) => required.get(field)?.has(value) ?? true).map(({ rule }) => rule);
  return new Map([...values].map((value) => [value, canHold(value)]));
}
