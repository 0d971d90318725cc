/** Checks the sources of this repository; with --table it prints who may import whom as Markdown instead. */
import { join } from 'node:path';
import { checks } from './check-sources.ts';
import { rulesTable } from './directions/rules-table.ts';
import { readRepository } from './reading/read-repository.ts';
import { describeViolation } from './violation.ts';

function checkRepository(): void {
  const { sources, assets } = readRepository(join(import.meta.dirname, '..', '..'));
  const counts = checks.map(({ what, check }) => {
    const violations = check(sources, assets);
    for (const violation of violations) process.stdout.write(`${describeViolation(violation)}\n`);
    return { what, count: violations.length };
  });
  for (const { what, count } of counts.filter((one) => one.count > 0)) {
    process.stdout.write(`${what}: ${count} ${count === 1 ? 'violation' : 'violations'}\n`);
  }
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  process.stdout.write(`${sources.length} files checked, ${total} violations\n`);
  // A listing that comes back empty must not pass for a clean tree.
  process.exitCode = total > 0 || sources.length === 0 ? 1 : 0;
}

if (process.argv.includes('--table')) process.stdout.write(`${rulesTable()}\n`);
else checkRepository();
