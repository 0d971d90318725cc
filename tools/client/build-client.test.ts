import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../../server/src/http/api-v1/operations/index.ts';
import { buildOpenApiDocument, buildPanelDocument } from '../../server/src/http/openapi/build-document.ts';
import { panelDownloads } from '../../server/src/http/panel-api/downloads.ts';
import { panelOperations } from '../../server/src/http/panel-api/operations/index.ts';
import { buildClient, panelClient } from './build-client.ts';

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
  expect(() => buildClient(document, 'export {};')).toThrow('the runtime must contain exactly one');
});

describe('the client of the panel', () => {
  const forPanel = buildClient(
    buildPanelDocument([...panelOperations, ...panelDownloads]),
    runtime,
    panelClient,
  );

  it.each(panelOperations.map(({ operationId }) => operationId))('%s is a method', (operationId) => {
    expect(forPanel).toContain(`\n${operationId}(`);
  });

  it('lets the browser add its cookie, and knows nothing of tokens', () => {
    expect(forPanel).toContain("credentials: 'same-origin'");
    expect(forPanel).toContain('createWaypostPanelClient');
    expect(forPanel).not.toContain('Bearer');
  });

  it('makes things once where the description says so', () => {
    expect(forPanel).toContain('createCost(body: CostEntryInput, options: CallOptions & OnceOptions = {})');
    expect(forPanel).toContain('listOffers(options: CallOptions & {');
  });

  it('has addresses of files, and asks for those whose question is in a body', () => {
    expect(forPanel).toContain('exportEventsAddress(options: { query: ExportEventsQuery }): string {');
    expect(forPanel).toMatch(/exportReportDefinition\(body: \w+, options: .*\): Promise<Blob> \{/);
    expect(client).not.toContain('sendForFile');
  });

  it('takes each part of a path by its name', () => {
    expect(forPanel).toContain('getRotatorVersion(id: string, version: number,');
  });

  it('takes the workspace once, and puts it before what belongs to one', () => {
    expect(forPanel).toContain('`/workspaces/${encodeURIComponent(this.#workspaceId)}/offers`');
    expect(forPanel).toContain("path: '/me'");
    expect(forPanel).not.toContain('(workspaceId: string');
  });
});
