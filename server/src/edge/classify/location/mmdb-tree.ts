// A walk down a large tree waits for memory at nearly every step, and half of the steps of IPv4 are the same few ones.
const indexBits = 16;
/** How often the same node may be met in a walk over all of them: IPv4 stands in several places of some files. */
const sharedMax = 8;

/** The tree over the bits of addresses that a file in MaxMind's format begins with. A node is two numbers, for 0 and for 1. */
export class MmdbTree {
  readonly #bytes: Buffer;
  readonly #nodes: number;
  readonly #recordBits: number;
  #steps = 0;
  /** Below which node IPv4 addresses stand. */
  readonly #ipv4Start: number;
  /** Where the walk is after the first 16 bits of an IPv4 address, by those bits. */
  readonly #afterIndex = new Uint32Array(2 ** indexBits);

  constructor(bytes: Buffer, facts: { nodes: number; recordBits: number; ipVersion: number }) {
    this.#bytes = bytes;
    this.#nodes = facts.nodes;
    this.#recordBits = facts.recordBits;
    let ipv4Start = 0;
    // IPv4 stands below 96 zeros.
    if (facts.ipVersion === 6) for (let bits = 96; bits > 0; bits -= 32) ipv4Start = this.walk(ipv4Start, 0);
    this.#ipv4Start = ipv4Start;
    this.#fillIndex(ipv4Start, 0, 0);
  }

  /** Every network of IPv4 addresses, in rising order: where it begins, and where a walk to it ends. */
  eachIpv4(visit: (start: number, node: number) => void): void {
    this.#each(this.#ipv4Start, visit);
  }

  /** The same for IPv6, by the upper half of addresses. */
  eachIpv6(visit: (first: number, second: number, node: number) => void): void {
    this.#each(0, (first, node) => {
      this.#each(node, (second, end) => visit(first, second, end));
    });
  }

  walkIpv4(address: number): number {
    return this.walk(this.#afterIndex[address >>> (32 - indexBits)] ?? 0, address, indexBits);
  }

  /** Down the tree by the bits of a word, highest first; ends early at a record, which has a number beyond the nodes. */
  walk(from: number, word: number, firstBit = 0): number {
    const nodes = this.#nodes;
    let node = from;
    for (let bit = firstBit; bit < 32 && node < nodes; bit += 1)
      node = this.#child(node, (word >>> (31 - bit)) & 1);
    return node;
  }

  #each(root: number, visit: (start: number, node: number) => void): void {
    const nodes = this.#nodes;
    const down = (node: number, depth: number, start: number): void => {
      if (depth === 32 || node >= nodes) return visit(start, node);
      // Parts of a tree may be shared; one that leads back to itself is damaged, and would never end.
      this.#steps += 1;
      if (this.#steps > nodes * sharedMax) throw new Error('its tree has loops');
      down(this.#child(node, 0), depth + 1, start);
      down(this.#child(node, 1), depth + 1, start + 2 ** (31 - depth));
    };
    down(root, 0, 0);
  }

  #fillIndex(node: number, depth: number, prefix: number): void {
    if (depth === indexBits || node >= this.#nodes) {
      const below = 2 ** (indexBits - depth);
      this.#afterIndex.fill(node, prefix * below, (prefix + 1) * below);
      return;
    }
    this.#fillIndex(this.#child(node, 0), depth + 1, prefix * 2);
    this.#fillIndex(this.#child(node, 1), depth + 1, prefix * 2 + 1);
  }

  #child(node: number, isRight: number): number {
    const bytes = this.#bytes;
    if (this.#recordBits === 28) {
      const at = node * 7;
      const middle = bytes[at + 3] ?? 0;
      const high = isRight === 0 ? middle >> 4 : middle & 15;
      const low = isRight === 0 ? at : at + 4;
      return (high << 24) | ((bytes[low] ?? 0) << 16) | ((bytes[low + 1] ?? 0) << 8) | (bytes[low + 2] ?? 0);
    }
    if (this.#recordBits === 24) {
      const at = node * 6 + isRight * 3;
      return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    }
    return bytes.readUInt32BE(node * 8 + isRight * 4);
  }
}
