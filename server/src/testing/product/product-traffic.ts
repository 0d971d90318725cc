import { ensureSecrets } from '../../config/secrets.ts';
import { openDataDirectory, readTrafficStore } from '../../engines/data-directory.ts';
import { readEngineUrls } from '../../engines/embedded-engines.ts';
import type { EngineAddresses, TrafficAddress } from '../../start/engine-addresses.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';
import { openTraffic } from '../traffic/open-traffic.ts';
import type { Product } from './product.ts';
import { shardEnvironment } from './shard-environment.ts';

export function readEngineAddresses({ dataDirectory }: Pick<Product, 'dataDirectory'>): EngineAddresses {
  const directory = openDataDirectory(dataDirectory);
  const { postgres = '', clickhouse = '' } = readEngineUrls(directory, ensureSecrets(dataDirectory)) ?? {};
  const store = readTrafficStore(directory) ?? 'clickhouse';
  const onShards = shardEnvironment(dataDirectory, {})['WAYPOST_CLICKHOUSE_URL'];
  return { postgres, traffic: { store, url: store === 'clickhouse' ? (onShards ?? clickhouse) : postgres } };
}

export function readTrafficAddress(product: Pick<Product, 'dataDirectory'>): TrafficAddress {
  return readEngineAddresses(product).traffic;
}

export function openProductTraffic(product: Pick<Product, 'dataDirectory'>): TrafficStore {
  return openTraffic(readTrafficAddress(product));
}
