import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { operations } from './api-v1/operations/index.ts';
import { panelDownloads } from './panel-api/downloads.ts';
import { panelOperations } from './panel-api/operations/index.ts';

const docs = join(import.meta.dirname, '../../../docs');

/** Shortens a path the way the documentation does: without the workspace, and with a placeholder for each parameter. */
function shorten(path: string): string {
  return path.replace('/workspaces/{workspaceId}', '').replaceAll(/\{\w+\}|\b(?:ID|N)\b/g, '*');
}

const served = new Set(
  [...operations, ...panelOperations, ...panelDownloads].map(
    ({ method, path }) => `${method.toUpperCase()} ${shorten(path)}`,
  ),
);
/** Requests that are not checked: full paths, and requests to the edge, the agent endpoint and the proxy check. */
const others = /^\w+ \/(?:c|e|v|go|internal|oauth|mcp|\.well-known|panel\/api|api\/v1)\b/;
const requests = globSync('{*,guide/*}.md', { cwd: docs }).flatMap((page) =>
  [...readFileSync(join(docs, page), 'utf8').matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?]+)[`?]/g)]
    .map(([, request = '']) => [page, request] as const)
    .filter(([, request]) => !others.test(request)),
);

it('the documentation contains requests to check', () => {
  expect(requests.length).toBeGreaterThan(50);
});

it.each(requests)('%s: %s is served by an API', (_, request) => {
  expect([...served]).toContain(shorten(request));
});
