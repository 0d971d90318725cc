import { describe, expect, it } from 'vitest';
import { peopleOperations } from './index.ts';

describe.each(peopleOperations.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_, operation) => {
    it('has examples that match its schemas', () => {
      expect(operation.data.safeParse(operation.example.data)).toMatchObject({ success: true });
      if (operation.body !== undefined)
        expect(operation.body.safeParse(operation.example.body)).toMatchObject({ success: true });
    });

    it('rejects unknown fields', () => {
      const body = { ...(operation.example.body as object), surprise: 1 };
      if (operation.body !== undefined) expect(operation.body.safeParse(body).success).toBe(false);
    });
  },
);

it('people operations have unique operation IDs and paths', () => {
  const routes = peopleOperations.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(routes).size).toBe(peopleOperations.length);
  expect(new Set(peopleOperations.map(({ operationId }) => operationId)).size).toBe(peopleOperations.length);
});
