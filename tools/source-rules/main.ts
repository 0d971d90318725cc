/** Checks the sources of this repository. With --table, the program prints the allowed imports as Markdown instead. */
import { join } from 'node:path';
import { checks } from './check-sources.ts';
import { rulesTable } from './directions/rules-table.ts';
import { readRepository } from './reading/read-repository.ts';
import { describeViolation } from './violation.ts';

function checkRepository(): void {
  const repository = readRepository(join(import.meta.dirname, '..', '..'));
  const counts = checks.map(({ name, check }) => {
    const violations = check(repository);
    for (const violation of violations) process.stdout.write(`${describeViolation(violation)}\n`);
    return { name, count: violations.length };
  });
  for (const { name, count } of counts.filter((one) => one.count > 0)) {
    process.stdout.write(`${name}: ${count} ${count === 1 ? 'violation' : 'violations'}\n`);
  }
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  process.stdout.write(`${repository.sources.length} files checked, ${total} violations\n`);
  // The check must fail if it finds no files.
  process.exitCode = total > 0 || repository.sources.length === 0 ? 1 : 0;
}

if (process.argv.includes('--table')) process.stdout.write(`${rulesTable()}\n`);
else checkRepository();
