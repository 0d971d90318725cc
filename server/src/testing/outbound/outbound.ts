import { createLookUp, type LookUp } from '../../platform/outbound-http/look-up.ts';
import {
  createOutboundClient,
  type OutboundClientOptions,
  type OutboundResult,
} from '../../services/outbound/create-outbound-client.ts';

/** A client that may reach some ports of this machine; names lead here unless a test says otherwise. */
export function laboratoryClient(
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

/** Names by a name server of the test, with the client's own way to ask. */
export function lookUpAt(server: string, dnsMs = 2_000): LookUp {
  return createLookUp({ dnsMs, servers: [server] });
}

/** The result in one word or number, for tables. */
export function briefly(result: OutboundResult): string | number {
  return result.kind === 'answered' ? result.status : result.error;
}
