import { ensureSecrets } from '../../config/secrets.ts';
import { openDataDirectory, type TrafficStoreName } from '../../engines/data-directory.ts';
import { startEmbeddedEngines } from '../../engines/embedded-engines.ts';
import type { RunningEngine } from '../../engines/engine.ts';
import { createLogger } from '../../platform/logger.ts';
import { SupervisedProcess } from '../../platform/supervised-process.ts';
import { makeDataDirectory } from '../product/prepared-directory.ts';
import { removeDataDirectory } from '../product/product.ts';
import { clusterSettings, shardDirectory, startShardServers } from '../traffic/shard-servers.ts';
import { listEngines, type EngineName } from './schedule-faults.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

type Engines = {
  urls: Partial<Record<EngineName, string>>;
  // Data directories, which contain the files with the process IDs.
  directories: Partial<Record<EngineName, string>>;
  stop: () => Promise<void>;
};

const logger = createLogger({ role: 'test', level: 'silent', format: 'json' });

// Starts the engines outside of the installation, behind proxies that can delay and reset connections.
export async function startEnginesBehindProxies(store: TrafficStoreName, shards = 1) {
  const directory = makeDataDirectory();
  const engines = await startEngines(directory, store, shards);
  const proxies = new Map<EngineName, TcpProxy>();
  const proxied: Engines['urls'] = {};
  for (const name of listEngines(store, shards)) {
    const url = new URL(engines.urls[name] ?? '');
    const proxy = await startTcpProxy(Number(url.port));
    proxies.set(name, proxy);
    proxied[name] = Object.assign(url, { port: String(proxy.port) }).href;
  }
  const stop = async () => {
    for (const proxy of proxies.values()) proxy.close();
    await engines.stop();
    removeDataDirectory(directory);
  };
  const { urls, directories } = engines;
  const postgres = urls.postgres ?? '';
  const traffic = { store, url: store === 'clickhouse' ? joinShards(urls) : postgres };
  return {
    directories,
    addresses: { postgres, traffic },
    proxies,
    environment: addressEngines(proxied, store, shards),
    directEnvironment: addressEngines(urls, store, shards),
    stop,
  };
}

async function startEngines(directory: string, store: TrafficStoreName, shards: number): Promise<Engines> {
  const hasShards = shards > 1;
  const embedded = await startEmbeddedEngines({
    directory: openDataDirectory(directory),
    passwords: ensureSecrets(directory),
    wanted: { postgres: true, clickhouse: store === 'clickhouse' && !hasShards },
    logger,
  });
  const { postgres = '', clickhouse } = embedded.urls;
  const engines: Engines = {
    urls: { postgres, ...(clickhouse === undefined ? {} : { clickhouse }) },
    directories: { postgres: directory, clickhouse: directory },
    stop: embedded.stop,
  };
  return hasShards ? await addShards(engines, directory, shards) : engines;
}

// A shard that was killed is started again, like an embedded engine.
async function addShards(engines: Engines, directory: string, count: number): Promise<Engines> {
  const servers = await startShardServers(directory, count);
  const { urls, directories } = engines;
  const supervised: SupervisedProcess<RunningEngine>[] = [];
  for (const [at, { url, engine, restart }] of servers.entries()) {
    const name: EngineName = `shard-${at + 1}`;
    urls[name] = url;
    directories[name] = shardDirectory(directory, at);
    let first: RunningEngine | undefined = engine;
    const start = async () => {
      const running = first ?? (await restart());
      first = undefined;
      return running;
    };
    const shard = new SupervisedProcess({ name, start, logger });
    await shard.start();
    supervised.push(shard);
  }
  const stop = async () => {
    await Promise.all([...supervised.map((shard) => shard.stop()), engines.stop()]);
  };
  return { urls, directories, stop };
}

function joinShards(urls: Engines['urls']): string {
  const shards = Object.entries(urls).filter(([name]) => name !== 'postgres');
  return shards.map(([, url]) => url).join(',');
}

function addressEngines(
  urls: Engines['urls'],
  store: TrafficStoreName,
  shards: number,
): Record<string, string> {
  return {
    WAYPOST_DATABASE_URL: urls.postgres ?? '',
    ...(store === 'postgres'
      ? { WAYPOST_TRAFFIC_STORE: 'postgres' }
      : { WAYPOST_CLICKHOUSE_URL: joinShards(urls) }),
    ...(shards > 1 ? clusterSettings : {}),
  };
}
