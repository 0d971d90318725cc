import { OperatorError } from '../operator-error.ts';
import { version as ownVersion } from '../version.ts';
import type { Migration } from './read-migrations.ts';
import { isOlder, requiredVersion } from './required-version.ts';

export type AppliedMigration = { version: number; name: string; checksum: string };

/** The migration history does not match the files. `waypost migrate` cannot fix this. */
export class HistoryError extends OperatorError {
  readonly problem: string;
  readonly fix: string;

  constructor(problem: string, fix: string) {
    super('dataDirectory', `${problem}. ${fix} Nothing was changed.`);
    this.problem = problem;
    this.fix = fix;
  }
}

/**
 * Returns the pending migrations. Throws if the history does not match the files. Accepts migrations of newer versions
 * that this version tolerates.
 */
export function planMigrations(
  engine: string,
  applied: AppliedMigration[],
  known: Migration[],
  waypostVersion = ownVersion,
): Migration[] {
  requireReleasedHistory(engine, applied, known);
  const latest = known.at(-1)?.version ?? 0;
  const newest = Math.max(0, ...applied.map((migration) => migration.version));
  const newer = applied.filter(({ version }) => version > latest);
  requireTolerated(engine, newer, waypostVersion);
  for (const migration of applied.filter((one) => !newer.includes(one))) {
    const file = known[migration.version - 1];
    if (file?.checksum === migration.checksum) continue;
    throw new HistoryError(
      `the ${engine} migration ${migration.version} (${migration.name}) was applied with different content`,
      'Restore the original file and add a new migration instead.',
    );
  }
  const versions = new Set(applied.map((migration) => migration.version));
  const pending = known.filter((migration) => !versions.has(migration.version));
  const gap = pending.find((migration) => migration.version < newest);
  if (gap !== undefined) {
    throw new HistoryError(
      `the ${engine} history is missing migration ${gap.version} (${gap.name}), although later migrations were applied`,
      'Restore a backup.',
    );
  }
  return pending;
}

function requireTolerated(engine: string, newer: AppliedMigration[], waypostVersion: string): void {
  for (const { version, name } of newer) {
    const required = requiredVersion(name);
    if (required === undefined || !isOlder(waypostVersion, required)) continue;
    throw new HistoryError(
      `the ${engine} schema was written by a newer Waypost, and its migration ${version} (${name}) requires Waypost ${required} or newer, not ${waypostVersion}`,
      'Start the newer version again, or restore a backup.',
    );
  }
}

// Rejects schemas of development versions before 0.9.0, whose first migration has a different name. All their
// migrations have since been replaced.
function requireReleasedHistory(engine: string, applied: AppliedMigration[], known: Migration[]): void {
  const first = applied.find(({ version }) => version === 1);
  if (first === undefined || known[0] === undefined || first.name === known[0].name) return;
  throw new HistoryError(
    `the ${engine} schema was created by a development version of Waypost before 0.9.0 and cannot be upgraded`,
    'Use an empty database or a new data directory (WAYPOST_DATA_DIR). To keep the configuration, export it with the old version (`waypost export`) and import it with this one. The data directory of a demo can be deleted.',
  );
}
