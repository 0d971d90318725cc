import type { Violation } from './violation.ts';

const migration = /^(server\/migrations\/[^/]+)\/(\d+)_[^/]+\.sql$/;

/**
 * Reports gaps and duplicates in migration numbers. Two branches can add migrations with the same number without a
 * merge conflict.
 */
export function checkMigrations(paths: readonly string[]): Violation[] {
  const folders = Map.groupBy(
    paths.toSorted().flatMap((file) => {
      const [, folder = '', digits] = migration.exec(file) ?? [];
      return digits === undefined ? [] : [{ file, folder, number: Number(digits) }];
    }),
    ({ folder }) => folder,
  );
  return [...folders.values()].flatMap((files) =>
    files.flatMap(({ file, number }, index) => {
      const before = files[index - 1];
      if (number === (before?.number ?? 0) + 1) return [];
      const message =
        number === before?.number
          ? `has the same number as ${before.file}: give the newer one the next free number`
          : `leaves a gap: the number after ${before?.number ?? 0} is ${(before?.number ?? 0) + 1}`;
      return [{ file, line: 1, rule: 'migration-number', message }];
    }),
  );
}
