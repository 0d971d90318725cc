import { Resolver } from 'node:dns/promises';
import { systemCode } from './errors.ts';

/** What name servers say: some names, that there is none, or nothing in time that could be relied on. */
export type CnameAnswer =
  | { outcome: 'names'; names: string[] }
  | { outcome: 'nothing' }
  | { outcome: 'silence' };

const timeLimitMs = 5_000;
const noRecordCodes = new Set(['ENODATA', 'ENOTFOUND']);

/** `servers` in place of the system's. */
export async function resolveCname(
  host: string,
  options: { servers?: string[]; timeoutMs?: number } = {},
): Promise<CnameAnswer> {
  const { servers, timeoutMs = timeLimitMs } = options;
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  // The limit of the resolver is for each server and grows; this one is for all of them together.
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    return { outcome: 'names', names: await resolver.resolveCname(host) };
  } catch (error) {
    return noRecordCodes.has(systemCode(error) ?? '') ? { outcome: 'nothing' } : { outcome: 'silence' };
  } finally {
    clearTimeout(timer);
  }
}
