import { spawn, type ChildProcess } from 'node:child_process';
import { inheritedEnvironment } from '../../config/environment.ts';
import { nextBackupAt } from '../../domain/backups/next-backup.ts';
import type { Logger } from '../../platform/logger.ts';
import { exitCodes } from '../../platform/operator-error.ts';
import { readBackupState, recordBackupFailure } from '../backup/backup-state.ts';
import type { Settings } from '../settings.ts';

type ScheduleOptions = {
  schedule: NonNullable<Settings['backup']['schedule']>;
  dataDirectory: string;
  areEnginesReady: () => boolean;
  // Settings that a move has changed since the start.
  movedVariables: () => NodeJS.ProcessEnv;
  logger: Logger;
};

const firstCheckMs = 5_000;
const checkIntervalMs = 30_000;
// Applies even if the result of a backup cannot be recorded, for example because the disk is full.
const intervalMinMs = 3_600_000;
// Longer than the 23 hours that a backup may take.
const durationMaxMs = 24 * 3_600_000;

// Runs `waypost backup` in a child process whenever a backup is due.
export class BackupScheduler {
  readonly #options: ScheduleOptions;
  readonly #mainFile = process.argv[1] ?? '';
  #timer: NodeJS.Timeout | undefined;
  #child: ChildProcess | undefined;
  #running: Promise<void> = Promise.resolve();
  #notBefore = 0;
  #isStopping = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#checkIn(firstCheckMs);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    this.#child?.kill('SIGTERM');
    await this.#running;
  }

  kill(): void {
    this.#isStopping = true;
    this.#child?.kill('SIGKILL');
  }

  #checkIn(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#check()
        .catch((error: unknown) => this.#options.logger.error({ err: error }, 'automatic backup failed'))
        .finally(() => {
          if (!this.#isStopping) this.#checkIn(checkIntervalMs);
        });
    }, ms);
    this.#timer.unref();
  }

  async #check(): Promise<void> {
    const { schedule, dataDirectory, areEnginesReady } = this.#options;
    const now = new Date();
    const { last, failure } = readBackupState(dataDirectory, now);
    const times = { lastSuccessAt: last?.at, lastFailureAt: failure?.at };
    if (nextBackupAt(times, schedule.minuteOfDay, now) > now || performance.now() < this.#notBefore) return;
    if (!areEnginesReady()) return;
    try {
      await this.#run(now);
    } finally {
      this.#notBefore = performance.now() + intervalMinMs;
    }
  }

  async #run(startedAt: Date): Promise<void> {
    const { schedule, dataDirectory, logger } = this.#options;
    logger.info({ to: schedule.to }, 'starting the automatic backup');
    const { code, why } = await this.#runCommand();
    if (this.#isStopping) return;
    const { last, failure } = readBackupState(dataDirectory);
    if (code === exitCodes.done) {
      logger.info({ ...last }, 'automatic backup completed');
      return;
    }
    logger.error({ why }, 'automatic backup failed, retrying in an hour');
    // The command records its own failures, but not if it was killed or could not start. It exits with `refused` without
    // a record while another backup is running.
    const isRecorded = failure !== undefined && failure.at >= startedAt;
    if (!isRecorded && code !== exitCodes.refused) recordBackupFailure(dataDirectory, why);
  }

  #runCommand(): Promise<{ code: number | null; why: string }> {
    const { to, keep } = this.#options.schedule;
    const args = [this.#mainFile, 'backup', '--json', '--keep', String(keep), to];
    const child = spawn(process.execPath, [...process.execArgv, ...args], {
      env: { ...inheritedEnvironment(), ...this.#options.movedVariables() },
      // In a separate process group, so that Ctrl-C reaches only the supervisor.
      detached: true,
      // If this process is killed, the channel is closed and the child exits.
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
      timeout: durationMaxMs,
      killSignal: 'SIGKILL',
    });
    this.#child = child;
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
    return new Promise((resolve) => {
      const finish = (code: number | null, why: string) => {
        this.#child = undefined;
        resolve({ code, why });
      };
      child.once('error', (error) => finish(null, error.message));
      child.once('close', (code, signal) => {
        const end = signal === null ? `exit code ${code}` : `signal ${signal}`;
        const unknown = `The process ended unexpectedly (${end}). Run \`waypost backup\` for details.`;
        finish(code, findMessage(output) ?? unknown);
      });
    });
  }
}

// Returns the error in the JSON that the command printed.
function findMessage(output: string): string | undefined {
  try {
    const result = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as { error?: { message?: string } };
    return result.error?.message;
  } catch {
    return undefined;
  }
}
