import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../../platform/operator-error.ts';
import type { BackupPlace } from './backup-place.ts';
import { checksumsFile, hashIfExists, parseChecksums } from './checksums.ts';
import { chooseBase } from './choose-base.ts';
import { clickhouseFile, clickhouseListFile, type Base } from './manifest.ts';

// ClickHouse reads only this file of a base while it writes an increment.
const listInBackup = '.backup';

export type PreparedBase = { base: Base; folder: string; remove: () => void };

// Prepares the base of the next increment in a temporary folder. Returns undefined if the next backup is full.
export async function prepareBase(
  place: BackupPlace,
  { fullEvery, parent }: { fullEvery: number; parent: string },
): Promise<PreparedBase | undefined> {
  const chosen = chooseBase(await place.list(), fullEvery);
  if (chosen === undefined) return undefined;
  const { backup, increment } = chosen;
  const checksums = await place.read(backup, checksumsFile);
  const checksum = checksums && parseChecksums(await text(checksums)).get(clickhouseFile);
  if (checksum === undefined || !(await place.has(backup, clickhouseFile))) return undefined;
  const list = await place.read(backup, clickhouseListFile);
  if (list === undefined) return undefined;
  const folder = join(parent, 'base');
  mkdirSync(folder, { mode: 0o700 });
  await writeFile(join(folder, listInBackup), list, { mode: 0o600 });
  const remove = () => rmSync(folder, { recursive: true });
  return { base: { backup, checksum, increment }, folder, remove };
}

// Returns the ClickHouse backup that an increment is based on. Throws if it is missing or damaged.
export async function findBase(
  { folder, address }: { folder: string; address: string },
  base: Base | undefined,
): Promise<string | undefined> {
  if (base === undefined) return undefined;
  const file = join(dirname(folder), base.backup, clickhouseFile);
  const checksum = await hashIfExists(file);
  if (checksum === base.checksum) return file;
  throw new OperatorError(
    'refused',
    `The backup in ${address} contains only the changes since ${base.backup}, and ${clickhouseFile} of that backup is ${checksum === undefined ? 'missing. Copy it to the same place' : 'damaged. Use another backup'}. Nothing was changed.`,
  );
}
