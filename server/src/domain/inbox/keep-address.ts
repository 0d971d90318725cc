import type { AddressPrivacy } from '@waypost/contract/settings.ts';
import { networkOf } from '../address-network.ts';

const kept = { ipv4: 24, ipv6: 48 };

/** As much of an address as the workspace keeps, as with visits: all, its network, or nothing. */
export function keepAddress(address: string, privacy: AddressPrivacy): string {
  if (privacy === 'full' || address === '') return address;
  if (privacy === 'none') return '';
  // What is no address could be anything, and is not kept where not even addresses are.
  return networkOf(address, kept)?.split('/', 1).join('') ?? '';
}
