import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Computes a fingerprint of files from their sizes and modification times, because reading the files would slow down
 * every command.
 * @param {string} checkout
 * @param {string[]} places
 */
export function versionOf(checkout, places) {
  const hash = createHash('sha256');
  for (const place of places) {
    const path = join(checkout, place);
    const inside = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
      : [''];
    for (const name of inside.toSorted()) {
      const found = statSync(join(path, name));
      // For folders, only the name is included, because their sizes and times depend on the disk to which they were
      // copied.
      hash.update(`${place}/${name}${found.isDirectory() ? '' : ` ${found.size} ${found.mtimeMs}`}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Computes a fingerprint of the content of files. It does not depend on the path of the checkout, so that an upgrade can
 * copy what another version has built.
 * @param {string} checkout
 * @param {string[]} paths
 */
export function fingerprintOf(checkout, paths) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).toSorted()) add(join(path, name));
    } else {
      hash.update(relative(checkout, path)).update(readFileSync(path));
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}
