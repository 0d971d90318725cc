import { judgeAddress, type OutboundRule } from '../../domain/outbound/address-policy.ts';
import { judgeOutboundUrl } from '../../domain/outbound/judge-url.ts';
import { parseAddress } from '../../domain/outbound/parse-address.ts';
import { outboundLimits } from '../../platform/outbound-http/outbound-call.ts';
import {
  OutboundHttp,
  type OutboundHttpOptions,
  type UrlReading,
} from '../../platform/outbound-http/outbound-http.ts';

export type { OutboundClient } from '../../platform/outbound-http/outbound-http.ts';
export { outboundLimits, type OutboundResult } from '../../platform/outbound-http/outbound-call.ts';

export type OutboundClientOptions = Omit<OutboundHttpOptions, 'policy'> & {
  /** What the operator of a laboratory has opened. */
  allow: readonly OutboundRule[];
  /** Addresses of this machine and of the engines, asked for at each call: machines move. */
  ownAddresses: () => readonly string[];
};

// What the URL parser would drop or turn into something else in silence.
const unwanted = /[\s\p{Cc}\p{Cs}\\]/u;

/** The one way out to places that users name: the calls of the platform under the policy of the domain. */
export function createOutboundClient({
  allow,
  ownAddresses,
  ...options
}: OutboundClientOptions): OutboundHttp {
  const urlBytesMax = options.limits?.urlBytesMax ?? outboundLimits.urlBytesMax;
  return new OutboundHttp({
    ...options,
    policy: {
      readUrl: (text) =>
        readUrl(text, urlBytesMax, (head) => judgeOutboundUrl(head, allow, ownAddresses()).ok),
      mayDial: (address, port) => judgeAddress({ address, port, allow, own: ownAddresses() }).ok,
      isSameAddress,
    },
  });
}

/**
 * Reads a URL whose macros have been replaced. It may have grown beyond what a user may save, so only scheme, host and
 * port are judged as they are at save; the rest is for the receiver.
 */
function readUrl(text: string, bytesMax: number, isAllowed: (head: string) => boolean): UrlReading {
  const [head] = /^https?:\/\/[^/?#]*/.exec(text) ?? [];
  if (head === undefined || Buffer.byteLength(text) > bytesMax || unwanted.test(text) || !URL.canParse(text))
    return { ok: false, error: 'invalid_request' };
  const url = new URL(text);
  // Written with non-Latin letters a path grows when it is encoded.
  if (url.href.length > bytesMax) return { ok: false, error: 'invalid_request' };
  return isAllowed(`${head}/`) ? { ok: true, url } : { ok: false, error: 'blocked_address' };
}

function isSameAddress(one: string, other: string): boolean {
  const [first, second] = [parseAddress(one), parseAddress(other)];
  return first !== undefined && first.family === second?.family && first.value === second.value;
}
