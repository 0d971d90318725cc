/** Checks who imports whom in this repository; with --table it prints the rules as Markdown instead. */
import { join } from 'node:path';
import { checkImports } from './check-imports.ts';
import { readRepository } from './read-repository.ts';
import { rulesTable } from './rules-table.ts';

function checkRepository(): void {
  const { files, assets } = readRepository(join(import.meta.dirname, '..', '..'));
  const violations = checkImports(files, assets);
  for (const { file, line, rule, message } of violations) {
    process.stdout.write(`${file}:${line}  ${rule}: ${message}\n`);
  }
  process.stdout.write(`${files.length} files checked, ${violations.length} violations\n`);
  // A listing that comes back empty must not pass for a clean tree.
  process.exitCode = violations.length > 0 || files.length === 0 ? 1 : 0;
}

if (process.argv.includes('--table')) process.stdout.write(`${rulesTable()}\n`);
else checkRepository();
