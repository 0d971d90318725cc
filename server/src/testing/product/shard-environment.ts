import { createHash } from 'node:crypto';
import { clusterSettings } from '../traffic/shard-servers.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';

// Environment variable with the addresses of the suite's ClickHouse shards, which the suite's processes inherit.
const variable = 'TEST_SHARD_URLS';

export function offerShards(urls: readonly string[]): void {
  process.env[variable] = urls.join(',');
}

// Returns the settings of an installation on the suite's shards, or nothing if there are no shards or the test chooses its
// own engines. Each data directory has its own database.
export function shardEnvironment(
  dataDirectory: string,
  chosen: Readonly<Record<string, string>>,
): Record<string, string> {
  const urls = process.env[variable];
  const isChosen = ['WAYPOST_TRAFFIC_STORE', 'WAYPOST_CLICKHOUSE_URL', 'WAYPOST_DATABASE_URL'].some(
    (name) => name in chosen,
  );
  if (urls === undefined || isChosen) return {};
  const database = `product_${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)}`;
  return {
    WAYPOST_CLICKHOUSE_URL: shardUrls(urls)
      .map((url) => url.replace(/\/\w+$/, `/${database}`))
      .join(','),
    ...clusterSettings,
  };
}
