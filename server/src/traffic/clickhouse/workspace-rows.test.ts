import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

// Each of these reads or writes rows by the ids of visits, offers, paths or batches that were found with their workspace,
// or joins rows of one workspace only.
const knowing = [
  'complete-clicks.ts',
  'count-for-caps.ts',
  'erase-visits.ts',
  'find-visits.ts',
  'has-rows.ts',
  'insert-batch.ts',
  'insert-clicks.ts',
  'shorten-retention.ts',
  'spread-cost.ts',
  'workspace-rows.ts',
];

it('only the listed files name the events table; all other queries filter by workspace', () => {
  const source = join(import.meta.dirname, '..', '..');
  const files = globSync('**/*.ts', { cwd: source, exclude: ['testing/**', '**/*.test.ts'] });
  const naming = files.filter((file) =>
    /\b(?:FROM|INTO|TABLE|JOIN) events\b/.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(naming.map((file) => basename(file)).toSorted()).toEqual(knowing);
});
