import { expect, it } from 'vitest';
import { checkMigrations } from './check-migrations.ts';

const postgres = (name: string) => `server/migrations/postgres/${name}.sql`;

it('checkMigrations accepts numbers without gaps, separately for each folder', () => {
  expect(
    checkMigrations([
      postgres('0002_b'),
      postgres('0001_a'),
      'server/migrations/clickhouse/0001_a.sql',
      'server/migrations/README.md',
    ]),
  ).toEqual([]);
});

it('checkMigrations reports two migrations with the same number in one folder', () => {
  expect(checkMigrations([postgres('0002_c'), postgres('0001_a'), postgres('0002_b')])).toEqual([
    {
      file: postgres('0002_c'),
      line: 1,
      rule: 'migration-number',
      message: `has the same number as ${postgres('0002_b')}: give the newer one the next free number`,
    },
  ]);
});

it('checkMigrations reports a gap once', () => {
  expect(checkMigrations([postgres('0001_a'), postgres('0003_c'), postgres('0004_d')])).toMatchObject([
    { file: postgres('0003_c'), message: 'leaves a gap: the number after 1 is 2' },
  ]);
});
