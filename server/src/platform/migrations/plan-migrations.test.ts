import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HistoryError, planMigrations, type AppliedMigration } from './plan-migrations.ts';
import type { Migration } from './read-migrations.ts';

const known = [1, 2, 3, 4].map((version) => makeMigration(version));

function makeMigration(version: number): Migration {
  return { version, name: `step_${version}`, sql: `SELECT ${version};`, checksum: `sum-${version}` };
}

function applied(...versions: number[]): AppliedMigration[] {
  return versions.map((version) => ({ version, name: `step_${version}`, checksum: `sum-${version}` }));
}

function contract(version: number, name: string): AppliedMigration {
  return { version, name, checksum: `sum-${version}` };
}

function rejection(history: AppliedMigration[], files = known): HistoryError {
  try {
    planMigrations('PostgreSQL', history, files);
  } catch (error) {
    if (error instanceof HistoryError) return error;
    throw error;
  }
  throw new Error('the history was accepted');
}

describe('planMigrations', () => {
  it('returns all migrations in order for an empty database', () => {
    expect(planMigrations('PostgreSQL', [], known)).toEqual(known);
  });

  it('returns the migrations after the last applied one, whatever the order of the history', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.infiniteStream(fc.nat()), (done, keys) => {
        const history = applied(...known.slice(0, done).map(({ version }) => version));
        const shuffled = history
          .map((migration) => ({ migration, key: keys.next().value }))
          .toSorted((left, right) => left.key - right.key)
          .map(({ migration }) => migration);
        expect(planMigrations('PostgreSQL', shuffled, known)).toEqual(known.slice(done));
      }),
    );
  });

  it('returns nothing if all migrations are applied or none exist', () => {
    expect(planMigrations('PostgreSQL', applied(1, 2, 3, 4), known)).toEqual([]);
    expect(planMigrations('PostgreSQL', [], [])).toEqual([]);
  });

  it('accepts duplicate lines in the history', () => {
    expect(planMigrations('ClickHouse', applied(1, 1, 2, 2), known)).toEqual(known.slice(2));
  });

  it('accepts migrations of a newer version that only add', () => {
    expect(planMigrations('PostgreSQL', applied(1, 2, 3, 4, 5, 6), known)).toEqual([]);
    expect(planMigrations('PostgreSQL', applied(1), [])).toEqual([]);
  });

  it('accepts a migration of a newer version that requires this version or an older one', () => {
    const history = [...applied(1, 2, 3, 4), contract(5, 'requires_0_1_0_drop_column')];
    expect(planMigrations('PostgreSQL', history, known)).toEqual([]);
  });

  it('rejects a migration of a newer version that requires a newer version, and names it', () => {
    const error = rejection([...applied(1, 2, 3, 4), contract(5, 'requires_99_0_0_drop_column')]);
    expect(error.reason).toBe('dataDirectory');
    expect(error.message).toMatch(/^the PostgreSQL schema was written by a newer Waypost/);
    expect(error.message).toContain(
      'migration 5 (requires_99_0_0_drop_column) requires Waypost 99.0.0 or newer',
    );
  });

  it('rejects the history of a development version before 0.9.0 and says what to do', () => {
    const history = applied(1, 2, 3, 4, 5, 6).map((migration) => ({
      ...migration,
      name: `old_${migration.version}`,
    }));
    const error = rejection(history);
    expect(error.reason).toBe('dataDirectory');
    expect(error.message).toMatch(
      /^the PostgreSQL schema was created by a development version of Waypost before 0\.9\.0/,
    );
    expect(error.message).toContain('WAYPOST_DATA_DIR');
    expect(error.message).toContain('`waypost export`');
    expect(error.message).toBe(`${error.problem}. ${error.fix} Nothing was changed.`);
    expect(rejection(history.slice(0, 1)).message).toBe(error.message);
  });

  it('reports a newer schema even if migrations were also edited', () => {
    const history = [...applied(1, 2, 3, 4), contract(5, 'requires_99_0_0_drop_column')].map((migration) => ({
      ...migration,
      checksum: 'other',
    }));
    expect(rejection(history).message).toContain('newer Waypost');
  });

  it('rejects a migration that was edited after it was applied, and names it', () => {
    const history = applied(1, 2, 3).map((migration) =>
      migration.version === 2 ? { ...migration, checksum: 'other' } : migration,
    );
    const error = rejection(history);
    expect(error.reason).toBe('dataDirectory');
    expect(error.message).toContain('migration 2 (step_2) was applied with different content');
  });

  it('rejects an impossible version number', () => {
    expect(rejection(applied(0, 1)).message).toContain('migration 0 (step_0)');
  });

  it('rejects a gap in the history and names the missing migration', () => {
    const error = rejection(applied(1, 3));
    expect(error.reason).toBe('dataDirectory');
    expect(error.message).toContain(
      'history is missing migration 2 (step_2), although later migrations were applied',
    );
  });

  it('accepts a history only if it is a prefix of the files, or contains all of them', () => {
    fc.assert(
      fc.property(fc.subarray([1, 2, 3, 4, 5]), (versions) => {
        const isPrefix = versions.every((version, index) => version === index + 1);
        if (isPrefix)
          expect(planMigrations('ClickHouse', applied(...versions), known)).toEqual(
            known.slice(versions.length),
          );
        else expect(rejection(applied(...versions)).message).toMatch(/Nothing was changed\.$/);
      }),
    );
  });
});
