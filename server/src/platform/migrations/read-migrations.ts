import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Migration = { version: number; name: string; sql: string; checksum: string };

const fileName = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/**
 * Reads the numbered SQL files of a migration history in order. Throws if a number is missing or a file is unexpected,
 * because this means that the build is broken.
 */
export function readMigrations(directory: string): Migration[] {
  const files = readdirSync(directory)
    .filter((name) => name !== 'README.md')
    .toSorted();
  return files.map((file, index) => {
    const [, digits, name] = fileName.exec(file) ?? [];
    if (digits === undefined || name === undefined)
      throw new Error(`${join(directory, file)} is not named like 0001_description.sql`);
    const version = Number(digits);
    if (version !== index + 1)
      throw new Error(`${join(directory, file)} must have number ${index + 1}: numbers must be consecutive`);
    // Line endings may differ between checkouts and must not change the checksum.
    const sql = readFileSync(join(directory, file), 'utf8').replaceAll('\r\n', '\n');
    return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}
