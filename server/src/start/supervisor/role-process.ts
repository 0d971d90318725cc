import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readiness } from '../../platform/health.ts';
import { compileCacheEnvironment, heldPortEnvironment } from '../../config/environment.ts';
import type { HeldPort } from '../../platform/held-port.ts';
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
import { chooseCompileCache, type Program } from '../program.ts';
import { roles, type RoleMessage, type RoleName, type SupervisorMessage } from '../roles/role.ts';

/** A role can run in several processes. The first process has the name of the role. */
type NamedRole = { name: string; role: RoleName };

export function nameRole(role: RoleName, index: number): NamedRole {
  return { role, name: index === 0 ? role : `${role}-${index + 1}` };
}

const roleFile = new RegExp(String.raw`^(?:${roles.join('|')})(?:-\d+)?\.json$`);

type RoleReport = { readiness: Readiness; metrics: MetricSnapshot };
export type RoleProcess = RunningProcess & {
  program: Program;
  // Version that the process reports.
  version: string;
  requestReport: () => Promise<RoleReport | undefined>;
  isResponding: () => Promise<boolean>;
  /** Tells an edge to accept connections. Returns false if it does not do so in time or exits. */
  serve: () => Promise<boolean>;
  /** Resolves when the process stops accepting connections, because it is stopping or has exited. */
  leaving: Promise<void>;
};

const startTimeoutMs = 30_000;
const serveTimeoutMs = 10_000;
const reportTimeoutMs = 2_000;
const gracefulStopMs = 7_000;
const leftoverStopMs = 3_000;
// The edge's GeoIP lookups access 60 MB at random; huge pages make them about 10% faster. glibc reads this variable
// when a process starts; other C libraries ignore it.
const hugePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

type RoleProcessOptions = {
  program: Program;
  environment: NodeJS.ProcessEnv;
  runDirectory: string;
  ports: readonly HeldPort[];
  // A role that is still starting has no work to finish, so it ends as soon as this signal is aborted.
  stopping: AbortSignal;
};

/** Starts a role in a separate process group, so that Ctrl-C reaches only the supervisor. */
export async function startRoleProcess(
  { name, role }: NamedRole,
  options: RoleProcessOptions,
): Promise<RoleProcess> {
  const { environment, ports, program } = options;
  const child = spawn(program.runtime, [...process.execArgv, program.main, 'start', '--role', role], {
    env: {
      ...(role === 'edge' ? hugePages : {}),
      ...environment,
      ...compileCacheEnvironment(chooseCompileCache(program)),
      ...heldPortEnvironment(ports.length > 0),
    },
    detached: true,
    // `findHeldPort` expects the held ports at these positions.
    stdio: ['ignore', 'inherit', 'inherit', ...ports.map(({ descriptor }) => descriptor), 'ipc'],
  });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  const pid = child.pid ?? 0;
  const stop = (limitMs?: number) => stopChild(child, exited, limitMs);
  let version: string;
  try {
    // Inside the try block, because the process must be stopped if any step after its start fails.
    recordRoleProcess(options.runDirectory, name, pid);
    version = await waitUntilReady(name, child, { exited, stopping: options.stopping });
  } catch (error) {
    await stop();
    throw error;
  }
  const kill = () => void child.kill('SIGKILL');
  return {
    program,
    version,
    pid,
    exited,
    stop,
    kill,
    // A process that does not start serving is killed, so that another one can take its place.
    serve: async () => {
      const isServing = await ask(child, { type: 'serve' }, 'serving', serveTimeoutMs);
      if (!isServing) kill();
      return isServing;
    },
    leaving: Promise.race([waitForMessage(child, 'stopping'), exited]).then(() => undefined),
    isResponding: () => ask(child, { type: 'ping' }, 'alive', reportTimeoutMs),
    requestReport: () => requestReport(child),
  };
}

/** Stores the identity of a process, so that the next start can stop it if the supervisor is killed. */
export function recordRoleProcess(runDirectory: string, name: string, pid: number): void {
  writeJsonFile(runFile(runDirectory, name), identifyProcess(pid) ?? null);
}

async function stopChild(child: ChildProcess, exited: Promise<string>, limitMs?: number): Promise<void> {
  if (limitMs === undefined) child.kill('SIGTERM');
  else send(child, { type: 'stop', limitMs });
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs ?? gracefulStopMs);
  await exited;
  clearTimeout(timer);
}

// Sends a message. Returns false if the process does not answer in time or exits.
async function ask(
  child: ChildProcess,
  message: SupervisorMessage,
  answer: RoleMessage['type'],
  timeoutMs: number,
): Promise<boolean> {
  const done = new AbortController();
  const answered = waitForMessage(child, answer, done.signal).then(() => true);
  send(child, message);
  const timedOut = sleep(timeoutMs, false, { signal: done.signal, ref: false }).catch(() => false);
  const exited = once(child, 'exit', { signal: done.signal }).then(
    () => false,
    () => false,
  );
  const isAnswered = await Promise.race([answered, timedOut, exited]);
  done.abort();
  return isAnswered;
}

// If sending fails, the process is about to exit.
function send(child: ChildProcess, message: SupervisorMessage): void {
  child.send(message, () => undefined);
}

function waitForMessage(child: ChildProcess, type: RoleMessage['type'], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listen = (message: RoleMessage) => {
      if (message.type !== type) return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
    signal?.addEventListener('abort', () => child.off('message', listen));
  });
}

/**
 * Waits until the roles of a killed supervisor have exited, so that their ports are free again. The roles exit on their
 * own, and a role that is still running after a while is killed.
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

async function waitUntilReady(
  name: string,
  child: ChildProcess,
  { exited, stopping }: { exited: Promise<string>; stopping: AbortSignal },
): Promise<string> {
  const messaged = new Promise<RoleMessage>((resolve) =>
    child.once('message', (message) => resolve(message as RoleMessage)),
  );
  const ended = exited.then(
    (why) =>
      new OperatorError('unexpected', `The ${name} process did not start (${why}). See the log lines above.`),
  );
  const limit = AbortSignal.any([stopping, AbortSignal.timeout(startTimeoutMs)]);
  const interrupted = waitForAbort(limit).then(() => {
    const why = stopping.aborted ? 'was stopped' : `did not start within ${startTimeoutMs / 1000} s`;
    return new OperatorError('unexpected', `The ${name} process ${why}.`);
  });
  const first = await Promise.race([messaged, ended, interrupted]);
  if (first instanceof OperatorError) throw first;
  if (first.type === 'failed') throw new OperatorError(first.reason, first.message);
  return first.type === 'ready' ? first.version : '';
}

async function waitForAbort(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
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
