import { parseAddressRange, type Address } from '@waypost/contract/conditions/address.ts';

/** Whether an address is one of the proxies whose word counts. */
export type IsTrusted = (address: Address) => boolean;

/** Of networks such as `10.0.0.0/8`. They are few, so that they are simply asked one after the other. */
export function trustedProxies(networks: readonly string[]): IsTrusted {
  const ranges = networks.map((network) => {
    const range = parseAddressRange(network);
    if (range === undefined) throw new Error(`"${network}" is no network of proxies`);
    return range;
  });
  // Addresses of the two families are a number and a text, which compare as nobody would expect.
  return (address) =>
    ranges.some(({ from, to }) => typeof from === typeof address && from <= address && address <= to);
}
