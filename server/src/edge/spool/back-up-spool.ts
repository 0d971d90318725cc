import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../platform/errors.ts';
import { batchOf, parseSegmentName } from './segment-name.ts';

// Generous, because the clocks of two machines differ and a clock can be set back.
const clockDifferenceMs = 3_600_000;
const listingsMax = 100;

// Copies the spools of all edges on this machine while they are in use: rows that are not shipped yet, and rows that
// were shipped after `sinceMs`, because an earlier copy of the traffic store may lack them. Returns the number of files.
export async function backUpSpool(root: string, target: string, sinceMs: number): Promise<number> {
  let files = 0;
  for (const slot of await listDirectories(root)) {
    if (!/^edge-\d+$/.test(slot)) continue;
    for (const stream of await listDirectories(join(root, slot)))
      files += await backUpStream(join(root, slot, stream), join(target, slot, stream), sinceMs);
  }
  return files;
}

async function backUpStream(from: string, to: string, sinceMs: number): Promise<number> {
  await mkdir(join(to, 'rejected'), { recursive: true, mode: 0o700 });
  const copied = new Set<string>();
  const isWanted = (name: string) => {
    if (name === 'spool.json') return true;
    const segment = parseSegmentName(name);
    if (segment === undefined) return false;
    return segment.state !== 'shipped' || segment.shippedMs >= sinceMs - clockDifferenceMs;
  };
  // A segment that was renamed since the directory was listed is found under its new name in the next listing.
  for (let listings = 0; listings < listingsMax; listings += 1) {
    const missing = await copyNew(from, to, copied, isWanted);
    if (missing === 0) break;
  }
  await copyNew(join(from, 'rejected'), join(to, 'rejected'), copied, () => true);
  return copied.size;
}

async function copyNew(
  from: string,
  to: string,
  copied: Set<string>,
  isWanted: (name: string) => boolean,
): Promise<number> {
  let missing = 0;
  for (const name of (await listNames(from)).filter(isWanted)) {
    const segment = parseSegmentName(name);
    const identity = segment === undefined ? join(from, name) : join(from, batchOf(segment));
    if (copied.has(identity)) continue;
    if (await copyIfExists(join(from, name), join(to, name))) copied.add(identity);
    else missing += 1;
  }
  return missing;
}

async function copyIfExists(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
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
