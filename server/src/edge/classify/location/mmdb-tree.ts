// Nearly every step in a large tree is a cache miss. An index over the first 16 bits replaces the first half of the
// steps for an IPv4 address.
const indexBits = 16;
// Maximum number of visits per node in a full walk. The limit is more than one visit, because some files contain the
// IPv4 tree several times.
const visitsPerNodeMax = 8;

/** The binary search tree of a MaxMind DB file. A node consists of two numbers, one for bit 0 and one for bit 1. */
export class MmdbTree {
  readonly #bytes: Buffer;
  readonly #nodes: number;
  readonly #recordBits: number;
  #steps = 0;
  readonly #ipv4Start: number;
  readonly #afterIndex = new Uint32Array(2 ** indexBits);

  constructor(bytes: Buffer, metadata: { nodes: number; recordBits: number; ipVersion: number }) {
    this.#bytes = bytes;
    this.#nodes = metadata.nodes;
    this.#recordBits = metadata.recordBits;
    let ipv4Start = 0;
    // In an IPv6 tree, the IPv4 addresses are below 96 zero bits.
    if (metadata.ipVersion === 6)
      for (let bits = 96; bits > 0; bits -= 32) ipv4Start = this.walk(ipv4Start, 0);
    this.#ipv4Start = ipv4Start;
    this.#fillIndex(ipv4Start, 0, 0);
  }

  /** Visits all IPv4 networks in ascending order, passing the start of each network and the node it ends at. */
  eachIpv4(visit: (start: number, node: number) => void): void {
    this.#each(this.#ipv4Start, visit);
  }

  /**
   * Like `eachIpv4`, for IPv6 networks. The start of a network is passed as two words that contain its upper 64 bits.
   */
  eachIpv6(visit: (first: number, second: number, node: number) => void): void {
    this.#each(0, (first, node) => {
      this.#each(node, (second, end) => visit(first, second, end));
    });
  }

  walkIpv4(address: number): number {
    return this.walk(this.#afterIndex[address >>> (32 - indexBits)] ?? 0, address, indexBits);
  }

  /**
   * Follows the bits of `word` down the tree, starting with the highest bit. Stops early at a number that is not a
   * node.
   */
  walk(from: number, word: number, firstBit = 0): number {
    const nodes = this.#nodes;
    let node = from;
    for (let bit = firstBit; bit < 32 && node < nodes; bit += 1)
      node = this.#child(node, (word >>> (31 - bit)) & 1);
    return node;
  }

  #each(root: number, visit: (start: number, node: number) => void): void {
    const nodes = this.#nodes;
    const descend = (node: number, depth: number, start: number): void => {
      if (depth === 32 || node >= nodes) return visit(start, node);
      // Subtrees may be shared, but a cycle means that the file is damaged, and following it would never end.
      this.#steps += 1;
      if (this.#steps > nodes * visitsPerNodeMax) throw new Error('the search tree contains a cycle');
      descend(this.#child(node, 0), depth + 1, start);
      descend(this.#child(node, 1), depth + 1, start + 2 ** (31 - depth));
    };
    descend(root, 0, 0);
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
