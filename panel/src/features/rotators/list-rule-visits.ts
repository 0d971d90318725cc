import type { RotatorRouting, RotatorVisits } from '../../lib/api/api.ts';

type RuleVisits = {
  key: string;
  name: string;
  isOff: boolean;
  visits: number;
  // Percentage of the visits; undefined without visits.
  share: number | undefined;
};

// Returns the visits of each rule in order, then those that matched no rule and those of rules that were removed.
export function listRuleVisits(
  rules: readonly Pick<RotatorRouting['rules'][number], 'id' | 'name' | 'enabled'>[],
  counted: Pick<RotatorVisits, 'visits' | 'rules'>,
): RuleVisits[] {
  const byRule = new Map(counted.rules.map(({ ruleId, visits }) => [ruleId, visits]));
  const line = (key: string, name: string, isOff: boolean, visits: number): RuleVisits => ({
    key,
    name,
    isOff,
    visits,
    share: counted.visits === 0 ? undefined : (visits / counted.visits) * 100,
  });
  const known = rules.map(({ id, name, enabled }, at) =>
    line(id, `${at + 1}. ${name}`, !enabled, byRule.get(id) ?? 0),
  );
  const unmatched = byRule.get(null) ?? 0;
  const removed = counted.visits - unmatched - known.reduce((sum, { visits }) => sum + visits, 0);
  return [
    ...known,
    line('default', 'No rule (default path)', false, unmatched),
    ...(removed > 0 ? [line('removed', 'Removed rules', false, removed)] : []),
  ];
}
