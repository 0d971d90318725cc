import { Resolver } from 'node:dns/promises';

/** All addresses of a name. Rejects, or gives none, where there are none. */
export type LookUp = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Asks name servers for both kinds of addresses. `dns.lookup` would block one of a few threads that the whole process
 * shares for as long as a dead name server is silent. A resolver for each question, because cancelling one ends all of
 * its questions; it costs 35 microseconds. `servers` in place of the system's.
 */
export function createLookUp({ dnsMs, servers }: { dnsMs: number; servers?: readonly string[] }): LookUp {
  return async (name, signal) => {
    const resolver = new Resolver({ timeout: dnsMs, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    // The limit of the resolver is for each server and grows; this one is for all of them together.
    const timer = setTimeout(cancel, dnsMs);
    signal.addEventListener('abort', cancel);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      // Many name servers fail for IPv6 alone: one kind of answer is enough.
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
  };
}
