import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { lockDirectory, tryLockDirectory } from './directory-lock.ts';

const lockModule = pathToFileURL(join(import.meta.dirname, 'directory-lock.ts')).href;

/** Another process that tries for the lock, says whether it has it, and then stays until it is ended. */
async function lockElsewhere(directory: string): Promise<{ child: ChildProcess; answer: string }> {
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

describe('the lock of a directory', () => {
  it('has one holder at a time within a process, and is free again once released', () => {
    const directory = makeTemporaryDirectory();
    const first = tryLockDirectory(directory);
    expect(first).toBeDefined();
    expect(tryLockDirectory(directory)).toBeUndefined();
    first?.release();
    const second = tryLockDirectory(directory);
    expect(second).toBeDefined();
    second?.release();
  });

  it('is not given up by a holder when another one tries and fails', () => {
    const directory = makeTemporaryDirectory();
    const lock = tryLockDirectory(directory);
    for (let attempt = 0; attempt < 3; attempt += 1) expect(tryLockDirectory(directory)).toBeUndefined();
    lock?.release();
  });

  it('is one for each directory', () => {
    const locks = [tryLockDirectory(makeTemporaryDirectory()), tryLockDirectory(makeTemporaryDirectory())];
    expect(locks).not.toContain(undefined);
    for (const lock of locks) lock?.release();
  });

  it('excludes a second process, and vanishes with its holder even when that is killed', async () => {
    const directory = makeTemporaryDirectory();
    const { child, answer } = await lockElsewhere(directory);
    expect(answer).toBe('locked');
    expect(tryLockDirectory(directory)).toBeUndefined();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = tryLockDirectory(directory);
    expect(lock).toBeDefined();
    lock?.release();
  });

  it('is refused to another process while this one holds it', async () => {
    const directory = makeTemporaryDirectory();
    const lock = tryLockDirectory(directory);
    expect((await lockElsewhere(directory)).answer).toBe('refused');
    lock?.release();
  });

  it('fails, instead of seeming to be held, where it cannot be taken at all', () => {
    expect(() => tryLockDirectory(join(makeTemporaryDirectory(), 'missing'))).toThrow('ENOENT');
    const directory = makeTemporaryDirectory();
    writeFileSync(join(directory, 'lock'), 'something else'.repeat(100));
    expect(() => tryLockDirectory(directory)).toThrow('not a database');
  });
});

describe('lockDirectory', () => {
  it('gives up with undefined when the time is over', async () => {
    const directory = makeTemporaryDirectory();
    const held = tryLockDirectory(directory);
    expect(await lockDirectory(directory, 0)).toBeUndefined();
    held?.release();
  });

  it('takes the lock as soon as its holder lets go', async () => {
    const directory = makeTemporaryDirectory();
    const held = tryLockDirectory(directory);
    const waiting = lockDirectory(directory, 10_000);
    held?.release();
    const lock = await waiting;
    expect(lock).toBeDefined();
    expect(tryLockDirectory(directory)).toBeUndefined();
    lock?.release();
  });
});
