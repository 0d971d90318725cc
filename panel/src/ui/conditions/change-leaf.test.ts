import { assert, array, boolean, constantFrom, property, record, string } from 'fast-check';
import {
  findField,
  goalFields,
  rotatorFields,
  type ConditionFields,
} from '@waypost/contract/conditions/conditions.ts';
import { describe, expect, it } from 'vitest';
import type { LeafNode } from '../../lib/conditions/nodes.ts';
import { operatorOptions, readOperator } from '../../lib/conditions/options.ts';
import { withField, withOperator, withValue } from './change-leaf.ts';

const leaf = (change: Partial<LeafNode> = {}): LeafNode => ({
  field: 'browser',
  op: 'is',
  isNot: false,
  values: ['Chrome', 'Firefox'],
  timezone: '',
  windowHours: '',
  ...change,
});
const change = (from: LeafNode, field: string) => withField(rotatorFields, from, field);

describe('withField', () => {
  it('keeps the operator, the negation and the values when one text field replaces another', () => {
    const from = leaf({ field: 'referrerDomain', op: 'contains', isNot: true });
    expect(change(from, 'city')).toEqual({ ...from, field: 'city' });
    expect(change(from, 'param.')).toEqual({ ...from, field: 'param.' });
  });

  it('drops values that mean something else in the new field', () => {
    expect(change(leaf(), 'country')).toMatchObject({ op: 'is', values: [] });
    expect(change(leaf({ field: 'country', values: ['DE'] }), 'city')).toMatchObject({ values: [] });
  });

  it('replaces an operator that the new field does not have, and drops the negation', () => {
    const from = leaf({ field: 'city', op: 'contains', isNot: true });
    const { op, isNot, values } = change(from, 'country');
    expect([findField(rotatorFields, 'country')?.operators[0], false, []]).toEqual([op, isNot, values]);
  });

  it('keeps the time zone only if both the old and the new field use one', () => {
    const from = leaf({ field: 'hour', op: 'is', values: ['9'], timezone: 'Asia/Tokyo' });
    expect(change(from, 'weekday').timezone).toBe('Asia/Tokyo');
    expect(change(from, 'country').timezone).toBe('');
  });

  it('sets a yes/no field to yes, and drops the uniqueness window', () => {
    expect(change(leaf({ windowHours: '12' }), 'bot')).toMatchObject({ values: ['true'], windowHours: '' });
  });

  it.each<[string, ConditionFields]>([
    ['rotators', rotatorFields],
    ['goals', goalFields],
  ])('returns an operator that the new field allows, for every pair of fields in %s', (_, fields) => {
    const names = Object.keys(fields);
    for (const from of names)
      for (const to of names)
        for (const op of findField(fields, from)?.operators ?? []) {
          const { op: next } = withField(fields, leaf({ field: from, op }), to);
          expect(findField(fields, to)?.operators, `${from} ${op} to ${to}`).toContain(next);
        }
  });
});

describe('withOperator', () => {
  it.each<[LeafNode['op'], LeafNode['op'], string[], string[]]>([
    ['is', 'contains', ['a', 'b'], ['a', 'b']],
    ['is', 'isNot', ['a', 'b'], ['a', 'b']],
    ['is', 'isEmpty', ['a'], []],
    ['is', 'isSet', ['a'], []],
    ['is', 'gt', ['1', '2'], ['1']],
    ['is', 'between', ['1', '2'], []],
    ['between', 'lt', ['1', '2'], ['1']],
    ['between', 'is', ['1', '2'], []],
    ['gt', 'lt', ['5'], ['5']],
    ['gt', 'between', ['5'], ['5']],
  ])('from %s to %s turns %j into %j', (from, to, values, expected) => {
    expect(withOperator(leaf({ op: from, values }), { op: to, isNot: false }).values).toEqual(expected);
  });

  it('never adds values, and keeps the field and the time zone', () => {
    const ops = [
      ...new Set(
        Object.keys(rotatorFields).flatMap((name) => findField(rotatorFields, name)?.operators ?? []),
      ),
    ];
    const leaves = record({
      op: constantFrom(...ops),
      isNot: boolean(),
      values: array(string(), { maxLength: 3 }),
    });
    assert(
      property(leaves, constantFrom(...operatorOptions(ops)), (before, { value }) => {
        const next = readOperator(value);
        const after = withOperator(leaf({ ...before, timezone: 'UTC' }), next);
        expect(after).toMatchObject({ field: 'browser', timezone: 'UTC', ...next });
        expect(after.values).toEqual(before.values.slice(0, after.values.length));
      }),
    );
  });
});

describe('withValue', () => {
  it('keeps the other bound of a range', () => {
    const range = leaf({ op: 'between', values: ['1', '9'] });
    expect(withValue(range, 0, '2')).toEqual(['2', '9']);
    expect(withValue(range, 1, '8')).toEqual(['1', '8']);
    expect(withValue({ ...range, values: [] }, 1, '8')).toEqual(['', '8']);
  });

  it('returns one value for other operators', () => {
    expect(withValue(leaf({ op: 'gt', values: ['1'] }), 0, '')).toEqual(['']);
  });
});
