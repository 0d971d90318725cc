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

it.each(operations.map(({ operationId }) => operationId))(
  'buildClient generates the method %s',
  (operationId) => {
    expect(client).toMatch(new RegExp(`\\n${operationId}\\(.*\\): Promise<`));
  },
);

it('buildClient generates a type for every schema without hiding the global Error', () => {
  for (const name of Object.keys(document.components.schemas).filter((one) => one !== 'Error'))
    expect(client).toContain(`export type ${name} = `);
  expect(client).toContain('export type ErrorEnvelope = ');
  expect(client).not.toContain('export type Error =');
});

it('buildClient generates methods that take the ID, the body and the options in this order', () => {
  expect(client).toContain('updateLanding(id: string, body: LandingChange, options: CallOptions = {})');
  expect(client).toContain('query?: ListLandingsQuery | undefined');
});

it('buildClient copies the runtime below its marker line and fails without the marker', () => {
  expect(client.match(/type ErrorCode =/g)).toHaveLength(1);
  expect(client).not.toContain('export async function send');
  expect(() => buildClient(document, 'export {};')).toThrow('the runtime must contain exactly one');
});

describe('the panel client', () => {
  const forPanel = buildClient(
    buildPanelDocument([...panelOperations, ...panelDownloads]),
    runtime,
    panelClient,
  );

  it.each(panelOperations.map(({ operationId }) => operationId))('generates the method %s', (operationId) => {
    expect(forPanel).toContain(`\n${operationId}(`);
  });

  it('uses the session cookie and no token', () => {
    expect(forPanel).toContain("credentials: 'same-origin'");
    expect(forPanel).toContain('createWaypostPanelClient');
    expect(forPanel).not.toContain('Bearer');
  });

  it('takes an idempotency key where documented', () => {
    expect(forPanel).toContain('createCost(body: CostEntryInput, options: CallOptions & OnceOptions = {})');
    expect(forPanel).toContain('listOffers(options: CallOptions & {');
  });

  it('returns URLs for files, and downloads files that are requested with a body', () => {
    expect(forPanel).toContain('exportEventsAddress(options: { query: ExportEventsQuery }): string {');
    expect(forPanel).toMatch(/exportReportDefinition\(body: \w+, options: .*\): Promise<Blob> \{/);
    expect(client).not.toContain('sendForFile');
  });

  it('takes an argument for each path parameter', () => {
    expect(forPanel).toContain('getRotatorVersion(id: string, version: number,');
  });

  it('takes the workspace from the options', () => {
    expect(forPanel).toContain('`/workspaces/${encodeURIComponent(this.#workspaceId)}/offers`');
    expect(forPanel).toContain("path: '/me'");
    expect(forPanel).not.toContain('(workspaceId: string');
  });
});
