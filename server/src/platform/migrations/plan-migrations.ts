import { OperatorError } from '../operator-error.ts';
import type { Migration } from './read-migrations.ts';

export type AppliedMigration = { version: number; name: string; checksum: string };

/** Returns the pending migrations. Throws if the history does not match the files. */
export function planMigrations(engine: string, applied: AppliedMigration[], known: Migration[]): Migration[] {
  const latest = known.at(-1)?.version ?? 0;
  const newest = Math.max(0, ...applied.map((migration) => migration.version));
  if (newest > latest) {
    throw new OperatorError(
      'dataDirectory',
      `the ${engine} schema was written by a newer Waypost (version ${newest}, but this version supports only up to ${latest}); start the newer version again or restore a backup. Nothing was changed.`,
    );
  }
  for (const migration of applied) {
    const file = known[migration.version - 1];
    if (file?.checksum === migration.checksum) continue;
    throw new OperatorError(
      'dataDirectory',
      `the ${engine} migration ${migration.version} (${migration.name}) was applied with different content; restore the original file and add a new migration instead. Nothing was changed.`,
    );
  }
  const versions = new Set(applied.map((migration) => migration.version));
  const pending = known.filter((migration) => !versions.has(migration.version));
  const gap = pending.find((migration) => migration.version < newest);
  if (gap !== undefined) {
    throw new OperatorError(
      'dataDirectory',
      `the ${engine} history is missing migration ${gap.version} (${gap.name}) although later ones were applied; restore a backup. Nothing was changed.`,
    );
  }
  return pending;
}
