import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { operations } from '../server/src/http/api-v1/routes.ts';
import { buildOpenApiDocument } from '../server/src/http/openapi/build-document.ts';
import { buildClient } from './client/build-client.ts';

export const clientFile = 'client/waypost-client.ts';

/** The client as it has to be for the operations that are served. */
export async function writeClient(): Promise<string> {
  const root = join(import.meta.dirname, '..');
  const runtime = readFileSync(join(import.meta.dirname, 'client', 'runtime.ts'), 'utf8');
  const filepath = join(root, clientFile);
  return await format(buildClient(buildOpenApiDocument(operations), runtime), {
    ...(await resolveConfig(filepath)),
    filepath,
  });
}
