import {
  rotatorConditions,
  rotatorFields,
  type ConditionField,
  type ConditionTree,
} from '@waypost/contract/conditions/conditions.ts';
import { expect, it } from 'vitest';
import { depthOf, pathInside, pathOfChild, readConditions, writeConditions } from './nodes.ts';

const examples: Record<ConditionField['kind'], (string | number | boolean)[]> = {
  text: ['a, b', 'c'],
  choice: [],
  country: ['DE', 'unknown'],
  id: ['0198c5a2-7b1e-7c3d-9e4f-000000000001'],
  number: [1, 64_512],
  boolean: [false],
  address: ['10.0.0.1', '2001:db8::1'],
  version: ['9.1', '10.2'],
  weekday: [1, 7],
  hour: [0, 23],
  date: ['2026-11-17', '2026-12-31'],
  unique: ['campaign'],
};

function leafOf(name: string, field: ConditionField, op: ConditionField['operators'][number]): ConditionTree {
  const values = field.choices === undefined ? examples[field.kind] : [...field.choices];
  const isOrder = op === 'lt' || op === 'gt' || op === 'between';
  const ordered = field.kind === 'text' && isOrder ? [1.5, 20] : values;
  const count =
    op === 'isEmpty' || op === 'isSet'
      ? 0
      : op === 'between'
        ? 2
        : isOrder || field.kind === 'unique'
          ? 1
          : 9;
  const taken = op === 'in' ? ['10.0.0.0/8'] : ordered.slice(0, count);
  return { field: name === 'param.NAME' ? 'param.utm' : name, op, values: taken };
}

const everyLeaf = Object.entries<ConditionField>(rotatorFields).flatMap(([name, field]) =>
  field.operators.map((op) => [name, op, leafOf(name, field, op)] as const),
);

it.each(everyLeaf)('%s %s passes through the form unchanged, alone and in groups', (_, op, leaf) => {
  const through = (tree: ConditionTree) => writeConditions(rotatorFields, readConditions(tree));
  expect(rotatorConditions.parse(leaf)).toEqual(leaf);
  expect(through(leaf)).toEqual(leaf);
  const group = { any: [leaf, { all: [leaf, leaf] }, { not: { all: [leaf, leaf] } }] };
  expect(through(group)).toEqual(group);
  const opposites = { is: 'isNot', isNot: 'is', isEmpty: 'isSet', isSet: 'isEmpty' };
  const opposite = (opposites as Record<string, string>)[op];
  expect(through({ not: leaf })).toEqual(opposite === undefined ? { not: leaf } : { ...leaf, op: opposite });
});

it('writeConditions keeps the time zone, the window and empty conditions', () => {
  const tree: ConditionTree = {
    not: {
      any: [
        { field: 'hourOfDay', op: 'between', values: [8, 20], timezone: 'Europe/Berlin' },
        { field: 'unique', op: 'isNot', values: ['path'], windowHours: 24 },
      ],
    },
  };
  expect(writeConditions(rotatorFields, readConditions(tree))).toEqual(tree);
  expect(writeConditions(rotatorFields, readConditions(null))).toBeNull();
});

it('pathInside and depthOf match the paths and depth in the API', () => {
  const leaf: ConditionTree = { field: 'os', op: 'contains', values: [] };
  const root = readConditions({ not: { any: [{ not: leaf }, { all: [leaf] }] } });
  const [first, second] = root.children;
  if (first === undefined || second === undefined) throw new Error('expected two children');
  const { error } = rotatorConditions.safeParse(writeConditions(rotatorFields, root));
  const paths = error?.issues.map(({ path }) => `c.${path.join('.')}`);
  expect(paths).toEqual([
    `${pathInside(first, pathOfChild(root, 'c', 0, true))}.values`,
    'c.not.any.1.all.0.values',
  ]);
  expect(pathInside(second, pathOfChild(root, 'c', 1, true))).toBe('c.not.any.1.all');
  expect(depthOf(root)).toBe(3);
  const single = readConditions(leaf);
  expect(pathOfChild(single, 'c', 0, true)).toBe('c');
});

it('writeConditions keeps invalid numbers for the API to reject', () => {
  const root = readConditions({ field: 'asn', op: 'is', values: [1] });
  const [leaf] = root.children;
  if (leaf === undefined || 'children' in leaf) throw new Error('expected one condition');
  const typed = { ...root, children: [{ ...leaf, values: ['12', 'unknown', 'x'] }] };
  const tree = writeConditions(rotatorFields, typed);
  expect(tree).toMatchObject({ values: [12, 'unknown', 'x'] });
  expect(rotatorConditions.safeParse(tree).error?.issues.map(({ path }) => path)).toEqual([['values', 2]]);
});
