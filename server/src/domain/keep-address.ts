import { readIpv4 } from '@waypost/contract/ip-addresses/read-address.ts';
import type { AddressPrivacy } from '@waypost/contract/accounts/settings.ts';
import { networkStart } from './address-network.ts';

const kept = { ipv4: 24, ipv6: 48 };
// Matches the first three groups if none of them is zero, because a zero group may be part of the `::` gap.
const ipv6Network = /^(?:[1-9a-f][\da-f]{0,3}:){3}/;

/** Returns the address as the workspace's privacy setting allows: in full, truncated to its network, or not at all. */
export function keepAddress(address: string, privacy: AddressPrivacy): string {
  if (privacy === 'full') return address;
  if (privacy === 'none') return '';
  // The edge calls this for every visit. Cutting canonical text is several times faster than parsing it.
  if (readIpv4(address) >= 0) return `${address.slice(0, address.lastIndexOf('.'))}.0`;
  const network = ipv6Network.exec(address)?.[0];
  if (network !== undefined) return `${network}:`;
  // Text that is not an address is dropped, because it could contain anything.
  return networkStart(address, kept) ?? '';
}
