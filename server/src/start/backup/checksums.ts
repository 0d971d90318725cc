import { createHash } from 'node:crypto';
import { createReadStream, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemCode } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';

// The format of `sha256sum`, so that a backup can be checked without Waypost.
const fileName = 'SHA256SUMS';

// Writes the checksums of all files in the folder. This must be the last file, because it marks a complete backup.
export async function writeChecksums(folder: string): Promise<{ files: number; bytes: number }> {
  const lines: string[] = [];
  let bytes = 0;
  for (const name of listFiles(folder)) {
    lines.push(`${await hashFile(join(folder, name))}  ${name}\n`);
    bytes += statSync(join(folder, name)).size;
  }
  writeFileSync(join(folder, fileName), lines.join(''), { mode: 0o600, flush: true });
  return { files: lines.length, bytes };
}

// Throws if a file is missing, damaged or unknown.
export async function verifyChecksums(
  folder: string,
  onFile: (done: number, total: number) => void,
): Promise<void> {
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
    `The backup in ${folder} cannot be used (${problems.join('; ')}). Nothing was changed. Use another backup.`,
  );
}

function readChecksums(folder: string): Map<string, string> {
  try {
    const lines = readFileSync(join(folder, fileName), 'utf8').trimEnd().split('\n');
    return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error;
    throw new OperatorError('refused', `${folder} is not a complete backup: it has no ${fileName}.`);
  }
}

function listFiles(folder: string): string[] {
  return globSync('**/*', { cwd: folder })
    .filter((name) => name !== fileName && statSync(join(folder, name)).isFile())
    .toSorted();
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function hashIfExists(path: string): Promise<string | undefined> {
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
