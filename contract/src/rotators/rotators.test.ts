import { describe, expect, it } from 'vitest';
import { rotatorRules, rotatorRulesInput } from './rotators.ts';

const [one, two, three] = [1, 2, 3].map((digit) => `0198c5a2-7b1e-7c3d-9e4f-5a6b7c8d9e0${digit}`) as [
  string,
  string,
  string,
];
const leaf = { field: 'country', op: 'is', values: ['DE'] };
const path = { id: one, name: 'Default', enabled: true, blocks: false, caps: [], landings: [], offers: [] };
const rule = {
  id: two,
  name: 'Germans',
  enabled: true,
  conditions: leaf,
  paths: [{ pathId: one, weight: 1 }],
};
const saved = { version: 3, defaultPathId: one, rules: [rule], paths: [path] };

function issuesOf(input: unknown): [string, string][] {
  const issues = rotatorRulesInput.safeParse(input).error?.issues ?? [];
  return issues.map(({ path: at, message }) => [at.join('.'), message]);
}

function issuePathsOf(input: unknown): string[] {
  return issuesOf(input).map(([issuePath]) => issuePath);
}

function times<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

function idOf(index: number): string {
  return `0198c5a2-7b1e-7c3d-9e4f-${String(index).padStart(12, '0')}`;
}

describe('rotator rules', () => {
  it('can be sent back as they were read, including priorities', () => {
    const read = rotatorRules.parse({ ...saved, rules: [{ ...rule, priority: 1 }] });
    expect(rotatorRulesInput.parse(read)).toEqual(read);
  });

  it('default to enabled and a weight of 100', () => {
    const given = {
      version: 1,
      defaultPathId: 'new-a',
      rules: [{ name: ' Rule ', conditions: null, paths: [{ pathId: 'new-a' }] }],
      paths: [
        { id: 'new-a', name: 'A', landings: [{ landingId: one.toUpperCase() }], offers: [{ offerId: two }] },
        { name: 'B' },
      ],
    };
    const { rules, paths } = rotatorRulesInput.parse(given);
    expect(rules).toEqual([
      { name: 'Rule', enabled: true, conditions: null, paths: [{ pathId: 'new-a', weight: 100 }] },
    ]);
    expect(paths).toEqual([
      {
        id: 'new-a',
        name: 'A',
        enabled: true,
        blocks: false,
        caps: [],
        landings: [{ landingId: one, weight: 100, enabled: true }],
        offers: [{ offerId: two, weight: 100, enabled: true }],
      },
      { name: 'B', enabled: true, blocks: false, caps: [], landings: [], offers: [] },
    ]);
  });

  it('require conditions, so that a rule never matches all visitors by omission', () => {
    const { conditions: _, ...unconditional } = rule;
    expect(issuePathsOf({ ...saved, rules: [unconditional] })).toEqual(['rules.0.conditions']);
  });

  it.each(['', 'nonsense', 'New-1', 'new', `${one}0`, `new-${'x'.repeat(61)}`])(
    'reject %j as a path ID',
    (reference) => {
      const paths = issuePathsOf({
        version: 1,
        defaultPathId: reference,
        rules: [{ ...rule, paths: [{ pathId: reference }] }],
        paths: [{ ...path, id: reference }],
      });
      expect(paths).toEqual(['defaultPathId', 'rules.0.paths.0.pathId', 'paths.0.id']);
    },
  );
});

describe('rotator rule validation', () => {
  const landing = { landingId: one, weight: 5, enabled: true };
  const offer = { offerId: one, weight: 5, enabled: true };

  it.each<[string, unknown, [string, string][]]>([
    [
      'a path that blocks and has another destination',
      { ...saved, paths: [{ ...path, blocks: true, landings: [landing] }] },
      [['paths.0.landings', 'must be empty if the path blocks visitors']],
    ],
    [
      'an empty list of paths',
      { ...saved, rules: [], paths: [] },
      [
        ['paths', 'must have 1 to 100 paths'],
        ['defaultPathId', 'must be one of the paths'],
      ],
    ],
    [
      'a missing default path',
      { ...saved, defaultPathId: three },
      [['defaultPathId', 'must be one of the paths']],
    ],
    [
      'a default path with an unknown new ID',
      { ...saved, defaultPathId: 'new-1' },
      [['defaultPathId', 'must be one of the paths']],
    ],
    [
      'a rule with a missing path',
      { ...saved, rules: [rule, { ...rule, id: three, paths: [{ pathId: one }, { pathId: two }] }] },
      [['rules.1.paths.1.pathId', 'must be one of the paths']],
    ],
    [
      'a rule without paths',
      { ...saved, rules: [{ ...rule, paths: [] }] },
      [['rules.0.paths', 'must have 1 to 50 paths']],
    ],
    [
      'a repeated path in a rule',
      { ...saved, rules: [{ ...rule, paths: [{ pathId: one }, { pathId: one }] }] },
      [['rules.0.paths.1.pathId', 'is already in this rule']],
    ],
    ['a repeated rule', { ...saved, rules: [rule, rule] }, [['rules.1.id', 'is already in the list']]],
    ['a repeated path', { ...saved, paths: [path, path] }, [['paths.1.id', 'is already in the list']]],
    [
      'a repeated landing page in a pool',
      { ...saved, paths: [{ ...path, landings: [landing, { ...landing, landingId: one.toUpperCase() }] }] },
      [['paths.0.landings.1.landingId', 'is already in this path']],
    ],
    [
      'a repeated offer in a pool',
      { ...saved, paths: [{ ...path, offers: [offer, offer] }] },
      [['paths.0.offers.1.offerId', 'is already in this path']],
    ],
    [
      'a rule whose paths have no weight',
      { ...saved, rules: [{ ...rule, paths: [{ pathId: one, weight: 0 }] }] },
      [['rules.0.paths', 'must have at least one path with a weight above 0']],
    ],
    [
      'landing pages without weight',
      {
        ...saved,
        paths: [
          {
            ...path,
            landings: [
              { ...landing, weight: 0 },
              { landingId: two, enabled: false },
            ],
          },
        ],
      },
      [['paths.0.landings', 'must have at least one enabled entry with a weight above 0']],
    ],
    [
      'offers without weight',
      { ...saved, paths: [{ ...path, offers: [{ ...offer, weight: 0 }] }] },
      [['paths.0.offers', 'must have at least one enabled entry with a weight above 0']],
    ],
    [
      'an unknown field',
      { ...saved, paths: [{ ...path, weight: 1 }] },
      [['paths.0', 'Unrecognized key: "weight"']],
    ],
    [
      'an invalid condition',
      { ...saved, rules: [rule, rule, { ...rule, conditions: { all: [{ ...leaf, values: [] }] } }] },
      [['rules.2.conditions.all.0.values', 'must have 1 to 1000 values for is']],
    ],
  ])('rejects %s', (_, input, issues) => {
    expect(issuesOf(input)).toEqual(issues);
  });

  it.each([-1, 0.5, 1_000_001, '5', Number.NaN])('rejects a weight of %j', (weight) => {
    const paths = [path, { name: 'B', landings: [landing, { landingId: two, weight }] }];
    expect(issuesOf({ ...saved, paths })).toEqual([
      ['paths.1.landings.1.weight', 'must be a whole number from 0 to 1000000'],
    ]);
  });

  it('reports many issues at once', () => {
    const input = {
      version: '3',
      defaultPathId: three,
      rules: [{ ...rule, name: '', conditions: { any: [] }, paths: [{ pathId: 'new-9', weight: -1 }] }],
      paths: [{ ...path, landings: [landing, landing], offers: [{ ...offer, weight: 0 }] }],
    };
    expect(issuePathsOf(input)).toEqual([
      'version',
      'rules.0.name',
      'rules.0.conditions.any',
      'rules.0.paths.0.weight',
      'paths.0.landings.1.landingId',
      'paths.0.offers',
      'defaultPathId',
      'rules.0.paths.0.pathId',
    ]);
  });
});

describe('rotator rule limits', () => {
  const many = (count: number) => times(count, (index) => ({ ...path, id: `new-${index}` }));

  it('allow the maximum number of rules, paths and pool items', () => {
    const input = {
      ...saved,
      defaultPathId: 'new-0',
      rules: times(100, (index) => ({
        ...rule,
        id: idOf(index),
        paths: times(50, (at) => ({ pathId: `new-${at}` })),
      })),
      paths: many(100).map((each) => ({
        ...each,
        landings: times(200, (index) => ({ landingId: idOf(index) })),
        offers: times(200, (index) => ({ offerId: idOf(index) })),
      })),
    };
    expect(issuesOf(input)).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['path', { ...saved, rules: [], defaultPathId: 'new-0', paths: many(101) }, 'paths'],
    ['rule', { ...saved, rules: times(101, (index) => ({ ...rule, id: idOf(index) })) }, 'rules'],
    [
      'path in a rule',
      {
        ...saved,
        defaultPathId: 'new-0',
        paths: many(51),
        rules: [{ ...rule, paths: times(51, (at) => ({ pathId: `new-${at}` })) }],
      },
      'rules.0.paths',
    ],
    [
      'landing page',
      { ...saved, paths: [{ ...path, landings: times(201, (index) => ({ landingId: idOf(index) })) }] },
      'paths.0.landings',
    ],
    [
      'offer',
      { ...saved, paths: [{ ...path, offers: times(201, (index) => ({ offerId: idOf(index) })) }] },
      'paths.0.offers',
    ],
  ])('reject one %s more than the maximum', (_, input, issuePath) => {
    expect(issuePathsOf(input)).toEqual([issuePath]);
  });
});
