import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listOf, orElse, refuseRepeats } from './lists.ts';

function issuesOf(schema: z.ZodType, input: unknown): [string, string][] {
  const issues = schema.safeParse(input).error?.issues ?? [];
  return issues.map(({ path, message }) => [path.join('.'), message]);
}

describe('a list', () => {
  const list = listOf(z.int(), { least: 1, most: 3, what: 'numbers' });

  it.each([[[1]], [[1, 2, 3]]])('takes %j', (given) => {
    expect(list.parse(given)).toEqual(given);
  });

  it.each([[[]], [[1, 2, 3, 4]]])('refuses %j for its length', (given) => {
    expect(issuesOf(list, given)).toEqual([['', 'must have 1 to 3 numbers']]);
  });
});

describe('a value that may be left out', () => {
  const schema = z.strictObject({ size: orElse(z.int(), 7) });

  it.each([{}, { size: null }, { size: undefined }])('is the usual one in %j', (given) => {
    expect(schema.parse(given)).toEqual({ size: 7 });
  });

  it('is what was given otherwise, also where that is nothing much', () => {
    expect(schema.parse({ size: 0 })).toEqual({ size: 0 });
    expect(schema.safeParse({ size: 'x' }).success).toBe(false);
  });
});

describe('items that must differ', () => {
  const schema = z
    .array(z.strictObject({ id: z.string().nullish() }))
    .superRefine(refuseRepeats('id', 'is here already'));

  it('are refused from the second on, each at its place', () => {
    expect(issuesOf(schema, [{ id: 'a' }, { id: 'b' }, { id: 'a' }, { id: 'a' }])).toEqual([
      ['2.id', 'is here already'],
      ['3.id', 'is here already'],
    ]);
  });

  it('may all lack what tells them apart', () => {
    expect(issuesOf(schema, [{}, {}, { id: null }, { id: null }])).toEqual([]);
  });
});
