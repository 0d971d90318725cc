/** The process that makes tables of a file. Arguments: the kind of source, the path, the mark, the folder for them. */
import { setPriority } from 'node:os';
import { tryLockDirectory } from '../../../../platform/directory-lock.ts';
import { fingerprint } from '../geo-files.ts';
import { citySource, ownerSource } from '../geo-sources.ts';
import { readCompactFile, writeCompactFile } from './compact-file.ts';
import { compactKey, compactOutcomes, compactPath } from './compact-store.ts';

const lowestPriority = 19;

const [kindName = '', path = '', mark = '', folder = ''] = process.argv.slice(2);
setPriority(lowestPriority);
process.exitCode = compactOutcomes[await make()];

async function make(): Promise<keyof typeof compactOutcomes> {
  const lock = tryLockDirectory(folder);
  if (lock === undefined) return 'busy';
  const access = [citySource, ownerSource].find(({ name }) => name === kindName);
  const target = compactPath(folder, kindName);
  const key = compactKey({ path, mark });
  // Another edge may have made them while this process was started.
  if ((await readCompactFile(target, key)) !== undefined) return 'made';
  if (access === undefined) return 'failed';
  const facts = await access.compact(path);
  // Replaced while it was read: these may be halves of two files.
  if ((await fingerprint(path)) !== mark) return 'busy';
  await writeCompactFile(target, key, facts);
  return 'made';
}
