import { errorCodes } from '@waypost/contract/api/error-codes.ts';
import { describe, expect, it } from 'vitest';
import { findInvalidTimestamps } from '../../testing/http/find-invalid-timestamps.ts';
import { needsReason } from '../../testing/http/require-reason.ts';
import { makeSchemaChecker } from '../../testing/http/schema-checker.ts';
import { panelDownloads, type PanelDownload } from '../panel-api/downloads.ts';
import type { PanelOperation } from '../panel-api/operation.ts';
import { panelOperations } from '../panel-api/operations/index.ts';
import { buildPanelDocument } from './build-document.ts';
import { listAnswers, listOperations, type JsonSchema, type PlacedOperation } from './document.ts';
import { canBeForbidden } from './panel-style.ts';

const served = [...panelOperations, ...panelDownloads];
const document = buildPanelDocument(served);
const check = makeSchemaChecker(document);
const described = listOperations(document);
const byName = described.map((one) => [one.operation.operationId, one] as const);

function sourceOf({ operation: { operationId } }: PlacedOperation): PanelOperation | PanelDownload {
  const found = served.find((operation) => operation.operationId === operationId);
  if (found === undefined) throw new Error(`${operationId} is served by nothing`);
  return found;
}

it('the panel API document describes every operation once with a unique ID and path', () => {
  expect(described).toHaveLength(served.length);
  expect(new Set(byName.map(([name]) => name)).size).toBe(served.length);
});

it('the panel API document requires a session', () => {
  expect(document.info.title).toBe('Waypost panel API');
  expect(document.servers).toEqual([{ url: '/panel/api' }]);
  expect(Object.values(document.components.securitySchemes)).toMatchObject([
    { in: 'cookie', name: '__Host-waypost' },
    { in: 'cookie', name: 'waypost' },
  ]);
  expect(Object.keys(document.components.responses)).toContain('RateLimited');
});

describe.each(byName)('%s', (_, placed) => {
  const { operation } = placed;
  const source = sourceOf(placed);

  it('has a request example that matches its schemas', () => {
    for (const { example, schema, in: location } of operation.parameters) {
      if (location === 'path') expect(example).toBeDefined();
      if (example !== undefined) expect(check(schema, example)).toEqual([]);
    }
    if (source.query !== undefined)
      expect(source.query.safeParse(source.example.query ?? {}).error).toBeUndefined();
    const content = operation.requestBody?.content['application/json'];
    for (const { value } of Object.values(content?.examples ?? {})) {
      expect(check(content?.schema ?? {}, value)).toEqual([]);
      expect(source.body?.safeParse(value).error).toBeUndefined();
    }
  });

  it.each(listAnswers(document, operation))(
    'has an example that matches its schema for status %i',
    (status, answer) => {
      const { schema, examples } = answer.content['application/json'];
      expect(Object.keys(examples)).not.toEqual([]);
      const canWait = status === 429 || status === 503 || (status === 409 && source.once !== undefined);
      expect(Object.keys(answer.headers).includes('retry-after')).toBe(canWait);
      for (const { value } of Object.values(examples)) {
        expect(check(schema, value)).toEqual([]);
        const { error } = value as { error?: { code: keyof typeof errorCodes } };
        expect(error === undefined ? (source.status ?? 200) : errorCodes[error.code].status).toBe(status);
      }
    },
  );

  it('has an example with timestamps in ISO 8601 with an offset', () => {
    expect(findInvalidTimestamps(source.example.data)).toEqual([]);
  });

  const refusals = listAnswers(document, operation).filter(([status]) => needsReason(status));
  it.each(refusals)('has a machine-readable reason for status %i', (_status, answer) => {
    for (const [name, { value }] of Object.entries(answer.content['application/json'].examples)) {
      const { error } = value as { error: { details: { reason?: string } } };
      expect(error.details.reason, name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    }
  });

  it('lists all errors that it can return', () => {
    const statuses = listAnswers(document, operation).map(([status]) => status);
    expect(statuses).toEqual(expect.arrayContaining([400, 500, 503]));
    expect(statuses.includes(401)).toBe(
      source.access !== 'anyone' || source.errors?.UNAUTHORIZED !== undefined,
    );
    expect(statuses.includes(403)).toBe(canBeForbidden(source) || source.errors?.FORBIDDEN !== undefined);
    expect(statuses.includes(413)).toBe(source.method !== 'GET');
    expect(statuses.includes(402)).toBe(source.errors?.BILLING_REQUIRED !== undefined);
    expect(statuses.includes(429)).toBe(
      source.access !== 'anyone' || source.errors?.RATE_LIMITED !== undefined,
    );
    if (/\{\w+\}|\/restore$/.test(placed.path)) expect(statuses).toContain(404);
    expect(operation.security).toEqual(source.access === 'anyone' ? [] : undefined);
  });
});

it('the panel API document names schemas, because clients use them as types', () => {
  const named: JsonSchema[] = [
    'Offer',
    'NewOffer',
    'AffiliateNetwork',
    'Domain',
    'TrafficSource',
    'ApiKey',
    'AuditPage',
  ].map((name) => document.components.schemas[name] ?? {});
  for (const schema of named) expect(Object.keys(schema.properties ?? {})).not.toEqual([]);
});

it('the panel API document puts exactly the operations that need a permission under a workspace path', () => {
  for (const placed of described) {
    const isPersonal = ['anyone', 'signed-in'].includes(sourceOf(placed).access);
    expect(placed.path.startsWith('/workspaces/{workspaceId}/')).toBe(!isPersonal);
    const names = placed.operation.parameters.map(({ name }) => name);
    expect(names.includes('workspaceId')).toBe(!isPersonal);
  }
});

it('the panel API document names each permission in the description and as x-permission', () => {
  const known = document.components.schemas['Permission']?.enum;
  for (const placed of described) {
    const { access } = sourceOf(placed);
    const needed = access === 'anyone' || access === 'signed-in' ? undefined : access;
    expect(placed.operation['x-permission']).toBe(needed);
    if (needed === undefined) continue;
    expect(placed.operation.description).toContain(`\`${needed}\``);
    expect(known).toContain(needed);
  }
});

it('the panel API document describes version numbers as integers', () => {
  const { parameters } =
    document.paths['/workspaces/{workspaceId}/rotators/{id}/versions/{version}']?.get ?? {};
  expect(parameters?.find(({ name }) => name === 'version')).toMatchObject({
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  });
});

it('the panel API document contains the target of every reference', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, path]) => path);
  for (const path of new Set(references)) {
    const target = (path ?? '')
      .slice(1)
      .split('/')
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
    expect(target, path).toBeDefined();
  }
});
