import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { ensureSecrets } from '../../config/secrets.ts';
import { readEngineAddresses } from './product-traffic.ts';
import { command, productEnvironment, type Product } from './product.ts';

export type RoleProcess = {
  killAndRestart: () => Promise<void>;
  stop: () => Promise<void>;
  output: () => string;
};

/** Starts a single role on the engines of a running installation. No supervisor restarts the role. */
export function startRoleProcess(
  product: Pick<Product, 'dataDirectory'>,
  role: 'edge' | 'worker',
  extra: Record<string, string>,
): RoleProcess {
  const secrets = ensureSecrets(product.dataDirectory);
  const { postgres, traffic } = readEngineAddresses(product);
  const environment = productEnvironment(product.dataDirectory, {
    WAYPOST_DATABASE_URL: postgres,
    WAYPOST_TRAFFIC_STORE: traffic.store,
    ...(traffic.store === 'clickhouse' ? { WAYPOST_CLICKHOUSE_URL: traffic.url } : {}),
    WAYPOST_COOKIE_SECRET: secrets.cookie,
    ...extra,
  });
  let output = '';
  const start = () => {
    const child = spawn(process.execPath, [command, 'start', '--role', role], {
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
