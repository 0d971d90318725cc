import { successEnvelope } from '@waypost/contract/api/envelope.ts';
import { z } from 'zod';
import { isId } from '../../platform/ids.ts';
import { panelIds } from '../panel-api/examples/records.ts';
import type { ApiStyle, Describable } from './api-style.ts';
import { describeErrors } from './describe-errors.ts';
import type {
  DescribedOperation,
  FileAnswer,
  FormContent,
  JsonContent,
  JsonSchema,
  Parameter,
} from './document.ts';
import type { SchemaGatherer } from './json-schema.ts';

export function describeOperation<Served extends Describable>(
  operation: Served,
  style: ApiStyle<Served>,
  schemas: SchemaGatherer,
): DescribedOperation {
  const security = style.securityOf(operation);
  const { operationId, summary, description, body, data, example } = operation;
  const answer = successEnvelope(operation.kind === 'list' ? z.array(data) : data);
  return {
    operationId,
    tags: [style.tagOf(operation.path).name],
    summary,
    ...describePermission(description, style.permissionOf(operation)),
    ...(operation.isReadOnly === true ? { 'x-read-only': true } : {}),
    ...(security === undefined ? {} : { security }),
    parameters: [
      ...describePath(operation, style.servedPathOf(operation)),
      ...describeQuery(operation, schemas),
      ...(style.requestHeadersOf?.(operation) ?? []),
    ],
    ...(operation.fileBytesMax === undefined
      ? {}
      : { requestBody: { required: true, content: formWithFile } }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: json(schemas.describe(body, 'input'), example.body) } }),
    responses: {
      [operation.status ?? 200]:
        operation.file === undefined
          ? {
              description: 'Success',
              headers: style.headersOf(),
              content: json(schemas.describe(answer, 'output'), { ok: true, data: example.data }),
            }
          : describeFile(style.headersOf()),
      ...describeErrors(operation, style),
    },
  };
}

const formWithFile: FormContent = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
      additionalProperties: false,
    },
  },
};

function describeFile(headers: FileAnswer['headers']): FileAnswer {
  const schema = { type: 'string', format: 'binary' };
  return {
    description: 'The file, streamed. If the connection ends early, the file is incomplete',
    headers,
    content: {
      'text/csv': { schema },
      'application/gzip': { schema },
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema },
    },
  };
}

function describePermission(
  description: string | undefined,
  permission: string | undefined,
): Pick<DescribedOperation, 'description' | 'x-permission'> {
  if (permission === undefined) return description === undefined ? {} : { description };
  const needs = `Requires the permission \`${permission}\`.`;
  return {
    description: description === undefined ? needs : `${description} ${needs}`,
    'x-permission': permission,
  };
}

const exampleIds: Record<string, string> = {
  'affiliate-networks': panelIds.affiliateNetwork,
  campaigns: panelIds.campaign,
  domains: panelIds.domain,
  keys: panelIds.key,
  landings: panelIds.landing,
  offers: panelIds.offer,
  rotators: panelIds.rotator,
  'traffic-sources': panelIds.trafficSource,
};

const namedWorkspace = {
  description:
    'ID of one of your workspaces, see `GET /me`. Any other ID is treated like a workspace that does not exist.',
  schema: { type: 'string', format: 'uuid' },
  example: panelIds.workspace,
};

function describePath({ path, example }: Describable, served: string): Parameter[] {
  return [...served.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const given = example.params?.[name];
    const parameter = { name, in: 'path', required: true } as const;
    if (name === 'workspaceId') return { ...parameter, ...namedWorkspace };
    if (name === 'version')
      return { ...parameter, schema: { type: 'integer', minimum: 1 }, example: Number(given ?? 1) };
    // The parameter is an ID unless the example is a different kind of value.
    if (given !== undefined && !isId(given))
      return { ...parameter, schema: { type: 'string' }, example: given };
    return {
      ...parameter,
      description: 'ID of the record. Malformed IDs are treated like IDs that do not exist.',
      schema: { type: 'string', format: 'uuid' },
      example: given ?? exampleIds[path.split('/')[1] ?? ''] ?? panelIds.unknown,
    };
  });
}

function describeQuery({ query, example }: Describable, schemas: SchemaGatherer): Parameter[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...described } = schemas.describe(schema as z.ZodType, 'input');
    const value = example.query?.[name];
    return {
      name,
      in: 'query',
      required: !(schema as z.ZodType).safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      schema: described,
      ...(described.type === 'array' ? ({ style: 'form', explode: false } as const) : {}),
      ...(value === undefined ? {} : { example: readExample(described, value) }),
    };
  });
}

function readExample(schema: JsonSchema, text: string): unknown {
  if (schema.type === 'array') return text.split(',');
  return schema.type === 'integer' ? Number(text) : text;
}

function json(schema: JsonSchema, value: unknown): JsonContent {
  return { 'application/json': { schema, examples: { default: { value } } } };
}
