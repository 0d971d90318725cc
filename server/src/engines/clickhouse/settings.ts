import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { usableMemoryBytes } from '../usable-memory.ts';
import { writePrivateFile } from '../../platform/json-file.ts';

export const clickhouseUser = 'waypost';

// Servers on this machine that read from each other, with one shard each. All have the same password.
export type LocalCluster = { name: string; tcpPorts: readonly number[] };

/** Writes the configuration, which limits memory and threads so that Waypost runs on a server with 2 GB of memory. */
export function writeClickHouseConfig(directory: string, password: string, cluster?: LocalCluster): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const users = join(directory, 'users.xml');
  const config = join(directory, 'config.xml');
  writePrivateFile(users, usersXml(password, cluster));
  writePrivateFile(
    config,
    configXml(users, cluster === undefined ? '' : remoteServersXml(cluster, password)),
  );
  return config;
}

function remoteServersXml({ name, tcpPorts }: LocalCluster, password: string): string {
  const shards = tcpPorts.map(
    (port) => `<shard><replica><host>127.0.0.1</host><port>${port}</port>
    <user>${clickhouseUser}</user><password>${escapeXml(password)}</password></replica></shard>`,
  );
  return `  <remote_servers><${name}>${shards.join('')}</${name}></remote_servers>\n`;
}

function configXml(usersFile: string, remoteServers: string): string {
  const memoryBytes = memoryBytesMax();
  const threads = Math.max(2, availableParallelism());
  // Backups may be written to any folder, because only Waypost knows the password, and ClickHouse runs as the same user.
  // There is no <logger> section, because with this section the engine would hang on exit.
  return `<clickhouse>
  <users_config>${escapeXml(usersFile)}</users_config>
  <max_server_memory_usage>${memoryBytes}</max_server_memory_usage>
  <max_thread_pool_size>${threads * 100}</max_thread_pool_size>
  <max_concurrent_queries>100</max_concurrent_queries>
  <background_pool_size>${threads}</background_pool_size>
  <background_schedule_pool_size>8</background_schedule_pool_size>
  <background_common_pool_size>2</background_common_pool_size>
  <mark_cache_size>${Math.floor(memoryBytes / 10)}</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <backups><allowed_path>/</allowed_path></backups>
${remoteServers}</clickhouse>
`;
}

function usersXml(password: string, cluster: LocalCluster | undefined): string {
  const passwordHash = createHash('sha256').update(password).digest('hex');
  const loopback = '<networks><ip>127.0.0.1</ip></networks>';
  // The engine's own session uses the user "default", which cannot have a password. The session runs exactly one query
  // per port that it opens and one that waits forever. These queries use up the user's quota, so that nobody else can
  // use this user. A smaller LowCardinality dictionary makes event pages faster, because the whole dictionary
  // is read even for a single row. Tables become slightly larger.
  const ownQueries = cluster === undefined ? 2 : 3;
  return `<clickhouse>
  <profiles>
    <default>
      <low_cardinality_max_dictionary_size>4096</low_cardinality_max_dictionary_size>
      <max_threads>${Math.max(2, availableParallelism())}</max_threads>
      <max_memory_usage>${Math.floor(memoryBytesMax() * 0.6)}</max_memory_usage>
    </default>
  </profiles>
  <quotas>
    <default></default>
    <start><interval><duration>2147483647</duration><queries>${ownQueries}</queries></interval></start>
  </quotas>
  <users>
    <default>
      <password></password>${loopback}<profile>default</profile><quota>start</quota>
      <grants><query>GRANT SYSTEM LISTEN ON *.*</query><query>GRANT SELECT ON system.numbers</query></grants>
    </default>
    <${clickhouseUser}>
      <password_sha256_hex>${passwordHash}</password_sha256_hex>${loopback}<profile>default</profile><quota>default</quota>
      <access_management>1</access_management>
    </${clickhouseUser}>
  </users>
</clickhouse>
`;
}

// Returns a third of the memory, but at least 700 MiB. A low limit slows down reports, but not the edge.
function memoryBytesMax(): number {
  return Math.max(700 * 1024 * 1024, Math.floor(usableMemoryBytes() / 3));
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
