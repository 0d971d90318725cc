type Network = readonly [prefix: number, bits: number];

// Addresses that never cross the internet: this machine, homes and offices, carriers' inner networks, multicast.
const closedIpv4: readonly Network[] = [
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
  for (const [prefix, bits] of closedIpv4) if (address >>> (32 - bits) === prefix) return false;
  return true;
}

/** By the first 32 bits: everything in use on the internet lies in 2000::/3. */
export function isPublicIpv6(firstWord: number): boolean {
  return firstWord >>> 29 === 1;
}
