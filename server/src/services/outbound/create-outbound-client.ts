import { judgeAddress, type OutboundRule } from '../../domain/outbound/address-policy.ts';
import { judgeOutboundUrl } from '../../domain/outbound/judge-url.ts';
import { parseHostAddress } from '../../domain/outbound/parse-host-address.ts';
import { outboundLimits } from '../../platform/outbound-http/outbound-call.ts';
import {
  OutboundHttp,
  type OutboundHttpOptions,
  type UrlReading,
} from '../../platform/outbound-http/outbound-http.ts';

export type { OutboundClient } from '../../platform/outbound-http/outbound-http.ts';
export { outboundLimits, type OutboundResult } from '../../platform/outbound-http/outbound-call.ts';

export type OutboundClientOptions = Omit<OutboundHttpOptions, 'policy'> & {
  allow: readonly OutboundRule[];
  /** Returns the addresses of this machine and of the engines. They are read for each call, because they may change. */
  ownAddresses: () => readonly string[];
};

// Characters that the URL parser would silently remove or replace.
const unwanted = /[\s\p{Cc}\p{Cs}\\]/u;

/** Creates the only client for URLs that users enter. It applies the outbound policy to every HTTP call. */
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
 * Reads a URL whose macros have been replaced. The URL may exceed the length limit for saved URLs, so only its scheme,
 * host and port are checked against the rules for saved URLs.
 */
function readUrl(text: string, bytesMax: number, isAllowed: (head: string) => boolean): UrlReading {
  const [head] = /^https?:\/\/[^/?#]*/.exec(text) ?? [];
  if (head === undefined || Buffer.byteLength(text) > bytesMax || unwanted.test(text) || !URL.canParse(text))
    return { ok: false, error: 'invalid_request' };
  const url = new URL(text);
  // A path with non-Latin letters becomes longer when it is encoded.
  if (url.href.length > bytesMax) return { ok: false, error: 'invalid_request' };
  return isAllowed(`${head}/`) ? { ok: true, url } : { ok: false, error: 'blocked_address' };
}

function isSameAddress(one: string, other: string): boolean {
  const address = parseHostAddress(one);
  return address !== undefined && address === parseHostAddress(other);
}
