import { errorCodes, type ErrorCode } from '@waypost/contract/error-codes.ts';
import { errorEnvelope, successEnvelope } from '@waypost/contract/envelope.ts';
import { z } from 'zod';
import { version } from '../../platform/version.ts';
import type { Operation } from '../api-v1/operation.ts';

/** The description of the public API, made from the very definitions that serve it. */
export function buildOpenApiDocument(operations: Operation[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const methods = (paths[operation.path] ??= {});
    methods[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waypost public API',
      version: '1.0.0',
      description: `Served by Waypost ${version}. Operations that are not listed here are not built yet.`,
    },
    servers: [{ url: '/api/v1' }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: toJsonSchema(errorEnvelope) },
    },
  };
}

function describe(operation: Operation): Record<string, unknown> {
  const { summary, body, data } = operation;
  const answer = successEnvelope(operation.kind === 'list' ? z.array(data) : data);
  const failures = Object.fromEntries(
    errorsOf(operation).map((code) => [errorCodes[code].status, describeError(code)]),
  );
  return {
    summary,
    parameters: [...pathParameters(operation), ...queryParameters(operation)],
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(toJsonSchema(body)) } }),
    responses: { 200: { description: 'Done', content: json(toJsonSchema(answer)) }, ...failures },
  };
}

function errorsOf(operation: Operation): ErrorCode[] {
  const always: ErrorCode[] = [
    'VALIDATION_FAILED',
    'UNAUTHORIZED',
    'BILLING_REQUIRED',
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ];
  const writing: ErrorCode[] = operation.scope === 'write' ? ['FORBIDDEN'] : [];
  const withBody: ErrorCode[] = operation.body === undefined ? [] : ['PAYLOAD_TOO_LARGE'];
  return [...always, ...writing, ...withBody, ...(operation.errors ?? [])];
}

function describeError(code: ErrorCode): Record<string, unknown> {
  return {
    description: `${code}: ${errorCodes[code].meaning}`,
    content: json({ $ref: '#/components/schemas/Error' }),
  };
}

function pathParameters(operation: Operation): unknown[] {
  if (!operation.path.includes('{id}')) return [];
  return [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
}

function queryParameters(operation: Operation): unknown[] {
  return Object.entries(operation.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: toJsonSchema(schema as z.ZodType),
  }));
}

function json(schema: unknown): Record<string, unknown> {
  return { 'application/json': { schema } };
}

/** As the caller sees it: before defaults are filled in and texts are trimmed. */
function toJsonSchema(schema: z.ZodType): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
