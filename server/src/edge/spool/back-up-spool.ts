import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../platform/errors.ts';
import { batchOf, parseSegmentName } from './segment-name.ts';

// Generous, because the clocks of two machines differ and a clock can be set back.
const clockDifferenceMs = 3_600_000;
const listingsMax = 100;

// Copies a file to a path in the backup. Throws ENOENT if the file does not exist.
type Copy = (from: string, to: string) => Promise<void>;

// Copies the spools of all edges on this machine while they are in use: rows that are not shipped yet, and rows that
// were shipped after `sinceMs`, because an earlier copy of the traffic store may lack them. Returns the number of files.
export async function backUpSpool(root: string, sinceMs: number, copy: Copy): Promise<number> {
  let files = 0;
  for (const slot of await listDirectories(root)) {
    if (!/^edge-\d+$/.test(slot)) continue;
    for (const stream of await listDirectories(join(root, slot)))
      files += await backUpStream(root, join(slot, stream), sinceMs, copy);
  }
  return files;
}

async function backUpStream(root: string, stream: string, sinceMs: number, copy: Copy): Promise<number> {
  const copied = new Set<string>();
  const isWanted = (name: string) => {
    if (name === 'spool.json') return true;
    const segment = parseSegmentName(name);
    if (segment === undefined) return false;
    return segment.state !== 'shipped' || segment.shippedMs >= sinceMs - clockDifferenceMs;
  };
  const copyNew = async (folder: string, isIncluded: (name: string) => boolean) => {
    let missing = 0;
    for (const name of (await listNames(join(root, folder))).filter(isIncluded)) {
      const segment = parseSegmentName(name);
      const identity = join(folder, segment === undefined ? name : batchOf(segment));
      if (copied.has(identity)) continue;
      if (await copyIfExists(root, join(folder, name), copy)) copied.add(identity);
      else missing += 1;
    }
    return missing;
  };
  // A segment that was renamed since the directory was listed is found under its new name in the next listing.
  for (let listings = 0; listings < listingsMax; listings += 1)
    if ((await copyNew(stream, isWanted)) === 0) break;
  await copyNew(join(stream, 'rejected'), () => true);
  return copied.size;
}

async function copyIfExists(root: string, name: string, copy: Copy): Promise<boolean> {
  try {
    await copy(join(root, name), name);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

async function listNames(path: string): Promise<string[]> {
  const entries = await readDirectory(path);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function listDirectories(path: string): Promise<string[]> {
  const entries = await readDirectory(path);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function readDirectory(path: string) {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
