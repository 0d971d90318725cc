import { buildNetwork } from './network-kind.ts';
import { OwnerTable } from './owner-table.ts';
import type { NetworkPart } from './location.ts';

/** The key by which an IPv6 address is looked up: its first 48 bits, the smallest network that is routed. */
export function ipv6Key(first: number, second: number): number {
  return first * 65_536 + (second >>> 16);
}

/** Owners of networks with the ranges of addresses they have. */
export class OwnerList {
  readonly ipv4 = new OwnerTable(32);
  readonly ipv6 = new OwnerTable(48);
  /** Lines that are no range, or one that does not follow the others. */
  linesUnusable = 0;
  readonly #numbers: number[] = [];
  readonly #names: string[] = [];
  readonly #indexes = new Map<number, number>();
  // What sort of network an owner has is judged when the first visitor comes from it: judging all 80,000 at the start
  // would hold the start up for most of a second.
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

  /** What is known of an owner, by its index. */
  getNetwork(index: number): NetworkPart {
    return (this.#networks[index] ??= buildNetwork(this.#numbers[index] ?? 0, this.#names[index] ?? ''));
  }
}
