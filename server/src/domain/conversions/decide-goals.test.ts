import { goalRulesInput, type GoalRule } from '@waypost/contract/goals/goals.ts';
import { describe, expect, it } from 'vitest';
import { decideGoals, loadGoals } from './decide-goals.ts';
import { goalFacts } from './goal-facts.ts';
import { readIncoming } from './read-incoming.ts';

const options = { timezone: 'UTC' };
const offerId = '0198c5a2-7b1e-7c3d-9e4f-000000000001';
const campaignId = '0198c5a2-7b1e-7c3d-9e4f-000000000002';

type RuleInput = { label: string; conditions?: unknown; enabled?: boolean; actions?: unknown[] };

function buildRules(rules: RuleInput[]): GoalRule[] {
  const action = { idx: 1, label: 'Sale' };
  const { rules: parsed } = goalRulesInput.parse({
    rules: rules.map((rule) => ({ conditions: null, actions: [action], ...rule })),
  });
  return parsed.map((rule, index) => ({ ...rule, id: rule.label, priority: index + 1 }));
}

function factsOf(query: string, change: { isFirst?: boolean; country?: string | null } = {}) {
  const visit = { campaignId, offerId, country: change.country ?? null, timeMs: 1_000_000 };
  const incoming = readIncoming(new URLSearchParams(query));
  return goalFacts({
    incoming,
    status: 'hold',
    visit,
    receivedMs: 1_061_999,
    isFirst: change.isFirst ?? true,
  });
}

describe('decideGoals', () => {
  it('treats every event as conversion 1 with its payout if there are no rules', () => {
    const rule = decideGoals(loadGoals([], options), factsOf(''), 'network');
    expect(rule).toMatchObject({ id: null });
    expect(rule?.actions).toHaveLength(1);
    expect(rule?.actions[0]).toMatchObject({ idx: 1, payoutType: 'auto', costType: 'none' });
    expect(rule?.actions[0]).toMatchObject({ isConversion: true, affectsRevenue: true });
  });

  it('uses the first enabled rule that matches, by priority', () => {
    const rules = buildRules([
      { label: 'off', enabled: false },
      { label: 'other', conditions: { field: 'event', op: 'is', values: ['lead'] } },
      { label: 'meant' },
      { label: 'late' },
    ]);
    expect(decideGoals(loadGoals(rules.toReversed(), options), factsOf('event=sale'), 'network')?.id).toBe(
      'meant',
    );
  });

  it('returns no rule, not even the built-in one, if all rules are disabled or none matches', () => {
    const off = buildRules([{ label: 'off', enabled: false }]);
    expect(decideGoals(loadGoals(off, options), factsOf(''), 'network')).toBeUndefined();
    const other = buildRules([
      { label: 'other', conditions: { field: 'event', op: 'is', values: ['lead'] } },
    ]);
    expect(decideGoals(loadGoals(other, options), factsOf(''), 'network')).toBeUndefined();
  });

  it('runs only enabled actions, with amounts as decimal text', () => {
    const rules = buildRules([
      {
        label: 'rule',
        actions: [
          { idx: 2, label: 'off', enabled: false },
          {
            idx: 3,
            label: 'on',
            payoutType: 'fixed',
            payoutFixed: 0.000001,
            costType: 'share',
            costShare: 0.3,
          },
        ],
      },
    ]);
    const [action, ...others] = decideGoals(loadGoals(rules, options), factsOf(''), 'network')?.actions ?? [];
    expect(others).toEqual([]);
    expect(action).toMatchObject({ idx: 3, payoutFixed: '0.000001', costShare: '0.3', costFixed: '0' });
  });
});

describe('decideGoals for events from pages', () => {
  const lead = { field: 'event', op: 'is', values: ['lead'] };
  const action = (idx: number, from?: string, enabled = true) => ({ idx, label: `${idx}`, from, enabled });
  const idxOf = (rules: RuleInput[], sender: 'network' | 'page') => {
    const rule = decideGoals(loadGoals(buildRules(rules), options), factsOf('event=lead'), sender);
    return rule && [rule.id, ...rule.actions.map(({ idx }) => idx)];
  };

  it('returns no rule if there are no rules or no rule accepts events from pages', () => {
    expect(decideGoals(loadGoals([], options), factsOf(''), 'page')).toBeUndefined();
    expect(idxOf([{ label: 'all', actions: [action(1)] }], 'page')).toBeUndefined();
  });

  it('skips rules without an action for the sender', () => {
    const rules = [
      { label: 'all', actions: [action(1), action(2, 'network')] },
      { label: 'steps', conditions: lead, actions: [action(3, 'page'), action(4, 'both'), action(5)] },
    ];
    expect(idxOf(rules, 'page')).toEqual(['steps', 3, 4]);
    expect(idxOf(rules, 'network')).toEqual(['all', 1, 2]);
    expect(idxOf(rules.toReversed(), 'network')).toEqual(['steps', 4, 5]);
    expect(idxOf([{ label: 'steps', actions: [action(3, 'page')] }], 'network')).toBeUndefined();
  });

  it('matches a rule whose actions are all disabled, but runs none of them', () => {
    expect(idxOf([{ label: 'off', actions: [action(1, 'page', false)] }], 'page')).toEqual(['off']);
  });
});

describe('goal rule conditions', () => {
  it.each([
    ['event', 'is', ['SALE']],
    ['status', 'is', ['hold']],
    ['payout', 'between', [12, 13]],
    ['payout', 'is', [12.5]],
    ['currency', 'is', ['EUR']],
    ['txid', 'startsWith', ['T-']],
    ['param.sub1', 'gt', [9]],
    ['campaign', 'is', [campaignId]],
    ['offer', 'is', [offerId]],
    ['country', 'is', ['unknown']],
    ['secondsSinceVisit', 'between', [61, 61]],
    ['isFirst', 'is', [true]],
  ])('match %s %s %j', (field, op, values) => {
    const goals = loadGoals(buildRules([{ label: 'rule', conditions: { field, op, values } }]), options);
    expect(
      decideGoals(goals, factsOf('event=sale&payout=12,50&currency=eur&txid=T-1&sub1=10'), 'network')?.id,
    ).toBe('rule');
  });

  it.each([
    ['event', 'isEmpty', []],
    ['payout', 'isEmpty', []],
    ['currency', 'isEmpty', []],
    ['txid', 'isEmpty', []],
    ['param.sub1', 'isEmpty', []],
    ['isFirst', 'is', [false]],
    ['country', 'is', ['DE']],
  ])('match %s %s %j if nothing was sent', (field, op, values) => {
    const goals = loadGoals(buildRules([{ label: 'rule', conditions: { field, op, values } }]), options);
    expect(decideGoals(goals, factsOf('', { isFirst: false, country: 'DE' }), 'network')?.id).toBe('rule');
  });
});
