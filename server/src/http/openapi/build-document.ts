import { errorEnvelope } from '@waypost/contract/envelope.ts';
import { z } from 'zod';
import { version } from '../../platform/version.ts';
import type { Operation } from '../api-v1/operation.ts';
import { describeSharedErrors } from './describe-errors.ts';
import { describeOperation } from './describe-operation.ts';
import type { Method, OpenApiDocument } from './document.ts';
import { describedHeaders } from './headers.ts';
import { SchemaGatherer } from './json-schema.ts';
import { describedTags } from './tags.ts';

const planned = 'The operations `GET /reports` and `GET /events` are planned and not served yet.';

/** The description of the public API, made from the very definitions that serve it. */
export function buildOpenApiDocument(operations: Operation[]): OpenApiDocument {
  const schemas = new SchemaGatherer();
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    const methods = (paths[operation.path] ??= {});
    methods[operation.method.toLowerCase() as Method] = describeOperation(operation, schemas);
  }
  // Wrapped, so that it is gathered under its name like all others.
  schemas.describe(z.array(errorEnvelope), 'output');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waypost public API',
      version: '1.0.0',
      description: `Served by Waypost ${version}. ${planned}`,
    },
    servers: [{ url: '/api/v1' }],
    security: [{ key: [] }],
    tags: describedTags,
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of an API key, which the panel issues.',
        },
      },
      headers: describedHeaders,
      responses: describeSharedErrors(),
      schemas: sortByName(schemas.named),
    },
  };
}

function sortByName<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
