import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { operations } from '../../server/src/http/api-v1/routes.ts';
import { buildOpenApiDocument } from '../../server/src/http/openapi/build-document.ts';
import { buildClient } from './build-client.ts';

const document = buildOpenApiDocument(operations);
const runtime = readFileSync(join(import.meta.dirname, 'runtime.ts'), 'utf8');
const client = buildClient(document, runtime);

it.each(operations.map(({ operationId }) => operationId))('%s is a method', (operationId) => {
  expect(client).toMatch(new RegExp(`\\n${operationId}\\(.*\\): Promise<`));
});

it('every shape is a type, and the error of the API does not hide that of the language', () => {
  for (const name of Object.keys(document.components.schemas).filter((one) => one !== 'Error'))
    expect(client).toContain(`export type ${name} = `);
  expect(client).toContain('export type ErrorEnvelope = ');
  expect(client).not.toContain('export type Error =');
});

it('methods take the id, the body and the options in this order', () => {
  expect(client).toContain('updateLanding(id: string, body: LandingChange, options: CallOptions = {})');
  expect(client).toContain('query?: ListLandingsQuery | undefined');
});

it('the runtime is taken from below its line, and without a line nothing is written', () => {
  expect(client.match(/type ErrorCode =/g)).toHaveLength(1);
  expect(client).not.toContain('export async function send');
  expect(() => buildClient(document, 'export {};')).toThrow('the runtime has no line');
});
