import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Migration = { version: number; name: string; sql: string; checksum: string };

const fileName = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/** The numbered SQL files of one history, in order. A gap or a stray file is a mistake of the build, so it throws. */
export function readMigrations(directory: string): Migration[] {
  const files = readdirSync(directory)
    .filter((name) => name !== 'README.md')
    .toSorted();
  return files.map((file, index) => {
    const [, digits, name] = fileName.exec(file) ?? [];
    if (digits === undefined || name === undefined)
      throw new Error(`${join(directory, file)} is not named like 0001_what_it_does.sql`);
    const version = Number(digits);
    if (version !== index + 1)
      throw new Error(
        `${join(directory, file)} should have the number ${index + 1}: numbers run without gaps`,
      );
    // Line ends may change between checkouts; the meaning does not.
    const sql = readFileSync(join(directory, file), 'utf8').replaceAll('\r\n', '\n');
    return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}
