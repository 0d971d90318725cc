import { createLookUp, type LookUp } from '../../platform/outbound-http/look-up.ts';
import {
  createOutboundClient,
  type OutboundClientOptions,
  type OutboundResult,
} from '../../services/outbound/create-outbound-client.ts';

/** Creates a client that may call these ports on localhost; by default, every hostname resolves to 127.0.0.1. */
export function makeTestClient(
  ports: readonly number[],
  options: Partial<OutboundClientOptions> = {},
): ReturnType<typeof createOutboundClient> {
  return createOutboundClient({
    allow: ports.flatMap((port) => ['127.0.0.0/8', '::1'].map((range) => ({ range, port }))),
    ownAddresses: () => [],
    lookUp: async () => ['127.0.0.1'],
    ...options,
  });
}

export function makeTestLookUp(server: string, dnsMs = 2_000): LookUp {
  return createLookUp({ dnsMs, servers: [server] });
}

export function summarizeResult(result: OutboundResult): string | number {
  return result.kind === 'answered' ? result.status : result.error;
}
