import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PanelOperation } from './operation.ts';
import { panelOperations } from './operations/index.ts';

const reads = panelOperations.filter(({ method }) => method === 'GET');
const isList = ({ operationId }: PanelOperation) => operationId.startsWith('list');

function shapeOf(schema: unknown): Record<string, z.ZodType> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

describe.each(reads.filter(isList).map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_, { query, data, example }) => {
    it('accepts the common list parameters', () => {
      expect(Object.keys(query?.shape ?? {})).toEqual(expect.arrayContaining(['limit', 'cursor', 'sort']));
      const accepts = (given: object) => query?.safeParse({ ...example.query, ...given }).success;
      expect([accepts({ limit: '500' }), accepts({ limit: '501' }), accepts({ limit: '0' })]).toEqual([
        true,
        false,
        false,
      ]);
      expect([accepts({ sort: 'nonsense' }), accepts({ page: '2' }), accepts({ offset: '50' })]).toEqual([
        false,
        false,
        false,
      ]);
      for (const name of ['includeArchived', 'query', 'before'])
        expect(Object.keys(query?.shape ?? {})).not.toContain(name);
    });

    it('returns the common list shape', () => {
      const { items, meta, ...others } = shapeOf(data);
      expect(items).toBeInstanceOf(z.ZodArray);
      expect(Object.keys(shapeOf(meta))).toEqual(
        expect.arrayContaining(['limit', 'count', 'total', 'nextCursor']),
      );
      expect(others).toEqual({});
    });
  },
);

it('only list operations return arrays or pages', () => {
  for (const { operationId, data, query } of reads.filter((operation) => !isList(operation))) {
    expect(data, operationId).not.toBeInstanceOf(z.ZodArray);
    expect(Object.keys(query?.shape ?? {}), operationId).not.toContain('cursor');
  }
});
