import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureSecrets } from '../config/secrets.ts';
import { openDataDirectory } from '../engines/data-directory.ts';
import { readEngineUrls } from '../engines/embedded-engines.ts';
import { findFreePort } from '../platform/free-port.ts';
import { pollUntil } from '../platform/retry.ts';
import { productEnvironment, type Product } from './product.ts';

const command = join(import.meta.dirname, '..', 'cli', 'main.ts');

export type EdgeProcess = {
  url: string;
  /** Kills it as the kernel would, and starts it again at once. */
  killAndRestart: () => Promise<void>;
  stop: () => Promise<void>;
  output: () => string;
};

/** An edge by itself beside a running product, on its engines, with a spool of its own. Nobody else starts it again. */
export async function startEdgeProcess(
  product: Pick<Product, 'dataDirectory'>,
  spoolDirectory: string,
  extra: Record<string, string> = {},
): Promise<EdgeProcess> {
  const secrets = ensureSecrets(product.dataDirectory);
  const urls = readEngineUrls(openDataDirectory(product.dataDirectory), secrets);
  const port = await findFreePort('127.0.0.1');
  const environment = productEnvironment(product.dataDirectory, {
    WAYPOST_DATABASE_URL: urls?.postgres ?? '',
    WAYPOST_CLICKHOUSE_URL: urls?.clickhouse ?? '',
    WAYPOST_COOKIE_SECRET: secrets.cookie,
    WAYPOST_SPOOL_DIR: spoolDirectory,
    WAYPOST_EDGE_PORT: String(port),
    ...extra,
  });
  let output = '';
  const start = () => {
    const child = spawn(process.execPath, [command, 'start', '--role', 'edge'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    return child;
  };
  let child = start();
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true || undefined;
  const waitUntilUp = async () => {
    const up = await pollUntil(isUp, { timeoutMs: 20_000, intervalMs: 20 });
    if (up === undefined) throw new Error(`the edge does not answer:\n${output}`);
  };
  await waitUntilUp();
  return {
    url,
    output: () => output,
    killAndRestart: async () => {
      await end(child, 'SIGKILL');
      child = start();
      await waitUntilUp();
    },
    stop: () => end(child, 'SIGTERM'),
  };
}

async function end(victim: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (victim.exitCode !== null || victim.signalCode !== null) return;
  victim.kill(signal);
  await once(victim, 'exit');
}
