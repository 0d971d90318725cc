import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readServerPid } from '../../src/engines/postgres/leftovers.ts';
import { exitCodes } from '../../src/platform/operator-error.ts';
import {
  identifyProcess,
  signalProcess,
  waitForExit,
  type ProcessIdentity,
} from '../../src/platform/process-identity.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { findAllProcesses, readParentPid } from '../../src/testing/product/processes.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { launch, productEnvironment, runCommand } from '../../src/testing/product/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';

const { newDirectory, start } = useProducts();

async function waitForText(launched: { output: () => string }, text: string): Promise<void> {
  const seen = await pollUntil(() => (launched.output().includes(text) ? true : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 5,
  });
  if (seen === undefined) throw new Error(`timed out waiting for "${text}":\n${launched.output()}`);
}

// Holds up the roles of an installation when they start, as a busy machine does, for longer than a stop may take.
function holdUpRoles(): Record<string, string> {
  const preload = join(makeTemporaryDirectory(), 'hold-up.mjs');
  const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000)';
  writeFileSync(preload, `if (process.argv.includes('--role')) ${wait};`);
  return { NODE_OPTIONS: `--import=${preload}` };
}

describe('an interrupted start', () => {
  // A first start takes a long time, so only a full run tests it with every engine and at every step.
  const steps = [
    ['engines ready', lightStoreEnvironment],
    ['starting embedded engines', {}],
  ] as const;
  test.each(steps.slice(0, rounds(1, steps.length)))(
    'exits cleanly after Ctrl-C at "%s" and leaves no processes behind',
    async (step, environment) => {
      const dataDirectory = newDirectory();
      const launched = launch({ dataDirectory, environment: { ...environment, ...holdUpRoles() } });
      await waitForText(launched, step);
      launched.process.kill('SIGINT');
      expect(await launched.exited, launched.output()).toBe(0);
      expect(launched.output()).not.toContain('Waypost is running');
      expect(launched.output()).not.toContain('    at ');
      const pid = readServerPid(join(dataDirectory, 'postgres'));
      const server = pid === undefined ? undefined : identifyProcess(pid);
      if (server !== undefined) expect(await waitForExit(server, hangLimitMs)).toBe(true);
      await start({ dataDirectory, environment });
    },
  );

  test('leaves no roles behind after SIGKILL while they are starting', async () => {
    const dataDirectory = newDirectory();
    const launched = launch({ dataDirectory, environment: lightStoreEnvironment });
    await waitForText(launched, 'engines ready');
    const roles = await pollUntil(
      () => {
        const found = (['api', 'edge', 'worker'] as const).map((name) => readIdentity(dataDirectory, name));
        return found.every((identity) => identity !== undefined)
          ? found.filter((identity) => identity !== undefined)
          : undefined;
      },
      { timeoutMs: hangLimitMs, intervalMs: 2 },
    );
    launched.process.kill('SIGKILL');
    for (const identity of roles ?? []) expect(await waitForExit(identity, hangLimitMs)).toBe(true);
    expect(roles).toHaveLength(3);
  });
});

function readIdentity(dataDirectory: string, name: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDirectory, 'run', `${name}.json`), 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

test('commands work while an instance is starting', async () => {
  const dataDirectory = newDirectory();
  const environment = productEnvironment(dataDirectory, lightStoreEnvironment);
  expect(runCommand({ environment }, ['workspace', 'create', '--name', 'First']).code).toBe(0);
  const launched = launch({ dataDirectory, environment: lightStoreEnvironment });
  await waitForText(launched, 'starting embedded engines');
  const result = runCommand({ environment }, ['workspace', 'list']);
  expect(result.stdout).toContain('First');
  expect(result.code).toBe(exitCodes.done);
  launched.process.kill('SIGINT');
  await launched.exited;
});

test('the API answers 503 while PostgreSQL is frozen, and the installation stops without waiting for it', async () => {
  const product = await start({ environment: lightStoreEnvironment });
  const token =
    /wpk_\w+/.exec(readFileSync(join(product.dataDirectory, 'first-access.txt'), 'utf8'))?.[0] ?? '';
  const whoAmI = () =>
    fetch(`${product.urls.panel}/api/v1/whoami`, { headers: { authorization: `Bearer ${token}` } });
  expect((await whoAmI()).status).toBe(200);
  const server = readServerPid(join(product.dataDirectory, 'postgres')) ?? 0;
  const all = [server, ...childrenOf(server)];
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  // Resumes the processes. While they are frozen, they cannot notice that their server is gone; once resumed, they exit
  // on their own.
  onTestFinished(() => all.forEach(resumeProcess));
  const startedAt = performance.now();
  const answer = await whoAmI();
  expect(answer.status).toBe(503);
  expect(performance.now() - startedAt).toBeLessThan(hangLimitMs);
  const processes = findAllProcesses(product);
  const stoppedAt = performance.now();
  await product.stop();
  expect(performance.now() - stoppedAt).toBeLessThan(hangLimitMs);
  for (const identity of processes) expect(await waitForExit(identity, hangLimitMs)).toBe(true);
});

function resumeProcess(pid: number): void {
  const identity = identifyProcess(pid);
  if (identity !== undefined) signalProcess(identity, 'SIGCONT');
}

function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') return [];
  const listed = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((pid) => pid !== '')
    .map(Number);
  return listed.filter((pid) => readParentPid(pid) === parent);
}
