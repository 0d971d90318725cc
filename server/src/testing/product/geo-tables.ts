import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openGeo } from '../../edge/classify/location/open-geo.ts';

// The tables are kept between runs. Each table records the version of its source file and is rebuilt when that version
// changes.
const root = join(import.meta.dirname, '..', '..', '..', '..');
const shared = join(root, 'node_modules', '.cache', 'waypost', 'geo');

/** Builds the tables once per suite, because each table takes about ten seconds of CPU time. */
export async function makeGeoTables(): Promise<void> {
  const geo = await openGeo({ tablesDirectory: shared });
  await geo.shrink();
  geo.close();
}

/** Links the suite's tables into the spool of an edge that has not started yet. */
export function shareGeoTables(spoolDirectory: string): void {
  const own = join(spoolDirectory, 'geo');
  const parent = dirname(spoolDirectory);
  if (!existsSync(shared) || !existsSync(parent) || existsSync(own)) return;
  // In some tests, the parent directory belongs to a different user.
  if (statSync(parent).uid !== process.getuid?.()) return;
  mkdirSync(own, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(shared).filter((file) => file.endsWith('.tables')))
    symlinkSync(join(shared, name), join(own, name));
}
