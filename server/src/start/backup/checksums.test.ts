import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { BackupFiles } from './backup-files.ts';
import { verifyChecksums, writeChecksums } from './checksums.ts';

async function makeFolder(): Promise<string> {
  const folder = makeTemporaryDirectory();
  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, 'manifest.json'), '{}');
  writeFileSync(join(folder, 'tables', 'users'), 'a\nb\n');
  expect(await writeChecksums(folder, new Map(), () => undefined)).toEqual({ files: 2, bytes: 6 });
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

  it('are not written if a file differs from what was written or is missing, and name the file', async () => {
    const files = new BackupFiles(makeTemporaryDirectory());
    files.write('manifest.json', Buffer.from('{}'));
    await pipeline(Readable.from([Buffer.from('a\n'), Buffer.from('b\n')]), files.create('tables/users'));
    await files.copy(join(files.folder, 'tables/users'), 'spool/edge-1/rows');
    const write = async () => await writeChecksums(files.folder, files.checksums, () => undefined);
    expect(await write()).toEqual({ files: 3, bytes: 10 });
    writeFileSync(join(files.folder, 'tables', 'users'), 'a\nc\n');
    await expect(write()).rejects.toThrow('something else than was written to it: tables/users.');
    rmSync(join(files.folder, 'tables', 'users'));
    await expect(write()).rejects.toThrow('something else than was written to it: tables/users.');
  });

  it('cannot be computed for a file that does not exist or cannot be written', async () => {
    const files = new BackupFiles(makeTemporaryDirectory());
    await expect(files.copy(join(files.folder, 'missing'), 'copy')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(join(files.folder, 'copy'))).toBe(false);
    mkdirSync(join(files.folder, 'blocked'));
    const written = pipeline(Readable.from([Buffer.from('a')]), files.create('blocked'));
    await expect(written).rejects.toMatchObject({ code: 'EISDIR' });
    expect(files.checksums.size).toBe(0);
  });

  it('reject a folder without a list of checksums, and a file', async () => {
    await expect(verify(makeTemporaryDirectory())).rejects.toThrow('is not a complete backup');
    await expect(verify(import.meta.filename)).rejects.toThrow('is not a complete backup');
  });
});
