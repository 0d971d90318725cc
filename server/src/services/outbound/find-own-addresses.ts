import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createLookUp, type LookUp } from '../../platform/outbound-http/look-up.ts';
import { outboundLimits } from '../../platform/outbound-http/outbound-call.ts';
import { splitPostgresUrl } from '../../platform/postgres-url.ts';

/**
 * Finds the addresses of this machine and of the engines, which URLs from users must not reach even if the addresses
 * are public. Host names of engines are resolved once. Names that DNS does not resolve, such as names in `/etc/hosts`,
 * are left out. Their addresses are normally private, and private addresses are rejected anyway.
 */
export async function findOwnAddresses(
  engineUrls: readonly string[],
  lookUp: LookUp = createLookUp(outboundLimits),
): Promise<() => string[]> {
  const hosts = engineUrls
    .flatMap(splitPostgresUrl)
    .map((url) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'));
  const answers = await Promise.allSettled(
    hosts.map(async (host) => (isIP(host) === 0 ? await lookUp(host, new AbortController().signal) : [host])),
  );
  const engines = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  return () => [...listMachineAddresses(), ...engines];
}

function listMachineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((own) => own?.map(({ address }) => address) ?? []);
}
