import { describe, expect, it } from 'vitest';
import { compareContents, pathOf } from './compare-contents.ts';
import { describeDifference } from './describe-difference.ts';

const names = new Map([
  ['l1', 'Quiz'],
  ['o1', 'Sweepstake'],
  ['s1', 'Example Ads'],
  ['s2', 'Other Ads'],
]);
const describeAll = (before: unknown, after: unknown) =>
  compareContents(before, after, names).map((difference) => describeDifference(difference, names));

describe('compareContents', () => {
  it.each([
    [{}, {}, []],
    [{ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, []],
    [{ name: 'A' }, { name: 'B' }, ['name changed from “A” to “B”']],
    [{ cost: { amount: 0.5 } }, { cost: { amount: 0.7 } }, ['cost amount changed from 0.5 to 0.7']],
    [{ country: 'DE' }, { country: null }, ['country changed from “DE” to nothing']],
    [{}, { note: 'x' }, ['note added: “x”']],
    [{ note: 'x' }, {}, ['note removed']],
    [{ tokens: [1, 2] }, { tokens: [2, 1] }, ['tokens changed from [1,2] to [2,1]']],
    [
      { settings: { attributionDays: 9 } },
      { settings: { attributionDays: 7 } },
      ['attribution days changed from 9 to 7'],
    ],
    [
      { settings: { fallbackUrl: null } },
      { settings: { fallbackUrl: 'x' } },
      ['fallback URL changed from nothing to “x”'],
    ],
    [{ settings: { sticky: false } }, { settings: { sticky: true } }, ['sticky enabled']],
    [
      { campaign: { trafficSourceId: 's1' } },
      { campaign: { trafficSourceId: 's2' } },
      ['traffic source changed from “Example Ads” to “Other Ads”'],
    ],
    [{ campaign: { settings: 1 } }, { campaign: { settings: 2 } }, ['settings changed from 1 to 2']],
  ])('finds the differences from %j to %j', (before, after, sentences) => {
    expect(describeAll(before, after)).toEqual(sentences);
  });

  it.each([
    ['a record and null', { a: 1 }, null],
    ['a record and text', { a: 1 }, 'x'],
    ['a record and a list', { a: 1 }, [1]],
    ['a list of entries and null', [{ id: '1' }], null],
    ['a list of entries and a list without IDs', [{ id: '1' }], [1]],
    ['a list of entries and a list of records without IDs', [{ id: '1' }], [{ name: 'x' }]],
  ])('returns both whole values for %s', (_, one, other) => {
    expect(compareContents({ at: one }, { at: other })).toEqual([
      { steps: [{ field: 'at' }], before: one, after: other },
    ]);
    expect(compareContents({ at: other }, { at: one })).toEqual([
      { steps: [{ field: 'at' }], before: other, after: one },
    ]);
  });

  it('identifies entries by ID when they move', () => {
    const before = {
      rules: [
        { id: '1', priority: 1, name: 'One', weight: 1 },
        { id: '2', priority: 2, name: 'Two', weight: 2 },
        { id: '3', priority: 3, name: 'Three', weight: 3 },
      ],
    };
    const after = {
      rules: [
        { id: '3', priority: 1, name: 'Three', weight: 3 },
        { id: '1', priority: 2, name: 'One', weight: 5 },
        { id: '4', priority: 3, name: 'Four', weight: 4 },
      ],
    };
    expect(describeAll(before, after)).toEqual([
      'rule “Two” removed',
      'rule “One”: weight changed from 1 to 5',
      'rule “Four” added',
      'rules reordered',
    ]);
    const differences = compareContents(before, after);
    expect(differences.map(pathOf)).toEqual([
      'rules[Two]',
      'rules[One].weight',
      'rules[Four]',
      'rules.order',
    ]);
    expect(differences[1]).toMatchObject({ before: 1, after: 5 });
    expect(differences[2]?.after).toEqual(after.rules[2]);
  });

  it('identifies pool entries by name', () => {
    const pool = (weight: number, enabled: boolean) => ({
      routing: {
        paths: [
          {
            id: 'p',
            name: 'Phones',
            landings: [{ landingId: 'l1', weight, enabled: true }],
            offers: [{ offerId: 'o1', weight: 1, enabled }],
          },
        ],
      },
    });
    expect(describeAll(pool(10, true), pool(20, false))).toEqual([
      'path “Phones”, landing “Quiz”: weight changed from 10 to 20',
      'path “Phones”, offer “Sweepstake” disabled',
    ]);
    const [first] = compareContents(pool(10, true), pool(20, true), names);
    expect(first === undefined ? '' : pathOf(first)).toBe('routing.paths[Phones].landings[Quiz].weight');
  });

  it('identifies actions by their number', () => {
    const goals = (label: string, from = 'network') => ({
      goals: [{ id: 'g', label: 'Sale', actions: [{ idx: 2, label, payoutFixed: 1, from }] }],
    });
    expect(describeAll(goals('Lead'), goals('Order'))).toEqual([
      'goal rule “Sale”, action “Order”: label changed from “Lead” to “Order”',
    ]);
    expect(describeAll(goals('Lead'), goals('Lead', 'page'))).toEqual([
      'goal rule “Sale”, action “Lead”: accepted events changed from “network” to “page”',
    ]);
  });

  it('describes a change of conditions as a whole', () => {
    const leaf = (field: string, op: string, ...values: unknown[]) => ({ field, op, values });
    const rule = (conditions: unknown) => ({ rules: [{ id: 'r', name: 'R', conditions }] });
    const mobile = leaf('deviceType', 'is', 'mobile');
    expect(describeAll(rule(null), rule(mobile))).toEqual([
      'rule “R”: conditions changed from “always” to “device type is mobile”',
    ]);
    const tree = {
      all: [
        mobile,
        { any: [leaf('country', 'isNot', 'DE', 'AT'), leaf('hourOfDay', 'between', 8, 20)] },
        { not: leaf('referrer', 'isEmpty') },
        leaf('trafficSource', 'is', 's1'),
      ],
    };
    expect(describeAll(rule(mobile), rule(tree))).toEqual([
      'rule “R”: conditions changed from “device type is mobile” to “device type is mobile and ' +
        '(country is not DE or AT or hour of day is between 8 and 20) and not (referrer is empty) and traffic source is Example Ads”',
    ]);
  });

  it('truncates long text without splitting characters', () => {
    const [sentence = ''] = describeAll({ name: 'x' }, { name: '🙂'.repeat(200) });
    expect(sentence).toBe(`name changed from “x” to “${'🙂'.repeat(79)}…”`);
  });
});
