import { expect, it } from 'vitest';
import type { DescribedOperation, Parameter } from '../openapi/document.ts';
import { writeCurl } from './write-curl.ts';

function operationWith(parameters: Parameter[], body?: unknown): DescribedOperation {
  return {
    operationId: 'tryIt',
    tags: ['Landings'],
    summary: 'Tries it',
    parameters,
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: {}, examples: { default: { value: body } } } },
          },
        }),
    responses: {},
  };
}

it('writeCurl fills in the ID and the query', () => {
  const operation = operationWith([
    { name: 'id', in: 'path', required: true, schema: {}, example: 'abc' },
    { name: 'q', in: 'query', required: false, schema: {}, example: 'a b' },
    { name: 'country', in: 'query', required: false, schema: {} },
  ]);
  expect(writeCurl({ method: 'get', path: '/landings/{id}', operation })).toBe(
    'curl "$WAYPOST/api/v1/landings/abc?q=a%20b" \\\n  -H "Authorization: Bearer $TOKEN"',
  );
});

it('writeCurl quotes any body for the shell', () => {
  const operation = operationWith([], { name: `it's $HOME` });
  expect(writeCurl({ method: 'post', path: '/landings', operation })).toContain(
    `-d '{\n  "name": "it'\\''s $HOME"\n}'`,
  );
});
