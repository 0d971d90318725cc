import { createOutboundClient, type OutboundClient } from '../services/outbound/create-outbound-client.ts';
import { findOwnAddresses } from '../services/outbound/find-own-addresses.ts';
import { shardUrls } from '../traffic/clickhouse/shards/shard-layout.ts';
import type { EngineAddresses } from './engine-addresses.ts';
import type { Settings } from './settings.ts';

export async function provideOutbound(
  { outboundAllow }: Pick<Settings, 'outboundAllow'>,
  { postgres, traffic }: EngineAddresses,
): Promise<OutboundClient> {
  const engineUrls = [postgres, ...(traffic.store === 'clickhouse' ? shardUrls(traffic.url) : [])];
  return createOutboundClient({
    allow: outboundAllow,
    ownAddresses: await findOwnAddresses(engineUrls),
  });
}
