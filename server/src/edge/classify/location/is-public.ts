type Network = readonly [prefix: number, bits: number];

// Addresses that are not routed on the internet: loopback, private and carrier-grade NAT networks, link-local,
// multicast.
const nonPublicIpv4: readonly Network[] = [
  [0, 8],
  [10, 8],
  [100 * 4 + 1, 10],
  [127, 8],
  [169 * 256 + 254, 16],
  [172 * 16 + 1, 12],
  [192 * 256 + 168, 16],
  [7, 3],
];

export function isPublicIpv4(address: number): boolean {
  for (const [prefix, bits] of nonPublicIpv4) if (address >>> (32 - bits) === prefix) return false;
  return true;
}

// Returns true for 2000::/3, which contains all global unicast addresses in use.
export function isPublicIpv6(firstWord: number): boolean {
  return firstWord >>> 29 === 1;
}
