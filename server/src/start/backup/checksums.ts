import { createHash } from 'node:crypto';
import { createReadStream, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemCode } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';

type OnFile = (done: number, total: number) => void;

// The format of `sha256sum`, so that a backup can be checked without Waypost.
export const checksumsFile = 'SHA256SUMS';

// Reads all files in the folder once, compares them with the checksums that are known, and writes the checksums of all
// files. This must be the last file, because it marks a complete backup.
export async function writeChecksums(
  folder: string,
  known: ReadonlyMap<string, string>,
  onFile: OnFile,
): Promise<{ files: number; bytes: number }> {
  const checksums = new Map<string, string>();
  let bytes = 0;
  const names = listFiles(folder);
  for (const name of names) {
    checksums.set(name, await hashFile(join(folder, name)));
    bytes += statSync(join(folder, name)).size;
    onFile(checksums.size, names.length);
  }
  const damaged = [...known].filter(([name, checksum]) => checksums.get(name) !== checksum);
  if (damaged.length > 0)
    throw new OperatorError(
      'refused',
      `The disk contains something else than was written to it: ${shorten(damaged.map(([name]) => name))}. Check the disk of ${folder}.`,
    );
  const lines = [...checksums].map(([name, checksum]) => `${checksum}  ${name}\n`);
  writeFileSync(join(folder, checksumsFile), lines.join(''), { mode: 0o600, flush: true });
  return { files: names.length, bytes };
}

export function parseChecksums(text: string): Map<string, string> {
  const lines = text.trimEnd().split('\n');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

// Throws if a file is missing, damaged or unknown.
export async function verifyChecksums(folder: string, onFile: OnFile, address = folder): Promise<void> {
  const expected = readChecksums(folder);
  const damaged: string[] = [];
  let done = 0;
  for (const [name, checksum] of expected) {
    if ((await hashIfExists(join(folder, name))) !== checksum) damaged.push(name);
    onFile((done += 1), expected.size);
  }
  const unknown = listFiles(folder).filter((name) => !expected.has(name));
  if (damaged.length + unknown.length === 0) return;
  const problems = [
    ...(damaged.length === 0 ? [] : [`missing or damaged: ${shorten(damaged)}`]),
    ...(unknown.length === 0 ? [] : [`not part of the backup: ${shorten(unknown)}`]),
  ];
  throw new OperatorError(
    'refused',
    `The backup in ${address} cannot be used (${problems.join('; ')}). Nothing was changed. Use another backup.`,
  );
}

function readChecksums(folder: string): Map<string, string> {
  try {
    return parseChecksums(readFileSync(join(folder, checksumsFile), 'utf8'));
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error;
    throw new OperatorError('refused', `${folder} is not a complete backup: it has no ${checksumsFile}.`);
  }
}

function listFiles(folder: string): string[] {
  return globSync('**/*', { cwd: folder })
    .filter((name) => name !== checksumsFile && statSync(join(folder, name)).isFile())
    .toSorted();
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

export async function hashIfExists(path: string): Promise<string | undefined> {
  try {
    return await hashFile(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function shorten(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
