import { isInRange, parseAddress, parseAddressRange } from '@waypost/contract/ip-addresses/parse-address.ts';
import type { IncomingEvent } from './index.ts';

type SourceRules = {
  /** Allowed addresses and CIDR ranges. An empty list allows all addresses. */
  postbackIps: readonly string[];
  tokenHash: string | null;
};

type SourceCheck = 'allowed' | 'wrong-address' | 'wrong-token';

/** Checks the sender of a postback. `hash` must return SHA-256 in hexadecimal. */
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
    return range !== undefined && isInRange(address, range);
  });
}

// Finds the token parameter. Its name is case-insensitive, like all parameter names.
function findToken(params: ReadonlyMap<string, string>): string | undefined {
  for (const [name, value] of params) if (name.toLowerCase() === 'token') return value;
  return undefined;
}
