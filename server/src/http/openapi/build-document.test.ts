import { errorCodes } from '@waypost/contract/api/error-codes.ts';
import { describe, expect, it } from 'vitest';
import { makeSchemaChecker } from '../../testing/http/schema-checker.ts';
import type { Operation } from '../api-v1/operation.ts';
import { operations } from '../api-v1/operations/index.ts';
import { buildOpenApiDocument } from './build-document.ts';
import { listAnswers, listOperations, type JsonSchema, type PlacedOperation } from './document.ts';

const document = buildOpenApiDocument(operations);
const check = makeSchemaChecker(document);
const described = listOperations(document);

function named(name: string): JsonSchema {
  const schema = document.components.schemas[name];
  if (schema === undefined) throw new Error(`${name} is not described`);
  return schema;
}

function sourceOf({ operation: { operationId } }: PlacedOperation): Operation {
  const found = operations.find((operation) => operation.operationId === operationId);
  if (found === undefined) throw new Error(`${operationId} is served by nothing`);
  return found;
}

function statusesOf({ operation }: PlacedOperation): number[] {
  return listAnswers(document, operation).map(([status]) => status);
}

const byName = described.map((one) => [one.operation.operationId, one] as const);

it('the OpenAPI document describes every operation once with a unique operation ID', () => {
  expect(described).toHaveLength(operations.length);
  expect(described.length).toBeGreaterThan(20);
  expect(new Set(byName.map(([name]) => name)).size).toBe(operations.length);
  for (const [name] of byName) expect(name).toMatch(/^[a-z]+(?:[A-Z][a-z]*)+$/);
});

describe.each(byName)('%s', (_, placed) => {
  const { operation } = placed;
  const source = sourceOf(placed);

  it('has a documented tag', () => {
    expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0]);
  });

  it('has a request example that matches its schemas', () => {
    for (const { example, schema, in: location } of operation.parameters) {
      if (location === 'path') expect(example).toBeDefined();
      if (example !== undefined) expect(check(schema, example)).toEqual([]);
    }
    if (source.query !== undefined) {
      expect(Object.keys(source.example.query ?? {})).not.toEqual([]);
      expect(source.query.safeParse(source.example.query).error).toBeUndefined();
    }
    const content = operation.requestBody?.content['application/json'];
    if (content === undefined) return;
    for (const { value } of Object.values(content.examples)) {
      expect(check(content.schema, value)).toEqual([]);
      expect(source.body?.safeParse(value).error).toBeUndefined();
    }
  });

  it.each(listAnswers(document, operation))(
    'has an example that matches its schema for status %i',
    (status, answer) => {
      const { schema, examples } = answer.content['application/json'];
      expect(Object.keys(examples)).not.toEqual([]);
      for (const { value } of Object.values(examples)) {
        expect(check(schema, value)).toEqual([]);
        const { error } = value as { error?: { code: keyof typeof errorCodes } };
        expect(error === undefined ? (source.status ?? 200) : errorCodes[error.code].status).toBe(status);
      }
    },
  );

  it('documents x-request-id for all responses and retry-after where it applies', () => {
    for (const [status, { headers }] of listAnswers(document, operation)) {
      expect(Object.keys(headers)).toContain('x-request-id');
      expect(Object.keys(headers).includes('retry-after')).toBe(status === 429 || status === 503);
      expect(Object.keys(headers).includes('ratelimit-limit')).toBe(status !== 401 && status !== 402);
      for (const { $ref } of Object.values(headers))
        expect(Object.keys(document.components.headers)).toContain($ref.split('/').at(-1));
    }
  });

  it('lists the errors that it can return', () => {
    const statuses = statusesOf(placed);
    expect(statuses).toEqual(expect.arrayContaining([400, 401, 402, 429, 500, 503]));
    expect(statuses.includes(403)).toBe(source.scope === 'write');
    expect(statuses.includes(413)).toBe(source.scope === 'write');
    const isBulk = /\/(?:archive|restore)$/.test(placed.path);
    const hasReferences = operation.operationId === 'createCampaign';
    expect(statuses.includes(404)).toBe(placed.path.includes('{id}') || isBulk || hasReferences);
  });

  it('has an example issue for one of its fields or for an unknown parameter', () => {
    const { issue } = source.example;
    const [field = ''] = issue.path.split('.');
    const known = [...Object.keys(source.query?.shape ?? {}), ...propertiesOf(operation.requestBody)];
    if (known.length === 0) expect(issue.message).toContain('is not a known parameter');
    else expect(known).toContain(field);
  });
});

function propertiesOf(body: PlacedOperation['operation']['requestBody']): string[] {
  const schema = body?.content['application/json']?.schema;
  const resolved = schema?.$ref === undefined ? schema : named(schema.$ref.split('/').at(-1) ?? '');
  return Object.keys(resolved?.properties ?? {});
}

describe('documented schemas', () => {
  it('include the length limits of texts, URLs and IDs', () => {
    expect(named('NewLanding').properties).toMatchObject({
      name: { minLength: 1, maxLength: 160 },
      url: { maxLength: 2048, pattern: expect.stringContaining('://') },
      country: { pattern: '^[A-Za-z]{2}$' },
    });
    expect(named('NewTrafficSource').properties).toMatchObject({
      name: { minLength: 1, maxLength: 160 },
      clickIdParam: { anyOf: expect.arrayContaining([expect.objectContaining({ maxLength: 120 })]) },
      postbackUrl: { maxLength: 2048 },
    });
    expect(named('NewCampaign')).toMatchObject({
      required: ['name', 'trafficSourceId', 'destination'],
      properties: {
        trafficSourceId: { format: 'uuid' },
        cost: { default: { mode: 'none', amount: 0 } },
        destination: { properties: { mode: { const: 'use_rotator' } } },
      },
    });
    expect(named('CostMode').enum).toContain('revshare');
  });

  it('include the limits of lists in bodies and queries', () => {
    expect(named('BulkIds').properties?.['ids']).toMatchObject({
      minItems: 1,
      maxItems: 200,
      items: { format: 'uuid' },
    });
    const parameters = document.paths['/campaigns']?.get?.parameters ?? [];
    const find = (wanted: string) => parameters.find(({ name }) => name === wanted);
    expect(find('limit')?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 200, default: 100 });
    expect(find('ids')).toMatchObject({ style: 'form', explode: false, schema: { type: 'array' } });
    expect(find('includeArchived')?.schema).toMatchObject({ const: '1' });
  });

  it('are named and refer to each other', () => {
    for (const name of [
      'Campaign',
      'Landing',
      'Rotator',
      'RotatorPath',
      'RotatorRules',
      'GoalRule',
      'ConditionTree',
      'Error',
    ])
      expect(Object.keys(document.components.schemas)).toContain(name);
    expect(named('RotatorRule').properties?.['conditions']).toMatchObject({
      anyOf: [{ $ref: '#/components/schemas/ConditionTree' }, { type: 'null' }],
    });
  });
});

it('the OpenAPI document declares API key access everywhere and session access only for whoAmI', () => {
  expect(document.security).toEqual([{ key: [] }]);
  const others = described.filter(({ operation }) => operation.security !== undefined);
  expect(others.map(({ operation }) => [operation.operationId, operation.security])).toEqual([
    ['whoAmI', [{ key: [] }, { session: [] }, { plainSession: [] }]],
  ]);
  const used = described.flatMap(({ operation }) => (operation.security ?? []).flatMap(Object.keys));
  expect(Object.keys(document.components.securitySchemes)).toEqual([...new Set(used)]);
});

it('the OpenAPI document describes the conflict when a campaign is restored', () => {
  const answer = document.paths['/campaigns/restore']?.post?.responses[409];
  expect(JSON.stringify(answer)).toContain('"campaign rotator has no publishable default stream"');
});

it('the OpenAPI document contains the target of every reference', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, path]) => path);
  expect(references.length).toBeGreaterThan(100);
  for (const path of new Set(references)) {
    const target = (path ?? '')
      .slice(1)
      .split('/')
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
    expect(target, path).toBeDefined();
  }
});
