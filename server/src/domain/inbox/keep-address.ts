import type { AddressPrivacy } from '@waypost/contract/settings.ts';
import { networkOf } from '../address-network.ts';

const kept = { ipv4: 24, ipv6: 48 };

/** Applies the workspace's IP address setting: full, truncated to its network, or none. */
export function keepAddress(address: string, privacy: AddressPrivacy): string {
  if (privacy === 'full' || address === '') return address;
  if (privacy === 'none') return '';
  // Text that is not an address could be anything, so it is dropped.
  return networkOf(address, kept)?.split('/', 1).join('') ?? '';
}
