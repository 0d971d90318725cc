import { z } from 'zod';
import type { Operation } from '../api-v1/operation.ts';
import type { PanelDownload } from '../panel-api/downloads.ts';
import type { PanelOperation } from '../panel-api/operation.ts';
import type { ApiStyle, Describable, Tag } from './api-style.ts';
import { describeSharedErrors } from './describe-errors.ts';
import { describeOperation } from './describe-operation.ts';
import type { Method, OpenApiDocument } from './document.ts';
import { SchemaGatherer } from './json-schema.ts';
import { panelStyle } from './panel-style.ts';
import { publicStyle } from './public-style.ts';

/**
 * Builds the OpenAPI document from the same definitions that the server uses, so that the document always matches the
 * API.
 */
export function buildOpenApiDocument(operations: Operation[]): OpenApiDocument {
  return buildDocument(operations, publicStyle);
}

export function buildPanelDocument(operations: (PanelOperation | PanelDownload)[]): OpenApiDocument {
  return buildDocument(operations, panelStyle);
}

function buildDocument<Served extends Describable>(
  operations: Served[],
  style: ApiStyle<Served>,
): OpenApiDocument {
  const schemas = new SchemaGatherer();
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    const methods = (paths[style.servedPathOf(operation)] ??= {});
    methods[operation.method.toLowerCase() as Method] = describeOperation(operation, style, schemas);
  }
  // The error schema is wrapped in an array, so that it is collected under its name like all other schemas.
  schemas.describe(z.array(style.error), 'output');
  const { info, servers, security, securitySchemes, headers } = style;
  return {
    openapi: '3.1.0',
    info,
    servers,
    security,
    tags: listTags(operations, style),
    paths,
    components: {
      securitySchemes,
      headers,
      responses: describeSharedErrors(style),
      schemas: sortByName(schemas.named),
    },
  };
}

function listTags<Served extends Describable>(operations: Served[], { tagOf }: ApiStyle<Served>): Tag[] {
  return [
    ...new Map(
      operations.map(({ path }) => {
        const tag = tagOf(path);
        return [tag.name, tag];
      }),
    ).values(),
  ];
}

function sortByName<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
