import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  identifyProcess,
  isRunning,
  signalProcess,
  waitForExit,
  type ProcessIdentity,
} from './process-identity.ts';

async function startProcess(): Promise<{
  child: ChildProcess;
  identity: ProcessIdentity;
  ended: Promise<unknown[]>;
}> {
  const child = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  const identity = identifyProcess(child.pid ?? 0);
  if (identity === undefined) throw new Error('the process was not found');
  return { child, identity, ended };
}

describe('identifyProcess', () => {
  it('returns the same identity for the same process each time', () => {
    const identity = identifyProcess(process.pid);
    expect(identity).toMatchObject({ pid: process.pid, startedAt: expect.stringMatching(/\S/) });
    expect(identifyProcess(process.pid)).toEqual(identity);
  });

  it('returns undefined for a process that does not exist', async () => {
    const { child, ended } = await startProcess();
    child.kill('SIGKILL');
    await ended;
    expect(identifyProcess(child.pid ?? 0)).toBeUndefined();
  });
});

describe('isRunning', () => {
  it('returns true until the process ends', async () => {
    const { child, identity, ended } = await startProcess();
    expect(isRunning(identity)).toBe(true);
    child.kill('SIGKILL');
    await ended;
    expect(isRunning(identity)).toBe(false);
  });

  it('returns false for a different process that has reused the process ID', () => {
    expect(isRunning({ pid: process.pid, startedAt: 'another time' })).toBe(false);
  });
});

describe('signalProcess', () => {
  it('signals the process', async () => {
    const { identity, ended } = await startProcess();
    signalProcess(identity, 'SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  });

  it('does not signal a different process with the same process ID', async () => {
    const { child, identity, ended } = await startProcess();
    signalProcess({ ...identity, startedAt: 'another time' }, 'SIGKILL');
    child.stdin?.end();
    expect(await ended).toEqual([0, null]);
  });

  it('does nothing if the process has already ended', async () => {
    const { child, identity, ended } = await startProcess();
    child.kill('SIGKILL');
    await ended;
    expect(() => signalProcess(identity, 'SIGTERM')).not.toThrow();
  });
});

describe('waitForExit', () => {
  it('returns true when the process ends', async () => {
    const { child, identity, ended } = await startProcess();
    child.stdin?.end();
    const waiting = waitForExit(identity, 10_000);
    await ended;
    expect(await waiting).toBe(true);
  });

  it('returns false after the timeout', async () => {
    const { identity } = await startProcess();
    expect(await waitForExit(identity, 0)).toBe(false);
    expect(isRunning(identity)).toBe(true);
  });
});
