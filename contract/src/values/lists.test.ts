import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listOf, orElse, refuseRepeats } from './lists.ts';

function issuesOf(schema: z.ZodType, input: unknown): [string, string][] {
  const issues = schema.safeParse(input).error?.issues ?? [];
  return issues.map(({ path, message }) => [path.join('.'), message]);
}

describe('listOf', () => {
  const list = listOf(z.int(), { least: 1, most: 3, what: 'numbers' });

  it.each([[[1]], [[1, 2, 3]]])('accepts %j', (given) => {
    expect(list.parse(given)).toEqual(given);
  });

  it.each([[[]], [[1, 2, 3, 4]]])('rejects %j because of its length', (given) => {
    expect(issuesOf(list, given)).toEqual([['', 'must have 1 to 3 numbers']]);
  });
});

describe('orElse', () => {
  const schema = z.strictObject({ size: orElse(z.int(), 7) });

  it.each([{}, { size: null }, { size: undefined }])('returns the default for %j', (given) => {
    expect(schema.parse(given)).toEqual({ size: 7 });
  });

  it('returns the given value, even if falsy', () => {
    expect(schema.parse({ size: 0 })).toEqual({ size: 0 });
    expect(schema.safeParse({ size: 'x' }).success).toBe(false);
  });
});

describe('refuseRepeats', () => {
  const schema = z
    .array(z.strictObject({ id: z.string().nullish() }))
    .superRefine(refuseRepeats('id', 'is here already'));

  it('reports each repeat with its path', () => {
    expect(issuesOf(schema, [{ id: 'a' }, { id: 'b' }, { id: 'a' }, { id: 'a' }])).toEqual([
      ['2.id', 'is here already'],
      ['3.id', 'is here already'],
    ]);
  });

  it('allows several items without a key', () => {
    expect(issuesOf(schema, [{}, {}, { id: null }, { id: null }])).toEqual([]);
  });
});
