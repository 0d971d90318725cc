import { parseAddress, parseAddressRange } from '@waypost/contract/conditions/address.ts';
import type { IncomingEvent } from '../goals/index.ts';

/** What a network asks of the requests that speak for it. */
type SourceRules = {
  /** Addresses and networks; an empty list allows all. */
  postbackIps: readonly string[];
  /** In hexadecimal; null where no token was issued. */
  tokenHash: string | null;
};

type SourceCheck = 'allowed' | 'wrong-address' | 'wrong-token';

/** Whether a request may speak for a network. `hash` is SHA-256, in hexadecimal. */
export function checkSource(
  rules: SourceRules,
  request: { address: string; incoming: Pick<IncomingEvent, 'params'> },
  hash: (text: string) => string,
): SourceCheck {
  if (!isListed(rules.postbackIps, request.address)) return 'wrong-address';
  if (rules.tokenHash === null) return 'allowed';
  const token = findToken(request.incoming.params);
  return token !== undefined && hash(token) === rules.tokenHash ? 'allowed' : 'wrong-token';
}

function isListed(list: readonly string[], text: string): boolean {
  if (list.length === 0) return true;
  const address = parseAddress(text);
  if (address === undefined) return false;
  return list.some((entry) => {
    const range = parseAddressRange(entry);
    if (range === undefined || typeof range.from !== typeof address) return false;
    return range.from <= address && address <= range.to;
  });
}

/** Names count in any case of letters, as those of the other parameters do. */
function findToken(params: ReadonlyMap<string, string>): string | undefined {
  for (const [name, value] of params) if (name.toLowerCase() === 'token') return value;
  return undefined;
}
