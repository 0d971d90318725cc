import { parseAddress } from './outbound/parse-address.ts';

/**
 * Returns the network of an address, such as `203.0.113.0/24`, or undefined for text that is not an address.
 * IPv4-mapped IPv6 addresses count as IPv4.
 */
export function networkOf(address: string, bits: { ipv4: number; ipv6: number }): string | undefined {
  const parsed = parseAddress(address);
  if (parsed === undefined) return undefined;
  const [kept, all] = parsed.family === 4 ? [bits.ipv4, 32] : [bits.ipv6, 128];
  const free = BigInt(all - kept);
  const start = (parsed.value >> free) << free;
  return `${parsed.family === 4 ? formatIpv4(start) : formatIpv6(start)}/${kept}`;
}

function formatIpv4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
}

// Writes all eight groups without abbreviation.
function formatIpv6(value: bigint): string {
  const groups = value.toString(16).padStart(32, '0').match(/.{4}/g) ?? [];
  return groups.map((group) => group.replace(/^0{1,3}/, '')).join(':');
}
