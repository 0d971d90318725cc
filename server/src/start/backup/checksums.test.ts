import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { verifyChecksums, writeChecksums } from './checksums.ts';

async function makeFolder(): Promise<string> {
  const folder = makeTemporaryDirectory();
  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, 'manifest.json'), '{}');
  writeFileSync(join(folder, 'tables', 'users'), 'a\nb\n');
  expect(await writeChecksums(folder)).toEqual({ files: 2, bytes: 6 });
  return folder;
}
const verify = async (folder: string) => await verifyChecksums(folder, () => undefined);

describe('checksums', () => {
  it('match an unchanged folder, also for sha256sum', async () => {
    const folder = await makeFolder();
    await verify(folder);
    const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
    expect(checked).toBe('manifest.json: OK\ntables/users: OK\n');
  });

  it('reject a folder with a changed, missing or additional file, and name the file', async () => {
    const changed = await makeFolder();
    appendFileSync(join(changed, 'tables', 'users'), 'c');
    await expect(verify(changed)).rejects.toThrow('missing or damaged: tables/users');
    const missing = await makeFolder();
    rmSync(join(missing, 'manifest.json'));
    await expect(verify(missing)).rejects.toThrow('missing or damaged: manifest.json');
    const additional = await makeFolder();
    writeFileSync(join(additional, 'tables', 'other'), '');
    await expect(verify(additional)).rejects.toThrow('not part of the backup: tables/other');
  });

  it('reject a folder without a list of checksums, and a file', async () => {
    await expect(verify(makeTemporaryDirectory())).rejects.toThrow('is not a complete backup');
    await expect(verify(import.meta.filename)).rejects.toThrow('is not a complete backup');
  });
});
