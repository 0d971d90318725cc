/** Writes the parts of the documentation that the code knows best; with --check it only says whether they are current. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configTable } from '../server/src/config/describe-config.ts';
import { rulesTable } from './import-directions/rules-table.ts';

const documents = [
  { file: 'docs/configuration.md', marker: 'variables', text: configTable() },
  { file: 'docs/import-directions.md', marker: 'import-directions', text: rulesTable() },
];

let stale = 0;
for (const { file, marker, text } of documents) {
  const path = join(import.meta.dirname, '..', file);
  const before = readFileSync(path, 'utf8');
  const [begin, end] = [`<!-- generated: ${marker} -->`, `<!-- end: ${marker} -->`];
  const [head, tail] = [before.split(begin)[0], before.split(end)[1]];
  if (head === undefined || tail === undefined) throw new Error(`${file} lacks the markers for ${marker}`);
  const after = `${head}${begin}\n\n<!-- prettier-ignore-start -->\n${text}\n<!-- prettier-ignore-end -->\n\n${end}${tail}`;
  if (after === before) continue;
  stale += 1;
  if (process.argv.includes('--check')) process.stdout.write(`${file} is not current: run npm run docs\n`);
  else writeFileSync(path, after);
}
process.exitCode = process.argv.includes('--check') && stale > 0 ? 1 : 0;
