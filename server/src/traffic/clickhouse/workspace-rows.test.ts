import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

// These files do not filter by workspace themselves: they read or write rows by the IDs of visits, offers, paths or
// batches that were looked up with their workspace, join only rows from one workspace, or sum or
// copy the rows of all workspaces for backups and moves.
const allowedFiles = [
  'complete-clicks.ts',
  'count-for-caps.ts',
  'distribute-cost.ts',
  'erase-visits.ts',
  'fence.ts',
  'find-visits.ts',
  'has-rows.ts',
  'insert-batch.ts',
  'insert-clicks.ts',
  'server-copy.ts',
  'set-up-shards.ts',
  'shorten-retention.ts',
  'summarize-days.ts',
  'workspace-rows.ts',
];

it('only the listed files contain queries of the events table; all others use the workspace filter', () => {
  const source = join(import.meta.dirname, '..', '..');
  const files = globSync('**/*.ts', { cwd: source, exclude: ['testing/**', '**/*.test.ts'] });
  const filesWithTable = files.filter((file) =>
    /\b(?:FROM|INTO|TABLE|JOIN) events\b/.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(filesWithTable.map((file) => basename(file)).toSorted()).toEqual(allowedFiles);
});
