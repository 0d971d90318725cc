import { describe, expect, it } from 'vitest';
import { goalRulesInput, publicGoalRules, versionedGoalRules } from './goals.ts';

const id = '0198c5a2-7b1e-7c3d-9e4f-5a6b7c8d9e0f';
const leaf = { field: 'event', op: 'is', values: ['deposit'] };
const action = {
  idx: 1,
  label: 'Deposit',
  enabled: true,
  payoutType: 'fixed',
  payoutFixed: 12.5,
  costType: 'share',
  costFixed: null,
  costShare: 0.25,
  postbackUrl: 'https://example.com/?c={clickid}',
  postbackEnabled: true,
  postbackOn: ['first', 'refunded'],
  postbackMethod: 'POST',
  postbackHeaders: [{ name: 'Access-Token', value: 'secret' }],
  postbackBody: '{"sum":{payout}}',
  postbackSuccessText: 'ok',
  storeValue: true,
  isConversion: false,
  affectsCost: true,
  affectsRevenue: false,
  from: 'both',
};
const rule = { id, priority: 1, enabled: true, label: 'Deposits', conditions: leaf, actions: [action] };

function issuesOf(input: unknown): [string, string][] {
  const issues = goalRulesInput.safeParse(input).error?.issues ?? [];
  return issues.map(({ path, message }) => [path.join('.'), message]);
}

function issuesOfAction(change: object): [string, string][] {
  return issuesOf({ rules: [{ ...rule, actions: [{ ...action, ...change }] }] });
}

describe('goal rules', () => {
  it('can be sent back as they were read', () => {
    const { rules } = versionedGoalRules.parse({ version: 1, rules: [rule] });
    expect(goalRulesInput.parse({ rules })).toEqual({ rules });
  });

  it('leave panel-only fields out of the public API', () => {
    const {
      from,
      postbackOn,
      postbackMethod,
      postbackHeaders,
      postbackBody,
      postbackSuccessText,
      ...promised
    } = action;
    expect(publicGoalRules.safeParse({ rules: [{ ...rule, actions: [promised] }] }).success).toBe(true);
    for (const more of [
      { from },
      { postbackOn },
      { postbackMethod },
      { postbackHeaders },
      { postbackBody },
      { postbackSuccessText },
    ]) {
      const actions = [{ ...promised, ...more }];
      expect(publicGoalRules.safeParse({ rules: [{ ...rule, actions }] }).success).toBe(false);
    }
  });

  it('default to a conversion with the reported payout and a postback', () => {
    const given = { rules: [{ label: 'All', conditions: null, actions: [{ idx: 20, label: ' Any ' }] }] };
    expect(goalRulesInput.parse(given)).toEqual({
      rules: [
        {
          label: 'All',
          enabled: true,
          conditions: null,
          actions: [
            {
              idx: 20,
              label: 'Any',
              enabled: true,
              payoutType: 'auto',
              payoutFixed: null,
              costType: 'none',
              costFixed: null,
              costShare: null,
              postbackUrl: null,
              postbackEnabled: true,
              postbackOn: ['first'],
              postbackMethod: 'GET',
              postbackHeaders: [],
              postbackBody: null,
              postbackSuccessText: null,
              storeValue: false,
              isConversion: true,
              affectsCost: false,
              affectsRevenue: true,
              from: 'network',
            },
          ],
        },
      ],
    });
  });

  it('treat an empty postback URL as null', () => {
    const given = { idx: 1, label: 'x', postbackUrl: ' ', postbackBody: ' ' };
    const parsed = goalRulesInput.parse({ rules: [{ ...rule, actions: [given] }] });
    expect(parsed.rules[0]?.actions[0]?.postbackUrl).toBeNull();
  });

  it('normalize postbackOn to unique values in enum order', () => {
    const actions = [{ ...action, postbackOn: ['change', 'hold', 'change'] }];
    const parsed = goalRulesInput.parse({ rules: [{ ...rule, actions }] });
    expect(parsed.rules[0]?.actions[0]?.postbackOn).toEqual(['hold', 'change']);
  });

  it('allow 0 to 50 rules with 1 to 20 actions each', () => {
    const actions = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ idx: index + 1, label: 'x' }));
    const rules = (count: number) =>
      Array.from({ length: count }, () => ({ label: 'x', conditions: null, actions: actions(20) }));
    expect(issuesOf({ rules: [] })).toEqual([]);
    expect(issuesOf({ rules: rules(50) })).toEqual([]);
    expect(issuesOf({ rules: rules(51) })).toEqual([['rules', 'must have 0 to 50 rules']]);
    for (const count of [0, 21])
      expect(issuesOf({ rules: [{ ...rule, actions: actions(count) }] })).toContainEqual([
        'rules.0.actions',
        'must have 1 to 20 actions',
      ]);
  });
});

describe('goal rule validation', () => {
  it.each<[string, object, [string, string][]]>([
    [
      'a missing fixed payout',
      { payoutFixed: null },
      [['payoutFixed', 'is required if payoutType is fixed']],
    ],
    [
      'a fixed payout that the payout type does not use',
      { payoutType: 'auto' },
      [['payoutFixed', 'must be null unless payoutType is fixed']],
    ],
    [
      'a fixed cost instead of a cost share',
      { costFixed: 1, costShare: null },
      [
        ['costFixed', 'must be null unless costType is fixed'],
        ['costShare', 'is required if costType is share'],
      ],
    ],
    [
      'a cost share without a cost',
      { costType: 'none' },
      [['costShare', 'must be null unless costType is share']],
    ],
    ['a cost share above 1', { costShare: 1.01 }, [['costShare', 'must be between 0 and 1']]],
    ['a negative payout', { payoutFixed: -1 }, [['payoutFixed', 'must not be negative']]],
    [
      'a payout with 7 decimals',
      { payoutFixed: 0.1234567 },
      [['payoutFixed', 'must have at most 6 decimals']],
    ],
    ['an idx of 0', { idx: 0 }, [['idx', 'must be a whole number from 1 to 20']]],
    ['an idx of 21', { idx: 21 }, [['idx', 'must be a whole number from 1 to 20']]],
    ['an empty label', { label: ' ' }, [['label', 'must not be empty']]],
    [
      'a postback method without a URL',
      { postbackUrl: null },
      [
        [
          'postbackUrl',
          'is required with postbackMethod, postbackHeaders, postbackBody or postbackSuccessText',
        ],
      ],
    ],
    ['an unknown method', { postbackMethod: 'PUT' }, [['postbackMethod', 'must be GET or POST']]],
    [
      'a header value with a line break',
      { postbackHeaders: [{ name: 'A', value: 'b\r\nHost: c' }] },
      [['postbackHeaders.0.value', 'must be 1 to 2048 printable ASCII characters']],
    ],
    [
      'a header that is repeated with different capitalization',
      { postbackHeaders: ['A', 'a'].map((name) => ({ name, value: 'b' })) },
      [['postbackHeaders.1.name', 'is already in the list']],
    ],
    [
      'a connection header',
      { postbackHeaders: [{ name: 'Content-Length', value: '0' }] },
      [['postbackHeaders.0.name', 'is set by Waypost and cannot be changed']],
    ],
    [
      'an invalid header name',
      { postbackHeaders: [{ name: 'A B', value: 'x' }] },
      [['postbackHeaders.0.name', 'must be a header name']],
    ],
    [
      'too many headers',
      { postbackHeaders: Array.from({ length: 21 }, (_, at) => ({ name: `A${at}`, value: 'b' })) },
      [['postbackHeaders', 'must have 0 to 20 headers']],
    ],
    [
      'a body that is too long',
      { postbackBody: 'ä'.repeat(4_097) },
      [['postbackBody', 'must have at most 8192 bytes']],
    ],
    [
      'a body with a NUL',
      { postbackBody: '{"a":"\0"}' },
      [['postbackBody', 'must not contain control characters']],
    ],
    [
      'a success text that is too long',
      { postbackSuccessText: 'x'.repeat(201) },
      [['postbackSuccessText', 'must have at most 200 characters']],
    ],
    [
      'a success text with a line break',
      { postbackSuccessText: 'a\nb' },
      [['postbackSuccessText', 'must not contain control characters']],
    ],
    ['an empty list of postback triggers', { postbackOn: [] }, [['postbackOn', 'must have 1 to 6 triggers']]],
    [
      'an unknown postback trigger',
      { postbackOn: ['first', 'paid'] },
      [['postbackOn.1', 'must be one of first, hold, approved, rejected, refunded, change']],
    ],
    [
      'a URL that is too long',
      { postbackUrl: 'x'.repeat(2_049) },
      [['postbackUrl', 'must have at most 2048 characters']],
    ],
  ])('rejects %s', (_, change, issues) => {
    expect(issuesOfAction(change)).toEqual(
      issues.map(([path, message]) => [`rules.0.actions.0.${path}`, message]),
    );
  });

  it('rejects an idx that is used twice in one rule, but not in two different rules', () => {
    const twice = { ...rule, actions: [action, { ...action, idx: 2 }, action] };
    expect(issuesOf({ rules: [{ ...twice, id: null }, rule] })).toEqual([
      ['rules.0.actions.2.idx', 'is already used in this rule'],
    ]);
  });

  it('reports a repeated rule, a rotator field and other issues together', () => {
    const visit = { all: [{ field: 'browser', op: 'is', values: ['x'] }] };
    const issues = issuesOf({
      rules: [rule, { ...rule, actions: [{ idx: 1 }] }, { ...rule, conditions: visit }],
    });
    expect(issues.map(([path]) => path)).toEqual([
      'rules.1.actions.0.label',
      'rules.2.conditions.all.0.field',
    ]);
    expect(issuesOf({ rules: [rule, rule] })).toEqual([['rules.1.id', 'is already in the list']]);
  });
});
