// Entry point of the process that builds compact tables. Arguments: source kind, path, fingerprint, target directory.
import { setPriority } from 'node:os';
import { tryLockDirectory } from '../../../../platform/directory-lock.ts';
import { fingerprint } from '../geo-files.ts';
import { citySource, ownerSource } from '../geo-sources.ts';
import { readCompactFile, writeCompactFile } from './compact-file.ts';
import { compactKey, compactOutcomes, compactPath } from './compact-store.ts';

const lowestPriority = 19;

const [kindName = '', path = '', fileFingerprint = '', folder = ''] = process.argv.slice(2);
setPriority(lowestPriority);
process.exitCode = compactOutcomes[await createTables()];

async function createTables(): Promise<keyof typeof compactOutcomes> {
  const lock = tryLockDirectory(folder);
  if (lock === undefined) return 'busy';
  const access = [citySource, ownerSource].find(({ name }) => name === kindName);
  const target = compactPath(folder, kindName);
  const key = compactKey({ path, fingerprint: fileFingerprint });
  // Another edge may have created the tables while this process was starting.
  if ((await readCompactFile(target, key)) !== undefined) return 'created';
  if (access === undefined) return 'failed';
  const facts = await access.compact(path);
  // If the file was replaced while it was being read, the tables may mix two versions.
  if ((await fingerprint(path)) !== fileFingerprint) return 'busy';
  await writeCompactFile(target, key, facts);
  return 'created';
}
