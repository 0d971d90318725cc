import { successEnvelope } from '@waypost/contract/envelope.ts';
import { z } from 'zod';
import { ids } from '../api-v1/example-records.ts';
import type { Operation } from '../api-v1/operation.ts';
import { describeErrors } from './describe-errors.ts';
import type { DescribedOperation, JsonContent, JsonSchema, Parameter } from './document.ts';
import { headersOfSuccess } from './headers.ts';
import type { SchemaGatherer } from './json-schema.ts';
import { tagOf } from './tags.ts';

export function describeOperation(operation: Operation, schemas: SchemaGatherer): DescribedOperation {
  const { operationId, summary, description, body, data, example } = operation;
  const answer = successEnvelope(operation.kind === 'list' ? z.array(data) : data);
  return {
    operationId,
    tags: [tagOf(operation.path)],
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: [...describePath(operation), ...describeQuery(operation, schemas)],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: json(schemas.describe(body, 'input'), example.body) } }),
    responses: {
      [operation.status ?? 200]: {
        description: 'Done',
        headers: headersOfSuccess,
        content: json(schemas.describe(answer, 'output'), { ok: true, data: example.data }),
      },
      ...describeErrors(operation),
    },
  };
}

/** The kind of record that the path names decides whose id stands in the example. */
const exampleIds: Record<string, string> = {
  campaigns: ids.campaign,
  landings: ids.landing,
  rotators: ids.rotator,
  'traffic-sources': ids.trafficSource,
};

function describePath({ path }: Operation): Parameter[] {
  if (!path.includes('{id}')) return [];
  const example = exampleIds[path.split('/')[1] ?? ''];
  const description = 'What is no id is answered like an id that does not exist.';
  return [
    {
      name: 'id',
      in: 'path',
      required: true,
      description,
      schema: { type: 'string', format: 'uuid' },
      example,
    },
  ];
}

function describeQuery({ query, example }: Operation, schemas: SchemaGatherer): Parameter[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...described } = schemas.describe(schema as z.ZodType, 'input');
    const value = example.query?.[name];
    return {
      name,
      in: 'query',
      required: false,
      ...(description === undefined ? {} : { description }),
      schema: described,
      ...(described.type === 'array' ? ({ style: 'form', explode: false } as const) : {}),
      ...(value === undefined ? {} : { example: readExample(described, value) }),
    };
  });
}

/** A query is text; what it stands for may be a number or a list. */
function readExample(schema: JsonSchema, text: string): unknown {
  if (schema.type === 'array') return text.split(',');
  return schema.type === 'integer' ? Number(text) : text;
}

function json(schema: JsonSchema, value: unknown): JsonContent {
  return { 'application/json': { schema, examples: { usual: { value } } } };
}
