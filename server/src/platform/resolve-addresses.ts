import { Resolver } from 'node:dns/promises';
import { systemCode } from './errors.ts';

type AddressAnswer =
  | { outcome: 'addresses'; addresses: string[] }
  // The name does not exist, has no address, or its zone does not answer yet.
  | { outcome: 'nothing' }
  // The name servers of this machine failed.
  | { outcome: 'no-response' };

const timeLimitMs = 5_000;
const noRecordCodes = new Set(['ENODATA', 'ENOTFOUND', 'ESERVFAIL']);

// Asks name servers instead of the operating system, whose hosts file often maps the machine's own name to a local
// address.
export async function resolveAddresses(host: string, servers?: readonly string[]): Promise<AddressAnswer> {
  const resolver = new Resolver({ timeout: timeLimitMs, tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), timeLimitMs);
  try {
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (addresses.length > 0) return { outcome: 'addresses', addresses };
    const hasResponse = results.some(
      (result) => result.status === 'fulfilled' || noRecordCodes.has(systemCode(result.reason) ?? ''),
    );
    return { outcome: hasResponse ? 'nothing' : 'no-response' };
  } finally {
    clearTimeout(timer);
  }
}
