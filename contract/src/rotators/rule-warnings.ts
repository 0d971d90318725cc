import type { ConditionTree } from '../conditions.ts';
import { canNeverBeMet } from '../conditions/never-holds.ts';

type WarnedRule = {
  name: string;
  enabled: boolean;
  conditions: ConditionTree | null;
  paths: readonly { pathId: string; weight: number }[];
};

/** What is probably not meant, and where: `rules.2.conditions`, or `rules.2.paths`. */
export type RuleWarning = { path: string; message: string };

/**
 * Rules that get nobody, and rules that leave nobody to the others. What is told is certain; not everything that is so is
 * found.
 */
export function findRuleWarnings(
  rules: readonly WarnedRule[],
  enabledPaths: ReadonlySet<string>,
): RuleWarning[] {
  const warnings: RuleWarning[] = [];
  const served: { at: number; rule: WarnedRule }[] = [];
  for (const [at, rule] of rules.entries()) {
    if (!rule.enabled) continue;
    const isServed = rule.paths.some(({ pathId, weight }) => weight > 0 && enabledPaths.has(pathId));
    if (!isServed)
      warnings.push({
        path: `rules.${at}.paths`,
        message: 'all paths of this rule are switched off, so it is left out',
      });
    const message = warnOf(rule, served, at === rules.length - 1);
    if (message !== undefined) warnings.push({ path: `rules.${at}.conditions`, message });
    if (isServed) served.push({ at, rule });
  }
  return warnings;
}

function warnOf(
  { conditions }: WarnedRule,
  before: readonly { at: number; rule: WarnedRule }[],
  isLast: boolean,
): string | undefined {
  const wanted = { tree: conditions, holds: true };
  if (canNeverBeMet([wanted])) return 'no visitor can match this rule: its conditions exclude each other';
  const hiding = before.find(({ rule }) => canNeverBeMet([wanted, { tree: rule.conditions, holds: false }]));
  if (hiding !== undefined)
    return `nobody gets here: rule ${hiding.at + 1}, ${hiding.rule.name}, takes all of its visitors before`;
  const others = before.map(({ rule }) => ({ tree: rule.conditions, holds: false }));
  if (canNeverBeMet([wanted, ...others]))
    return 'nobody gets here: the rules before take all of its visitors';
  if (!canNeverBeMet([...others, { tree: conditions, holds: false }])) return undefined;
  const rest = isLast ? 'the default path gets' : 'the rules below and the default path get';
  return canNeverBeMet([{ tree: conditions, holds: false }])
    ? `this rule matches everybody, so ${rest} no visitors`
    : `together with the rules before, this one matches everybody, so ${rest} no visitors`;
}
