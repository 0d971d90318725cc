import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { lockDirectory, tryLockDirectory } from './directory-lock.ts';

const lockModule = pathToFileURL(join(import.meta.dirname, 'directory-lock.ts')).href;

async function lockInOtherProcess(directory: string): Promise<{ child: ChildProcess; answer: string }> {
  const program = `
    const { tryLockDirectory } = await import(${JSON.stringify(lockModule)});
    globalThis.lock = tryLockDirectory(${JSON.stringify(directory)});
    process.stdout.write(globalThis.lock === undefined ? 'refused' : 'locked');
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, answer: chunk.toString() };
}

describe('tryLockDirectory', () => {
  it('gives the lock to one owner within a process until the lock is released', () => {
    const directory = makeTemporaryDirectory();
    const first = tryLockDirectory(directory);
    expect(first).toBeDefined();
    expect(tryLockDirectory(directory)).toBeUndefined();
    first?.release();
    const second = tryLockDirectory(directory);
    expect(second).toBeDefined();
    second?.release();
  });

  it('fails each time while the lock is held', () => {
    const directory = makeTemporaryDirectory();
    const lock = tryLockDirectory(directory);
    for (let attempt = 0; attempt < 3; attempt += 1) expect(tryLockDirectory(directory)).toBeUndefined();
    lock?.release();
  });

  it('locks directories independently', () => {
    const locks = [tryLockDirectory(makeTemporaryDirectory()), tryLockDirectory(makeTemporaryDirectory())];
    expect(locks).not.toContain(undefined);
    for (const lock of locks) lock?.release();
  });

  it('succeeds after the process that owns the lock is killed', async () => {
    const directory = makeTemporaryDirectory();
    const { child, answer } = await lockInOtherProcess(directory);
    expect(answer).toBe('locked');
    expect(tryLockDirectory(directory)).toBeUndefined();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = tryLockDirectory(directory);
    expect(lock).toBeDefined();
    lock?.release();
  });

  it('fails in other processes while this one owns the lock', async () => {
    const directory = makeTemporaryDirectory();
    const lock = tryLockDirectory(directory);
    expect((await lockInOtherProcess(directory)).answer).toBe('refused');
    lock?.release();
  });

  it('fails in other processes even after this one has tried to take its own lock again', async () => {
    const directory = makeTemporaryDirectory();
    const lock = tryLockDirectory(directory);
    expect(tryLockDirectory(`${directory}/.`)).toBeUndefined();
    expect((await lockInOtherProcess(directory)).answer).toBe('refused');
    lock?.release();
  });

  it('throws if the lock file cannot be used', () => {
    expect(() => tryLockDirectory(join(makeTemporaryDirectory(), 'missing'))).toThrow('ENOENT');
    const directory = makeTemporaryDirectory();
    writeFileSync(join(directory, 'lock'), 'something else'.repeat(100));
    expect(() => tryLockDirectory(directory)).toThrow('not a database');
  });
});

describe('lockDirectory', () => {
  it('returns undefined after the timeout', async () => {
    const directory = makeTemporaryDirectory();
    const otherLock = tryLockDirectory(directory);
    expect(await lockDirectory(directory, 0)).toBeUndefined();
    otherLock?.release();
  });

  it('takes the lock as soon as the owner releases it', async () => {
    const directory = makeTemporaryDirectory();
    const otherLock = tryLockDirectory(directory);
    const waiting = lockDirectory(directory, 10_000);
    otherLock?.release();
    const lock = await waiting;
    expect(lock).toBeDefined();
    expect(tryLockDirectory(directory)).toBeUndefined();
    lock?.release();
  });
});
