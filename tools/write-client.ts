import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { operations } from '../server/src/http/api-v1/operations/index.ts';
import { buildOpenApiDocument, buildPanelDocument } from '../server/src/http/openapi/build-document.ts';
import { panelDownloads } from '../server/src/http/panel-api/downloads.ts';
import { panelOperations } from '../server/src/http/panel-api/operations/index.ts';
import { buildClient, panelClient } from './client/build-client.ts';

const root = join(import.meta.dirname, '..');

type WrittenClient = { file: string; text: string };

/** Generates both clients from the operations that the server registers. */
export async function writeClients(): Promise<WrittenClient[]> {
  const runtime = readFileSync(join(import.meta.dirname, 'client', 'runtime.ts'), 'utf8');
  return [
    await tidy('client/waypost-client.ts', buildClient(buildOpenApiDocument(operations), runtime)),
    await tidy(
      'client/waypost-panel-client.ts',
      buildClient(buildPanelDocument([...panelOperations, ...panelDownloads]), runtime, panelClient),
    ),
  ];
}

async function tidy(file: string, text: string): Promise<WrittenClient> {
  const settings = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
  const { code, errors } = await format(file, text, settings);
  if (errors.length > 0) throw new Error(`cannot format ${file}: ${JSON.stringify(errors)}`);
  return { file, text: code };
}
