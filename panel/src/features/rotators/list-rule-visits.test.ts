import { expect, it } from 'vitest';
import { listRuleVisits } from './list-rule-visits.ts';

const rules = [
  { id: 'a', name: 'Germany', enabled: true },
  { id: 'b', name: 'Night', enabled: false },
];

it('listRuleVisits lists the rules in order, then visits without a rule and those of removed rules', () => {
  const counted = {
    visits: 10,
    rules: [
      { ruleId: null, visits: 3 },
      { ruleId: 'a', visits: 5 },
      { ruleId: 'gone', visits: 2 },
    ],
  };
  expect(listRuleVisits(rules, counted)).toEqual([
    { key: 'a', name: '1. Germany', isOff: false, visits: 5, share: 50 },
    { key: 'b', name: '2. Night', isOff: true, visits: 0, share: 0 },
    { key: 'default', name: 'No rule (default path)', isOff: false, visits: 3, share: 30 },
    { key: 'removed', name: 'Removed rules', isOff: false, visits: 2, share: 20 },
  ]);
});

it('listRuleVisits has no shares without visits', () => {
  expect(listRuleVisits([], { visits: 0, rules: [] })).toEqual([
    { key: 'default', name: 'No rule (default path)', isOff: false, visits: 0, share: undefined },
  ]);
});
