import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readiness } from '../../platform/health.ts';
import { readRunFile, writeJsonFile } from '../../platform/json-file.ts';
import type { RunningProcess } from '../../platform/supervised-process.ts';
import type { MetricSnapshot } from '../../platform/metrics.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import {
  identifyProcess,
  signalProcess,
  waitUntilGone,
  type ProcessIdentity,
} from '../../platform/process-identity.ts';
import { roles, type RoleMessage, type RoleName, type SupervisorMessage } from '../roles/role.ts';

/** A role may run in several processes; the first has the role's own name. */
export type NamedRole = { name: string; role: RoleName };

export function nameRole(role: RoleName, index: number): NamedRole {
  return { role, name: index === 0 ? role : `${role}-${index + 1}` };
}

const roleFile = new RegExp(String.raw`^(?:${roles.join('|')})(?:-\d+)?\.json$`);

type RoleReport = { readiness: Readiness; metrics: MetricSnapshot };
export type RoleProcess = RunningProcess & { ask: () => Promise<RoleReport | undefined> };

const startTimeoutMs = 30_000;
const answerTimeoutMs = 2_000;
const orderlyStopMs = 7_000;
const leftoverStopMs = 3_000;
// The edge looks addresses up all over 60 MB: with pages of 2 MB the processor finds them in a tenth less time. glibc
// reads this when a process begins; others pass it over.
const largePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };
// The program that runs here, built or from its sources.
const mainFile = process.argv[1] ?? '';

/** One role in a process of its own, outside this process group, so that Ctrl-C reaches only the supervisor. */
export async function startRoleProcess(
  { name, role }: NamedRole,
  options: { environment: NodeJS.ProcessEnv; runDirectory: string },
): Promise<RoleProcess> {
  const child = spawn(process.execPath, [...process.execArgv, mainFile, 'start', '--role', role], {
    env: role === 'edge' ? { ...largePages, ...options.environment } : options.environment,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  const pid = child.pid ?? 0;
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), orderlyStopMs);
    await exited;
    clearTimeout(timer);
  };
  try {
    // Inside, like all that can fail from here on: a process that was started must not outlive a failed start.
    writeJsonFile(runFile(options.runDirectory, name), identifyProcess(pid) ?? null);
    await waitUntilReady(name, child, exited);
  } catch (error) {
    await stop();
    throw error;
  }
  const kill = () => void child.kill('SIGKILL');
  return { pid, exited, stop, kill, ask: () => ask(child) };
}

/** Roles whose supervisor was killed end by themselves; this waits for them, so that their ports are free again. */
export async function stopLeftoverRoles(runDirectory: string): Promise<void> {
  const files = readdirSync(runDirectory).filter((file) => roleFile.test(file));
  await Promise.all(
    files.map(async (file) => {
      const identity = readRunFile(join(runDirectory, file)) as ProcessIdentity | null | undefined;
      if (identity === undefined || identity === null || (await waitUntilGone(identity, leftoverStopMs)))
        return;
      signalProcess(identity, 'SIGKILL');
      await waitUntilGone(identity, leftoverStopMs);
    }),
  );
}

async function waitUntilReady(name: string, child: ChildProcess, exited: Promise<string>): Promise<void> {
  const said = new Promise<RoleMessage>((resolve) =>
    child.once('message', (message) => resolve(message as RoleMessage)),
  );
  const ended = exited.then(
    (why) =>
      new OperatorError('unexpected', `the ${name} process did not start (${why}); its last lines say why`),
  );
  const tooLate = once(AbortSignal.timeout(startTimeoutMs), 'abort').then(
    () =>
      new OperatorError('unexpected', `the ${name} process did not start within ${startTimeoutMs / 1000} s`),
  );
  const first = await Promise.race([said, ended, tooLate]);
  if (first instanceof OperatorError) throw first;
  if (first.type === 'failed') throw new OperatorError(first.reason, first.message);
}

let questions = 0;

function ask(child: ChildProcess): Promise<RoleReport | undefined> {
  questions += 1;
  const question = questions;
  return new Promise((resolve) => {
    const done = (report: RoleReport | undefined) => {
      clearTimeout(timer);
      child.off('message', listen);
      resolve(report);
    };
    const listen = (message: RoleMessage) => {
      if (message.type === 'report' && message.question === question)
        done({ readiness: message.readiness, metrics: message.metrics });
    };
    const timer = setTimeout(() => done(undefined), answerTimeoutMs);
    child.on('message', listen);
    const asked: SupervisorMessage = { type: 'report', question };
    child.send(asked, (error) => {
      if (error !== null) done(undefined);
    });
  });
}

function runFile(directory: string, name: string): string {
  return join(directory, `${name}.json`);
}
