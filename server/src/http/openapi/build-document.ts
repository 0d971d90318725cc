import { errorCodes, type ErrorCode } from '@waypost/contract/error-codes.ts';
import { errorEnvelope, successEnvelope } from '@waypost/contract/envelope.ts';
import { z } from 'zod';
import { version } from '../../platform/version.ts';
import type { Operation } from '../api-v1/operation.ts';

/** The description of the public API, made from the very definitions that serve it. */
export function buildOpenApiDocument(operations: Operation[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] ??= {};
    Object.assign(paths[operation.path] ?? {}, { [operation.method.toLowerCase()]: describe(operation) });
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
  const failures: ErrorCode[] = [
    'VALIDATION_FAILED',
    'UNAUTHORIZED',
    'BILLING_REQUIRED',
    ...(operation.scope === 'write' ? (['FORBIDDEN'] as const) : []),
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ];
  return {
    summary: operation.summary,
    responses: {
      200: { description: 'Done', content: json(toJsonSchema(successEnvelope(operation.data))) },
      ...Object.fromEntries(
        failures.map((code) => [
          errorCodes[code].status,
          {
            description: `${code}: ${errorCodes[code].meaning}`,
            content: json({ $ref: '#/components/schemas/Error' }),
          },
        ]),
      ),
    },
  };
}

function json(schema: unknown): Record<string, unknown> {
  return { 'application/json': { schema } };
}

function toJsonSchema(schema: z.ZodType): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
