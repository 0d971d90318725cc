import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TrafficStoreName } from '../../engines/data-directory.ts';
import type { EngineAddresses } from '../../start/engine-addresses.ts';
import { environmentFor } from '../machine.ts';
import { shareGeoTables } from '../product/geo-tables.ts';
import { takePort } from '../product/own-ports.ts';
import { makeDataDirectory, makePreparedDirectory } from '../product/prepared-directory.ts';
import { readEngineAddresses } from '../product/product-traffic.ts';
import {
  launch,
  productEnvironment,
  removeDataDirectory,
  runCommand,
  type Product,
} from '../product/product.ts';
import { waitUntil } from '../wait-until.ts';
import { startEnginesBehindProxies } from './engines-behind-proxies.ts';
import type { EngineName } from './schedule-faults.ts';
import type { TcpProxy } from './tcp-proxy.ts';

type InstallationOptions = {
  store: TrafficStoreName;
  edges: number;
  hasStandby: boolean;
  // True to run the engines outside of the installation, behind proxies that can delay and reset connections.
  hasProxies: boolean;
  // Number of ClickHouse shards. Several shards require proxies.
  shards: number;
  receiverPort: number;
  machineEnvironment: Record<string, string>;
  spoolDirectory: string | undefined;
};

export type FaultInstallation = Pick<Product, 'dataDirectory' | 'environment' | 'urls'> & {
  // Data directory of an engine.
  engineDirectory: (name: EngineName) => string;
  // Addresses of the engines, without proxies.
  addresses: () => EngineAddresses;
  proxies: ReadonlyMap<EngineName, TcpProxy>;
  output: () => string;
  // Number of times that the supervisor was started again.
  restarts: () => number;
  stop: () => Promise<void>;
};

const restartPauseMs = 200;

// Starts an installation and, like a service manager, starts it again whenever it ends.
export async function startInstallation(options: InstallationOptions): Promise<FaultInstallation> {
  const { store, spoolDirectory } = options;
  const engines = options.hasProxies ? await startEnginesBehindProxies(store, options.shards) : undefined;
  const dataDirectory =
    engines === undefined ? makePreparedDirectory(environmentFor(store)) : makeDataDirectory();
  if (spoolDirectory !== undefined) {
    mkdirSync(spoolDirectory, { recursive: true, mode: 0o700 });
    shareGeoTables(spoolDirectory);
  }
  const ports = { panel: takePort(), edge: takePort(), status: takePort() };
  const environment = {
    ...environmentFor(store),
    ...engines?.environment,
    WAYPOST_PORT: String(ports.panel),
    WAYPOST_EDGE_PORT: String(ports.edge),
    WAYPOST_METRICS_PORT: String(ports.status),
    WAYPOST_EDGE_PROCESSES: String(options.edges),
    WAYPOST_EDGE_STANDBY: options.hasStandby ? 'on' : 'off',
    WAYPOST_OUTBOUND_ALLOW: `127.0.0.1/32:${options.receiverPort}`,
    ...(spoolDirectory === undefined ? {} : { WAYPOST_SPOOL_DIR: spoolDirectory }),
  };
  // Commands run synchronously, so they cannot use the proxies of this process.
  const commands = productEnvironment(dataDirectory, { ...environment, ...engines?.directEnvironment });
  if (engines !== undefined) migrate(commands);
  const runs = keepRunning(dataDirectory, { ...environment, ...options.machineEnvironment });
  await waitUntil(() => runs.output().includes('Waypost is running.'));
  return {
    dataDirectory,
    engineDirectory: (name) => engines?.directories[name] ?? dataDirectory,
    environment: commands,
    urls: { panel: urlOf(ports.panel), edge: urlOf(ports.edge), status: urlOf(ports.status) },
    addresses: () => engines?.addresses ?? readEngineAddresses({ dataDirectory }),
    proxies: engines?.proxies ?? new Map(),
    output: runs.output,
    restarts: () => runs.count() - 1,
    stop: async () => {
      await runs.stop();
      await engines?.stop();
      removeDataDirectory(dataDirectory);
    },
  };
}

function migrate(environment: NodeJS.ProcessEnv): void {
  const { code, stderr } = runCommand({ environment }, ['migrate']);
  if (code !== 0) throw new Error(`the migration failed: ${stderr}`);
}

function keepRunning(dataDirectory: string, environment: Record<string, string>) {
  const runs: ReturnType<typeof launch>[] = [];
  let isStopping = false;
  const start = () => {
    const run = launch({ dataDirectory, environment });
    runs.push(run);
    return run;
  };
  let current = start();
  const running = (async () => {
    for (;;) {
      await current.exited;
      if (isStopping) return;
      await sleep(restartPauseMs);
      current = start();
    }
  })();
  return {
    output: () => runs.map((run) => run.output()).join(''),
    count: () => runs.length,
    stop: async () => {
      isStopping = true;
      current.process.kill('SIGINT');
      await running;
    },
  };
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
