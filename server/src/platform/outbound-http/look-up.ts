import { Resolver } from 'node:dns/promises';

export type LookUp = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Queries A and AAAA records. `dns.lookup` would block one of the few threads of the process while a name server is
 * unresponsive. Uses one resolver per lookup, because canceling a resolver ends all its queries; this takes 35
 * microseconds. `servers` replaces those of the system.
 */
export function createLookUp({ dnsMs, servers }: { dnsMs: number; servers?: readonly string[] }): LookUp {
  return async (name, signal) => {
    const resolver = new Resolver({ timeout: dnsMs, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    // The timeout of the resolver applies to each server and grows; this one applies to all of them together.
    const timer = setTimeout(cancel, dnsMs);
    signal.addEventListener('abort', cancel);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      // Many name servers fail for IPv6 only: one kind of address is enough.
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
  };
}
