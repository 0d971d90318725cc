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
  waitForExit,
  type ProcessIdentity,
} from '../../platform/process-identity.ts';
import { roles, type RoleMessage, type RoleName, type SupervisorMessage } from '../roles/role.ts';

/** A role can run in several processes. The first is named after the role. */
export type NamedRole = { name: string; role: RoleName };

export function nameRole(role: RoleName, index: number): NamedRole {
  return { role, name: index === 0 ? role : `${role}-${index + 1}` };
}

const roleFile = new RegExp(String.raw`^(?:${roles.join('|')})(?:-\d+)?\.json$`);

type RoleReport = { readiness: Readiness; metrics: MetricSnapshot };
export type RoleProcess = RunningProcess & { requestReport: () => Promise<RoleReport | undefined> };

const startTimeoutMs = 30_000;
const reportTimeoutMs = 2_000;
const gracefulStopMs = 7_000;
const leftoverStopMs = 3_000;
// The edge's GeoIP lookups access 60 MB at random; huge pages make them about 10% faster. glibc reads this variable
// when a process starts; other C libraries ignore it.
const hugePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };
const mainFile = process.argv[1] ?? '';

/** Starts a role in a separate process group, so that Ctrl-C reaches only the supervisor. */
export async function startRoleProcess(
  { name, role }: NamedRole,
  options: { environment: NodeJS.ProcessEnv; runDirectory: string },
): Promise<RoleProcess> {
  const child = spawn(process.execPath, [...process.execArgv, mainFile, 'start', '--role', role], {
    env: role === 'edge' ? { ...hugePages, ...options.environment } : options.environment,
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
    const timer = setTimeout(() => child.kill('SIGKILL'), gracefulStopMs);
    await exited;
    clearTimeout(timer);
  };
  try {
    // Inside the try block, because the process must be stopped if anything fails from here on.
    writeJsonFile(runFile(options.runDirectory, name), identifyProcess(pid) ?? null);
    await waitUntilReady(name, child, exited);
  } catch (error) {
    await stop();
    throw error;
  }
  const kill = () => void child.kill('SIGKILL');
  return { pid, exited, stop, kill, requestReport: () => requestReport(child) };
}

/**
 * Waits until the roles of a killed supervisor have exited, so that their ports are free again. The roles exit on their
 * own.
 */
export async function stopLeftoverRoles(runDirectory: string): Promise<void> {
  const files = readdirSync(runDirectory).filter((file) => roleFile.test(file));
  await Promise.all(
    files.map(async (file) => {
      const identity = readRunFile(join(runDirectory, file)) as ProcessIdentity | null | undefined;
      if (identity === undefined || identity === null || (await waitForExit(identity, leftoverStopMs)))
        return;
      signalProcess(identity, 'SIGKILL');
      await waitForExit(identity, leftoverStopMs);
    }),
  );
}

async function waitUntilReady(name: string, child: ChildProcess, exited: Promise<string>): Promise<void> {
  const messaged = new Promise<RoleMessage>((resolve) =>
    child.once('message', (message) => resolve(message as RoleMessage)),
  );
  const ended = exited.then(
    (why) =>
      new OperatorError('unexpected', `The ${name} process did not start (${why}). See the log lines above.`),
  );
  const timedOut = once(AbortSignal.timeout(startTimeoutMs), 'abort').then(
    () =>
      new OperatorError('unexpected', `The ${name} process did not start within ${startTimeoutMs / 1000} s.`),
  );
  const first = await Promise.race([messaged, ended, timedOut]);
  if (first instanceof OperatorError) throw first;
  if (first.type === 'failed') throw new OperatorError(first.reason, first.message);
}

let lastRequestId = 0;

function requestReport(child: ChildProcess): Promise<RoleReport | undefined> {
  lastRequestId += 1;
  const requestId = lastRequestId;
  return new Promise((resolve) => {
    const done = (report: RoleReport | undefined) => {
      clearTimeout(timer);
      child.off('message', listen);
      resolve(report);
    };
    const listen = (message: RoleMessage) => {
      if (message.type === 'report' && message.requestId === requestId)
        done({ readiness: message.readiness, metrics: message.metrics });
    };
    const timer = setTimeout(() => done(undefined), reportTimeoutMs);
    child.on('message', listen);
    const request: SupervisorMessage = { type: 'report', requestId };
    child.send(request, (error) => {
      if (error !== null) done(undefined);
    });
  });
}

function runFile(directory: string, name: string): string {
  return join(directory, `${name}.json`);
}
