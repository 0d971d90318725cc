import { parseAddress } from '@waypost/contract/ip-addresses/parse-address.ts';
import type { EdgeHeaders } from '../exchange.ts';
import { addressReader, trustedProxies } from './visitor-address.ts';
import { lastValue, normalizeHost } from './visitor-host.ts';

export type Origin = { address: string; host: string; isHttps: boolean };

type OriginSource = {
  headers: EdgeHeaders;
  socket: { remoteAddress?: string | undefined; encrypted?: boolean };
};

export type ReadOrigin = (request: OriginSource) => Origin;

/** Returns a function that uses forwarded headers only if the connection comes from a trusted proxy. */
export function originReader(networks: readonly string[]): ReadOrigin {
  const readAddress = addressReader(networks);
  const isTrusted = trustedProxies(networks);
  const isProxy = (remoteAddress: string | undefined) => {
    const peer = parseAddress(remoteAddress ?? '');
    return peer !== undefined && isTrusted(peer);
  };
  return ({ headers, socket }) => {
    const { remoteAddress, encrypted = false } = socket;
    const address = readAddress(remoteAddress, headers['x-forwarded-for']);
    const forwardedHost = headers['x-forwarded-host'];
    const forwardedProto = headers['x-forwarded-proto'];
    const isDirect = forwardedHost === undefined && forwardedProto === undefined;
    if (networks.length === 0 || isDirect || !isProxy(remoteAddress))
      return { address, host: normalizeHost(headers.host), isHttps: encrypted };
    return {
      address,
      host: normalizeHost(lastValue(forwardedHost) ?? headers.host),
      isHttps:
        lastValue(forwardedProto)?.toLowerCase() === 'https' || (forwardedProto === undefined && encrypted),
    };
  };
}
