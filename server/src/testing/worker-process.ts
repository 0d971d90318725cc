import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureSecrets } from '../config/secrets.ts';
import { openDataDirectory } from '../engines/data-directory.ts';
import { readEngineUrls } from '../engines/embedded-engines.ts';
import { findFreePort } from '../platform/free-port.ts';
import { productEnvironment, type Product } from './product.ts';

const command = join(import.meta.dirname, '..', 'cli', 'main.ts');

export type WorkerProcess = {
  /** Kills it as the kernel would, and starts it again at once. */
  killAndRestart: () => Promise<void>;
  stop: () => Promise<void>;
  output: () => string;
};

/** A second worker beside a running product, on its engines. Nobody else starts it again. */
export async function startWorkerProcess(
  product: Pick<Product, 'dataDirectory'>,
  extra: Record<string, string> = {},
): Promise<WorkerProcess> {
  const secrets = ensureSecrets(product.dataDirectory);
  const urls = readEngineUrls(openDataDirectory(product.dataDirectory), secrets);
  const environment = productEnvironment(product.dataDirectory, {
    WAYPOST_DATABASE_URL: urls?.postgres ?? '',
    WAYPOST_CLICKHOUSE_URL: urls?.clickhouse ?? '',
    WAYPOST_COOKIE_SECRET: secrets.cookie,
    WAYPOST_METRICS_PORT: String(await findFreePort('127.0.0.1')),
    ...extra,
  });
  let output = '';
  const start = () => {
    const child = spawn(process.execPath, [command, 'start', '--role', 'worker'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    return child;
  };
  let child = start();
  return {
    output: () => output,
    killAndRestart: async () => {
      await end(child, 'SIGKILL');
      child = start();
    },
    stop: () => end(child, 'SIGTERM'),
  };
}

async function end(victim: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (victim.exitCode !== null || victim.signalCode !== null) return;
  victim.kill(signal);
  await once(victim, 'exit');
}
