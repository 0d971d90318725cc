import { buildNetwork } from './network-kind.ts';
import { OwnerTable } from './owner-table.ts';
import type { NetworkPart } from './location.ts';

/** Returns the first 48 bits of an address, the prefix of the smallest network that is routed on the internet. */
export function ipv6Key(first: number, second: number): number {
  return first * 65_536 + (second >>> 16);
}

export class OwnerList {
  readonly ipv4 = new OwnerTable(32);
  readonly ipv6 = new OwnerTable(48);
  invalidLines = 0;
  readonly #numbers: number[] = [];
  readonly #names: string[] = [];
  readonly #indexes = new Map<number, number>();
  // Networks are classified on first use, because classifying all 80,000 networks at startup would take most of a
  // second.
  readonly #networks: (NetworkPart | undefined)[] = [];

  indexOf(asn: number): number | undefined {
    return this.#indexes.get(asn);
  }

  addOwner(asn: number, name: string): number {
    this.#indexes.set(asn, this.#numbers.length);
    this.#names.push(name);
    return this.#numbers.push(asn) - 1;
  }

  findIpv4(address: number): NetworkPart | undefined {
    return this.#network(this.ipv4.find(address));
  }

  findIpv6(key: number): NetworkPart | undefined {
    return this.#network(this.ipv6.find(key));
  }

  #network(index: number): NetworkPart | undefined {
    return index < 0 ? undefined : this.getNetwork(index);
  }

  getNetwork(index: number): NetworkPart {
    return (this.#networks[index] ??= buildNetwork(this.#numbers[index] ?? 0, this.#names[index] ?? ''));
  }
}
