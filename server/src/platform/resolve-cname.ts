import { Resolver } from 'node:dns/promises';
import { systemCode } from './errors.ts';

/**
 * Result of a query: `nothing` means that there is no CNAME record, and `no-response` means that the name servers
 * failed or timed out.
 */
export type CnameAnswer =
  | { outcome: 'names'; names: string[] }
  | { outcome: 'nothing' }
  | { outcome: 'no-response' };

const timeLimitMs = 5_000;
const noRecordCodes = new Set(['ENODATA', 'ENOTFOUND']);

export async function resolveCname(
  host: string,
  options: { servers?: string[]; timeoutMs?: number } = {},
): Promise<CnameAnswer> {
  const { servers, timeoutMs = timeLimitMs } = options;
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  // The resolver's own timeout applies to each server separately. This timer applies to all
  // servers together.
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    return { outcome: 'names', names: await resolver.resolveCname(host) };
  } catch (error) {
    return noRecordCodes.has(systemCode(error) ?? '') ? { outcome: 'nothing' } : { outcome: 'no-response' };
  } finally {
    clearTimeout(timer);
  }
}
