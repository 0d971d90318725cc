import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { systemCode } from '../../platform/errors.ts';
import { writeWholeFile, type FileOperations } from './file-operations.ts';

/** `nextNumber` is greater than the number of any removed segment. */
export type SpoolIdentity = { id: string; nextNumber: number };

const fileName = 'spool.json';

export async function loadIdentity(files: FileOperations, directory: string): Promise<SpoolIdentity> {
  const stored = parseIdentity(await readIfExists(files, join(directory, fileName)));
  if (stored !== undefined) return stored;
  // A failure to store the identity is ignored, because the file name of each segment contains the identity.
  const identity = { id: randomBytes(8).toString('hex'), nextNumber: 0 };
  await storeIdentity(files, directory, identity).catch(() => undefined);
  return identity;
}

export async function storeIdentity(
  files: FileOperations,
  directory: string,
  identity: SpoolIdentity,
): Promise<void> {
  await writeWholeFile(files, join(directory, fileName), `${JSON.stringify(identity)}\n`);
}

async function readIfExists(files: FileOperations, path: string): Promise<string> {
  try {
    return (await files.read(path)).toString();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  }
}

function parseIdentity(text: string): SpoolIdentity | undefined {
  try {
    const { id, nextNumber } = JSON.parse(text) as Partial<SpoolIdentity>;
    const isValid = /^[0-9a-f]{16}$/.test(id ?? '') && Number.isSafeInteger(nextNumber);
    return isValid ? { id: id ?? '', nextNumber: nextNumber ?? 0 } : undefined;
  } catch {
    return undefined;
  }
}
