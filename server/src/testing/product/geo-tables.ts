import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openGeo } from '../../edge/classify/location/open-geo.ts';

// Kept between runs: tables know which version of a file they were made of, and are made anew for another.
const root = join(import.meta.dirname, '..', '..', '..', '..');
const shared = join(root, 'node_modules', '.cache', 'waypost', 'geo');

/** For a whole suite: every product would make tables of its own, which takes a processor ten seconds each time. */
export async function makeGeoTables(): Promise<void> {
  const geo = await openGeo({ tablesDirectory: shared });
  await geo.shrink();
  geo.close();
}

/** Gives an edge that is yet to start the tables of the suite, as if it had made them itself. */
export function shareGeoTables(spoolDirectory: string): void {
  const own = join(spoolDirectory, 'geo');
  const parent = dirname(spoolDirectory);
  if (!existsSync(shared) || !existsSync(parent) || existsSync(own)) return;
  // A directory of somebody else gets no files of ours.
  if (statSync(parent).uid !== process.getuid?.()) return;
  mkdirSync(own, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(shared).filter((file) => file.endsWith('.tables')))
    symlinkSync(join(shared, name), join(own, name));
}
