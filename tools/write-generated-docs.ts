/**
 * Writes the generated parts of the documentation, the API clients and the files of the service. With --check, the program only reports outdated
 * files.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configTable } from '../server/src/config/describe-config.ts';
import { buildScript, buildSettings, buildSocket, buildUnit } from '../server/src/config/service-files.ts';
import { dimensionsTable, metricsTable } from './report-tables.ts';
import { rulesTable } from './source-rules/directions/rules-table.ts';
import { writeClients } from './write-client.ts';

const documents = [
  { file: 'docs/configuration.md', marker: 'variables', text: configTable() },
  { file: 'docs/import-directions.md', marker: 'import-directions', text: rulesTable() },
  { file: 'docs/reports.md', marker: 'metrics', text: metricsTable() },
  { file: 'docs/reports.md', marker: 'dimensions', text: dimensionsTable() },
];

const isCheck = process.argv.includes('--check');
let stale = 0;

function put(file: string, rewrite: (before: string) => string): void {
  const path = join(import.meta.dirname, '..', file);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const after = rewrite(before);
  if (after === before) return;
  stale += 1;
  if (isCheck) process.stdout.write(`${file} is outdated: run npm run docs\n`);
  else writeFileSync(path, after);
}

for (const { file, marker, text } of documents) {
  put(file, (before) => {
    const [begin, end] = [`<!-- generated: ${marker} -->`, `<!-- end: ${marker} -->`];
    const [head, tail] = [before.split(begin)[0], before.split(end)[1]];
    if (head === undefined || tail === undefined) throw new Error(`${file} lacks the markers for ${marker}`);
    return `${head}${begin}\n\n<!-- prettier-ignore-start -->\n${text}\n<!-- prettier-ignore-end -->\n\n${end}${tail}`;
  });
}
for (const { file, text } of await writeClients()) put(file, () => text);
put('deploy/waypost.service', () => buildUnit());
put('deploy/waypost.socket', () => buildSocket());
put('deploy/waypost', buildScript);
put('deploy/environment', buildSettings);
process.exitCode = isCheck && stale > 0 ? 1 : 0;
