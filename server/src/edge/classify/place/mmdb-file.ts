import { MmdbDecoder } from './mmdb-decoder.ts';

const marker = Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1');
/** The facts about a file stand in its last 128 KiB. */
const factsWithin = 131_072;
const separatorBytes = 16;

type Facts = { nodes: number; recordBits: number; ipVersion: number; builtAt: Date };

/**
 * One file in MaxMind's format: a tree over the bits of addresses, whose leaves lead to records. Our own reader,
 * because visits need two short texts of a record and no object for every step down the tree; docs/adr/0015 has the
 * measurements.
 */
export class MmdbFile {
  readonly builtAt: Date;
  readonly hasIpv6: boolean;
  readonly #bytes: Buffer;
  readonly #facts: Facts;
  readonly #decoder: MmdbDecoder;
  readonly #ipv4Start: number;
  /** Bytes of the tree, after which the records begin. */
  readonly #treeBytes: number;

  /** Throws where the bytes are no such file. */
  constructor(bytes: Buffer, wanted: ReadonlySet<string>) {
    this.#bytes = bytes;
    this.#facts = readFacts(bytes);
    const { nodes, recordBits, ipVersion, builtAt } = this.#facts;
    this.builtAt = builtAt;
    this.hasIpv6 = ipVersion === 6;
    this.#treeBytes = (nodes * recordBits) / 4;
    if (this.#treeBytes + separatorBytes > bytes.length) throw new Error('it is shorter than it says');
    this.#decoder = new MmdbDecoder(bytes, this.#treeBytes + separatorBytes, wanted);
    this.#ipv4Start = this.hasIpv6 ? this.#walk(0, 0, 96) : 0;
  }

  /** The place of an IPv4 address's record in the file; 0 where there is none. */
  leafOfIpv4(address: number): number {
    return this.#leaf(this.#walk(this.#ipv4Start, address, 32));
  }

  /** By the upper half of an address, its first two words of 32 bits. */
  leafOfIpv6(first: number, second: number): number {
    const node = this.#walk(0, first, 32);
    return this.#leaf(node >= this.#facts.nodes ? node : this.#walk(node, second, 32));
  }

  record(leaf: number): unknown {
    return this.#decoder.decode(leaf);
  }

  /** Down the tree, highest bit first; ends early at a record, which has a number beyond the nodes. */
  #walk(from: number, word: number, bits: number): number {
    const { nodes } = this.#facts;
    let node = from;
    for (let bit = 0; bit < bits && node < nodes; bit += 1) {
      const isRight = bits === 32 ? (word >>> (31 - bit)) & 1 : 0;
      node = this.#child(node, isRight);
    }
    return node;
  }

  #child(node: number, isRight: number): number {
    const bytes = this.#bytes;
    const { recordBits } = this.#facts;
    if (recordBits === 28) {
      const at = node * 7;
      const middle = bytes[at + 3] ?? 0;
      const high = isRight === 0 ? middle >> 4 : middle & 15;
      const low = isRight === 0 ? at : at + 4;
      return (high << 24) | ((bytes[low] ?? 0) << 16) | ((bytes[low + 1] ?? 0) << 8) | (bytes[low + 2] ?? 0);
    }
    if (recordBits === 24) {
      const at = node * 6 + isRight * 3;
      return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    }
    return bytes.readUInt32BE(node * 8 + isRight * 4);
  }

  #leaf(node: number): number {
    const { nodes } = this.#facts;
    // Equal means that nothing is known; less, that the tree goes on below what we ask by.
    return node <= nodes ? 0 : node - nodes + this.#treeBytes;
  }
}

const factKeys = new Set(['node_count', 'record_size', 'ip_version', 'build_epoch']);

function readFacts(bytes: Buffer): Facts {
  const at = bytes.lastIndexOf(marker);
  if (at < 0 || at < bytes.length - factsWithin) throw new Error('it is not in the MaxMind format');
  const start = at + marker.length;
  const facts = new MmdbDecoder(bytes, start, factKeys).decode(start) as Record<string, unknown>;
  const [nodes, recordBits, ipVersion, builtAt] = [
    number(facts['node_count']),
    number(facts['record_size']),
    number(facts['ip_version']),
    number(facts['build_epoch']),
  ];
  if (![24, 28, 32].includes(recordBits) || ![4, 6].includes(ipVersion))
    throw new Error('it is of a kind of the MaxMind format that is not known');
  return { nodes, recordBits, ipVersion, builtAt: new Date(builtAt * 1_000) };
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : -1;
}
