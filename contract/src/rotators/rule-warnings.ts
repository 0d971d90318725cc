import type { ConditionTree } from '../conditions.ts';
import { canNeverMatch, type Effort } from '../conditions/never-matches.ts';

type WarnedRule = {
  name: string;
  enabled: boolean;
  conditions: ConditionTree | null;
  paths: readonly { pathId: string; weight: number }[];
};

/** For all rules of a rotator together. Rotators of a hundred rules took 0.1 to 0.5 s with it, on a busy machine. */
const stepsMax = 300_000;

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
  const effort = { left: stepsMax };
  const served: { at: number; rule: WarnedRule }[] = [];
  for (const [at, rule] of rules.entries()) {
    if (!rule.enabled) continue;
    const isServed = rule.paths.some(({ pathId, weight }) => weight > 0 && enabledPaths.has(pathId));
    if (!isServed)
      warnings.push({
        path: `rules.${at}.paths`,
        message: 'all paths of this rule are switched off, so it is left out',
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
  const wanted = { tree: conditions, holds: true };
  if (isNever(wanted)) return 'no visitor can match this rule: its conditions exclude each other';
  const hiding = before.find(({ rule }) => isNever(wanted, { tree: rule.conditions, holds: false }));
  if (hiding !== undefined)
    return `nobody gets here: rule ${hiding.at + 1}, ${hiding.rule.name}, takes all of its visitors before`;
  const others = before.map(({ rule }) => ({ tree: rule.conditions, holds: false }));
  if (isNever(wanted, ...others)) return 'nobody gets here: the rules before take all of its visitors';
  if (!isNever(...others, { tree: conditions, holds: false })) return undefined;
  const rest = isLast ? 'the default path gets' : 'the rules below and the default path get';
  return isNever({ tree: conditions, holds: false })
    ? `this rule matches everybody, so ${rest} no visitors`
    : `together with the rules before, this one matches everybody, so ${rest} no visitors`;
}
