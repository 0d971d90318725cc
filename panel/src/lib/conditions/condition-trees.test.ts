import {
  rotatorConditions,
  rotatorFields,
  type ConditionTree,
} from '@waypost/contract/conditions/conditions.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { depthOf, isGroup, readConditions, shapeOf, writeConditions, type LeafNode } from './nodes.ts';

const fields = ['token1', 'token2', 'token3'] as const;
const leaf = fc.record({
  field: fc.constantFrom<string>(...fields),
  op: fc.constantFrom('is' as const, 'isNot' as const, 'contains' as const),
  values: fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 2 }),
});

function treeOf(depth: number, childrenMin = 1): fc.Arbitrary<ConditionTree> {
  if (depth === 0) return leaf;
  const inner = treeOf(depth - 1, childrenMin);
  const list = fc.array(inner, { minLength: childrenMin, maxLength: 3 });
  return fc.oneof(
    leaf,
    list.map((all) => ({ all })),
    list.map((any) => ({ any })),
    inner.map((not) => ({ not })),
  );
}

type Visit = Readonly<Record<string, string>>;

/** Reference implementation that evaluates the tree directly. */
function matches(tree: ConditionTree | null, visit: Visit): boolean {
  if (tree === null) return true;
  if ('not' in tree) return !matches(tree.not, visit);
  if ('all' in tree) return tree.all.every((child) => matches(child, visit));
  if ('any' in tree) return tree.any.some((child) => matches(child, visit));
  const value = visit[tree.field] ?? '';
  if (tree.op === 'contains') return tree.values.some((part) => value.includes(String(part)));
  return tree.values.includes(value) === (tree.op === 'is');
}

const visit = fc.record(
  Object.fromEntries(fields.map((name) => [name, fc.constantFrom('a', 'b', 'ab', '')])),
);
const throughForm = (tree: ConditionTree | null) => writeConditions(rotatorFields, readConditions(tree));

describe('readConditions and writeConditions', () => {
  it('return a tree that matches the same visits, however it is nested and negated', () => {
    fc.assert(
      fc.property(treeOf(4), fc.array(visit, { minLength: 1, maxLength: 8 }), (tree, visits) => {
        const written = throughForm(tree);
        for (const one of visits) expect(matches(written, one)).toBe(matches(tree, one));
      }),
      { numRuns: 300 },
    );
  });

  it('change nothing in a second round trip if every group has at least two conditions', () => {
    fc.assert(
      fc.property(treeOf(4, 2), (tree) => {
        const once = throughForm(tree);
        expect(throughForm(once)).toEqual(once);
      }),
    );
  });

  it('never make a tree deeper, because the API could reject a deeper tree', () => {
    const depth = (tree: ConditionTree): number => {
      if ('not' in tree) return 1 + depth(tree.not);
      const inside = 'all' in tree ? tree.all : 'any' in tree ? tree.any : undefined;
      return inside === undefined ? 0 : 1 + Math.max(...inside.map(depth));
    };
    fc.assert(
      fc.property(treeOf(4), (tree) => {
        const written = throughForm(tree);
        if (written === null) throw new Error('a rule with conditions lost them');
        expect(depth(written)).toBeLessThanOrEqual(depth(tree));
        expect(depth(written)).toBeLessThanOrEqual(depthOf(readConditions(tree)));
      }),
    );
  });

  it.each<[string, ConditionTree, ConditionTree]>([
    [
      'a double negation',
      { not: { not: { field: 'os', op: 'is', values: ['iOS'] } } },
      { field: 'os', op: 'is', values: ['iOS'] },
    ],
    [
      'a negation of an operator that has an opposite',
      { not: { field: 'os', op: 'isEmpty', values: [] } },
      { field: 'os', op: 'isSet', values: [] },
    ],
    [
      'a group around one condition',
      { any: [{ field: 'os', op: 'is', values: ['iOS'] }] },
      { field: 'os', op: 'is', values: ['iOS'] },
    ],
  ])('simplify %s', (_, tree, simple) => {
    expect(throughForm(tree)).toEqual(simple);
  });

  it('keep a negated group around one condition', () => {
    const tree: ConditionTree = { not: { all: [{ field: 'os', op: 'contains', values: ['x'] }] } };
    expect(throughForm(tree)).toEqual(tree);
  });
});

describe('writeConditions', () => {
  const written = (change: Partial<LeafNode>) => {
    const root = readConditions({ field: 'hourOfDay', op: 'is', values: [8] });
    const [first] = root.children;
    if (first === undefined || isGroup(first)) throw new Error('expected one condition');
    return writeConditions(rotatorFields, { ...root, children: [{ ...first, ...change }] });
  };

  it.each<[string, Partial<LeafNode>, object]>([
    ['hours as numbers', { values: ['08', ' 9 '] }, { values: [8, 9] }],
    ['no time zone if none is chosen', { timezone: '' }, { field: 'hourOfDay', op: 'is', values: [8] }],
    ['the window as a number', { field: 'unique', values: ['path'], windowHours: '24' }, { windowHours: 24 }],
    ['yes and no as booleans', { field: 'bot', values: ['true'] }, { values: [true] }],
    ['a number in text as text', { field: 'token1', values: ['12'] }, { values: ['12'] }],
    [
      'the number in a numeric comparison with text as a number',
      { field: 'token1', op: 'gt', values: ['12'] },
      { values: [12] },
    ],
    ['the text of a link parameter', { field: 'param.utm', values: ['12'] }, { values: ['12'] }],
  ])('writes %s', (_, change, expected) => {
    expect(written(change)).toMatchObject(expected);
    if ('timezone' in change) expect(written(change)).toEqual(expected);
  });

  it('leaves a window that is not a number for the API to reject', () => {
    const tree = written({ field: 'unique', values: ['path'], windowHours: 'a day' });
    expect(rotatorConditions.safeParse(tree).success).toBe(false);
  });
});

describe('shapeOf', () => {
  const shape = (tree: ConditionTree) => shapeOf(readConditions(tree));
  const text = (value: string): ConditionTree => ({ field: 'token1', op: 'is', values: [value] });

  it('stays the same while a value or the name of a parameter is typed', () => {
    expect(shape(text('a'))).toBe(shape(text('ab')));
    expect(shape({ field: 'param.u', op: 'is', values: ['x'] })).toBe(
      shape({ field: 'param.utm', op: 'is', values: ['x'] }),
    );
  });

  it.each<[string, ConditionTree]>([
    ['another value', { field: 'token1', op: 'is', values: ['a', 'b'] }],
    ['another field', { field: 'token2', op: 'is', values: ['a'] }],
    ['another operator', { field: 'token1', op: 'isNot', values: ['a'] }],
    ['a time zone', { field: 'token1', op: 'is', values: ['a'], timezone: 'UTC' }],
    ['a group', { any: [text('a')] }],
    ['a negated group', { not: { all: [text('a'), text('b')] } }],
  ])('changes for %s, which is a separate undo step', (_, other) => {
    expect(shape(other)).not.toBe(shape(text('a')));
  });
});
