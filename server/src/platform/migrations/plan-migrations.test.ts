import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OperatorError } from '../operator-error.ts';
import { planMigrations, type AppliedMigration } from './plan-migrations.ts';
import type { Migration } from './read-migrations.ts';

const known = [1, 2, 3, 4].map((version) => makeMigration(version));

function makeMigration(version: number): Migration {
  return { version, name: `step_${version}`, sql: `SELECT ${version};`, checksum: `sum-${version}` };
}

function applied(...versions: number[]): AppliedMigration[] {
  return versions.map((version) => ({ version, name: `step_${version}`, checksum: `sum-${version}` }));
}

function refusal(history: AppliedMigration[], files = known): OperatorError {
  try {
    planMigrations('PostgreSQL', history, files);
  } catch (error) {
    if (error instanceof OperatorError) return error;
    throw error;
  }
  throw new Error('the history was accepted');
}

describe('planMigrations', () => {
  it('plans everything for an empty database, in order', () => {
    expect(planMigrations('PostgreSQL', [], known)).toEqual(known);
  });

  it('plans exactly what follows the last applied one, in whichever order the history comes', () => {
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

  it('plans nothing when all are applied, or when there are none', () => {
    expect(planMigrations('PostgreSQL', applied(1, 2, 3, 4), known)).toEqual([]);
    expect(planMigrations('PostgreSQL', [], [])).toEqual([]);
  });

  it('reads a line that a crash left twice as one', () => {
    expect(planMigrations('ClickHouse', applied(1, 1, 2, 2), known)).toEqual(known.slice(2));
  });

  it('refuses a schema that a newer Waypost wrote, and says which versions meet', () => {
    const error = refusal(applied(1, 2, 3, 4, 5, 6));
    expect(error.reason).toBe('dataDirectory');
    expect(error.message).toMatch(/^the PostgreSQL schema was written by a newer Waypost/);
    expect(error.message).toContain('version 6, this one knows 4');
    expect(refusal(applied(1), []).message).toContain('version 1, this one knows 0');
  });

  it('calls it newer, not edited, also when an older migration differs', () => {
    const history = applied(1, 2, 3, 4, 5).map((migration) => ({ ...migration, checksum: 'other' }));
    expect(refusal(history).message).toContain('newer Waypost');
  });

  it('refuses a migration that was edited after it was applied, and names it', () => {
    const history = applied(1, 2, 3).map((migration) =>
      migration.version === 2 ? { ...migration, checksum: 'other' } : migration,
    );
    const error = refusal(history);
    expect(error.reason).toBe('dataDirectory');
    expect(error.message).toContain('migration 2 (step_2) was applied with another text');
  });

  it('refuses a number that no file can have', () => {
    expect(refusal(applied(0, 1)).message).toContain('migration 0 (step_0)');
  });

  it('refuses a history with a gap, and names what is missing', () => {
    const error = refusal(applied(1, 3));
    expect(error.reason).toBe('dataDirectory');
    expect(error.message).toContain('history lacks migration 2 (step_2) although later ones were applied');
  });

  it('accepts a history only where it is the beginning of the files', () => {
    fc.assert(
      fc.property(fc.subarray([1, 2, 3, 4, 5]), (versions) => {
        const isBeginning = versions.every((version, index) => version === index + 1) && versions.length <= 4;
        if (isBeginning)
          expect(planMigrations('ClickHouse', applied(...versions), known)).toEqual(
            known.slice(versions.length),
          );
        else expect(refusal(applied(...versions)).message).toMatch(/Nothing was changed\.$/);
      }),
    );
  });
});
