import type { AddressPrivacy } from '@waypost/contract/settings.ts';
import { networkOf } from '../address-network.ts';

const kept = { ipv4: 24, ipv6: 48 };

/** Returns the address as the workspace's privacy setting allows: in full, truncated to its network, or not at all. */
export function keepAddress(address: string, privacy: AddressPrivacy): string {
  if (privacy === 'full' || address === '') return address;
  if (privacy === 'none') return '';
  // Text that is not an address is dropped, because it could contain anything.
  return networkOf(address, kept)?.split('/', 1).join('') ?? '';
}
