import { formatAddress } from '@waypost/contract/ip-addresses/format-address.ts';
import { networkAround, parseAddress } from '@waypost/contract/ip-addresses/parse-address.ts';

/** Prefix length by address family. */
type NetworkBits = { ipv4: number; ipv6: number };

/**
 * Returns the network of an address, such as `203.0.113.0/24`, or undefined for text that is not an address.
 * IPv4-mapped IPv6 addresses count as IPv4.
 */
export function networkOf(text: string, bits: NetworkBits): string | undefined {
  const start = networkStart(text, bits);
  if (start === undefined) return undefined;
  return `${start}/${start.includes(':') ? bits.ipv6 : bits.ipv4}`;
}

export function networkStart(text: string, bits: NetworkBits): string | undefined {
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  return formatAddress(networkAround(address, typeof address === 'number' ? bits.ipv4 : bits.ipv6).from);
}
