import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { getClickHouseLibrary } from '../../engines/binaries.ts';
import { startClickHouse } from '../../engines/clickhouse/start.ts';
import type { RunningEngine } from '../../engines/engine.ts';
import type { Topology } from '../../traffic/clickhouse/migration-sql.ts';
import { findFreePort } from '../../platform/free-port.ts';

const cluster = 'shards';

// Keeper does not run in the embedded library, so tests cannot use replicated tables.
export const testTopology: Topology = { cluster, isReplicated: false };

// Settings of an installation on these servers.
export const clusterSettings = {
  WAYPOST_CLICKHOUSE_CLUSTER: cluster,
  WAYPOST_CLICKHOUSE_REPLICATION: 'off',
};

export type ShardServer = {
  url: string;
  engine: RunningEngine;
  // Starts the server again after it was stopped or killed, with the same address and data.
  restart: () => Promise<RunningEngine>;
};

// Starts ClickHouse servers that form a cluster with one shard per server.
export async function startShardServers(directory: string, count: number): Promise<ShardServer[]> {
  const ports: number[] = [];
  for (let at = 0; at < count * 2; at += 1) ports.push(await findFreePort('127.0.0.1'));
  const tcpPorts = ports.slice(count);
  const started = await Promise.all(
    tcpPorts.map(async (ownTcpPort, at) => {
      const own = shardDirectory(directory, at);
      mkdirSync(join(own, 'run'), { recursive: true });
      const start = () =>
        startClickHouse({
          data: join(own, 'data'),
          config: join(own, 'config'),
          run: join(own, 'run'),
          port: ports[at] ?? 0,
          library: getClickHouseLibrary(),
          password: 'test',
          cluster: { name: cluster, tcpPorts, ownTcpPort },
        });
      return { engine: await start(), restart: start };
    }),
  );
  return started.map((server) => ({ ...server, url: server.engine.url }));
}

export function shardDirectory(directory: string, shard: number): string {
  return join(directory, `shard-${shard + 1}`);
}
