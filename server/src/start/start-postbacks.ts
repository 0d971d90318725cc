import type { Registry } from 'prom-client';
import { PostbackSender } from '../jobs/postbacks.ts';
import type { Logger } from '../platform/logger.ts';
import type { ServiceContext } from '../services/context.ts';
import { createOutboundClient } from '../services/outbound/create-outbound-client.ts';
import { findOwnAddresses } from '../services/outbound/find-own-addresses.ts';
import type { EngineAddresses } from './engine-addresses.ts';
import { registerPostbackMetrics } from './postback-metrics.ts';
import type { Settings } from './settings.ts';

/** The sender of postbacks with the one client that may call out, and its numbers. */
export async function startPostbacks(
  context: ServiceContext,
  { outboundAllow }: Pick<Settings, 'outboundAllow'>,
  engines: EngineAddresses,
  { logger, registry }: { logger: Logger; registry: Registry },
): Promise<PostbackSender> {
  const client = createOutboundClient({
    allow: outboundAllow,
    ownAddresses: await findOwnAddresses([engines.postgres, engines.traffic.url]),
  });
  const sender = new PostbackSender({ context, client, logger });
  registerPostbackMetrics(registry, sender);
  return sender;
}
