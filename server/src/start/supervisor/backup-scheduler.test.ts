import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import { exitCodes } from '../../platform/operator-error.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { readBackupState } from '../backup/backup-state.ts';
import { BackupScheduler } from './backup-scheduler.ts';

const mainFile = process.argv[1] ?? '';
const firstCheckMs = 5_000;
const hourMs = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
afterEach(() => {
  vi.useRealTimers();
  process.argv[1] = mainFile;
});

// Starts a scheduler that runs a script instead of the command. The script first notes its arguments.
function startScheduler(script: string, areEnginesReady = () => true) {
  const dataDirectory = makeTemporaryDirectory();
  const runsFile = join(dataDirectory, 'runs');
  writeFileSync(runsFile, '');
  const file = join(dataDirectory, 'command.mjs');
  const note = `appendFileSync(${JSON.stringify(runsFile)}, process.pid + ' ' + process.argv.slice(2).join(' ') + '\\n');`;
  writeFileSync(file, `import { appendFileSync } from 'node:fs';\n${note}\n${script}`);
  process.argv[1] = file;
  const logger = createLogger({ role: 'supervisor', level: 'silent', format: 'json' });
  const info = vi.spyOn(logger, 'info');
  const countStarts = () =>
    info.mock.calls.filter(([, message]) => String(message).startsWith('starting')).length;
  const schedule = { to: '/backup', minuteOfDay: 180, keep: 3 };
  const scheduler = new BackupScheduler({
    schedule,
    dataDirectory,
    areEnginesReady,
    movedVariables: () => ({}),
    logger,
  });
  const listRuns = () => readFileSync(runsFile, 'utf8').split('\n').slice(0, -1);
  return { scheduler, dataDirectory, countStarts, listRuns };
}

const neverEnd = 'setInterval(() => undefined, 1_000);';
const failWith = (code: number) =>
  `console.log(JSON.stringify({ error: { message: 'The disk is full.' } })); process.exitCode = ${code};`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the backup scheduler', () => {
  it('runs one backup at a time, and ends it without a failure when it is stopped', async () => {
    const { scheduler, dataDirectory, countStarts, listRuns } = startScheduler(neverEnd);
    await vi.advanceTimersByTimeAsync(firstCheckMs);
    await waitUntil(() => listRuns().length === 1);
    await vi.advanceTimersByTimeAsync(3 * hourMs);
    expect(countStarts()).toBe(1);
    const [run = ''] = listRuns();
    expect(run).toMatch(/^\d+ backup --json --keep 3 \/backup$/);
    const pid = Number.parseInt(run, 10);
    expect(isRunning(pid)).toBe(true);
    await scheduler.stop();
    expect(isRunning(pid)).toBe(false);
    expect(readBackupState(dataDirectory).failure).toBeUndefined();
    await vi.advanceTimersByTimeAsync(48 * hourMs);
    expect(countStarts()).toBe(1);
  });

  it('waits until the engines are ready', async () => {
    let areReady = false;
    const { scheduler, countStarts } = startScheduler(neverEnd, () => areReady);
    await vi.advanceTimersByTimeAsync(3 * hourMs);
    expect(countStarts()).toBe(0);
    areReady = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(countStarts()).toBe(1);
    await scheduler.stop();
  });

  it.each([
    ['that the command did not record', failWith(exitCodes.configuration), 'The disk is full.'],
    ['of a killed command', `process.kill(process.pid, 'SIGKILL');`, 'signal SIGKILL'],
  ])('records a failure %s, and retries after an hour', async (_, script, reason) => {
    const { scheduler, dataDirectory, countStarts } = startScheduler(script);
    await vi.advanceTimersByTimeAsync(firstCheckMs);
    await waitUntil(() => readBackupState(dataDirectory).failure !== undefined);
    expect(readBackupState(dataDirectory).failure?.reason).toContain(reason);
    await vi.advanceTimersByTimeAsync(hourMs - 60_000);
    expect(countStarts()).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    expect(countStarts()).toBe(2);
    await scheduler.stop();
  });

  it.each([
    ['with a success that could not be recorded', ''],
    ['while another backup is running', failWith(exitCodes.refused)],
  ])('repeats a run %s after an hour, and records no failure', async (_, script) => {
    const { scheduler, dataDirectory, countStarts, listRuns } = startScheduler(script);
    await vi.advanceTimersByTimeAsync(firstCheckMs);
    await waitUntil(() => listRuns().length === 1 && !isRunning(Number.parseInt(listRuns()[0] ?? '', 10)));
    // The end of the process is handled in the next turns of the event loop.
    await waitUntil(() => vi.getTimerCount() > 0);
    await vi.advanceTimersByTimeAsync(hourMs - 60_000);
    expect(countStarts()).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    expect(countStarts()).toBe(2);
    await scheduler.stop();
    expect(readBackupState(dataDirectory).failure).toBeUndefined();
  });
});
