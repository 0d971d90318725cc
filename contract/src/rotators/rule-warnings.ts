import type { ConditionTree } from '../conditions/conditions.ts';
import { canNeverMatch, type Effort } from '../conditions/never-matches.ts';

type WarnedRule = {
  name: string;
  enabled: boolean;
  conditions: ConditionTree | null;
  paths: readonly { pathId: string; weight: number }[];
};

/**
 * Maximum number of steps for all rules of a rotator together. With this limit, 100 rules take 0.1 to 0.5 s on a busy
 * machine.
 */
const stepsMax = 300_000;

/** Warning about a rule. `path` is the position of the problem, such as `rules.2.conditions` or `rules.2.paths`. */
export type RuleWarning = { path: string; message: string };

/**
 * Finds rules that no visitor reaches, and rules that leave no visitors for later rules. Every warning is correct, but
 * not every problem is found.
 */
export function findRuleWarnings(
  rules: readonly WarnedRule[],
  enabledPaths: ReadonlySet<string>,
): RuleWarning[] {
  const warnings: RuleWarning[] = [];
  const effort = { left: stepsMax };
  const served: { at: number; rule: WarnedRule }[] = [];
  for (const [at, rule] of rules.entries()) {
    if (!rule.enabled) continue;
    const isServed = rule.paths.some(({ pathId, weight }) => weight > 0 && enabledPaths.has(pathId));
    if (!isServed)
      warnings.push({
        path: `rules.${at}.paths`,
        message: 'all paths of this rule are disabled, so the rule is skipped',
      });
    const message = warnOf(rule, served, { isLast: at === rules.length - 1, effort });
    if (message !== undefined) warnings.push({ path: `rules.${at}.conditions`, message });
    if (isServed) served.push({ at, rule });
  }
  return warnings;
}

function warnOf(
  { conditions }: WarnedRule,
  before: readonly { at: number; rule: WarnedRule }[],
  { isLast, effort }: { isLast: boolean; effort: Effort },
): string | undefined {
  const isNever = (...demands: Parameters<typeof canNeverMatch>[0]) => canNeverMatch(demands, effort);
  const demand = { tree: conditions, matches: true };
  if (isNever(demand)) return 'no visitor can match this rule because its conditions exclude each other';
  const hiding = before.find(({ rule }) => isNever(demand, { tree: rule.conditions, matches: false }));
  if (hiding !== undefined)
    return `no visitor reaches this rule because rule ${hiding.at + 1} (${hiding.rule.name}) matches all of its visitors first`;
  const others = before.map(({ rule }) => ({ tree: rule.conditions, matches: false }));
  if (isNever(demand, ...others))
    return 'no visitor reaches this rule because the rules above match all of its visitors first';
  if (!isNever(...others, { tree: conditions, matches: false })) return undefined;
  const rest = isLast ? 'the default path gets' : 'the rules below and the default path get';
  return isNever({ tree: conditions, matches: false })
    ? `this rule matches all visitors, so ${rest} none`
    : `together with the rules above, this rule matches all visitors, so ${rest} none`;
}
