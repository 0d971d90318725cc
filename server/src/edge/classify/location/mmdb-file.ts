import { MmdbDecoder } from './mmdb-decoder.ts';
import { MmdbTree } from './mmdb-tree.ts';

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
  readonly #nodes: number;
  readonly #tree: MmdbTree;
  readonly #decoder: MmdbDecoder;
  /** Bytes of the tree, after which the records begin. */
  readonly #treeBytes: number;

  /** Throws where the bytes are no such file. */
  constructor(bytes: Buffer, wanted: ReadonlySet<string>) {
    const facts = readFacts(bytes);
    const { nodes, recordBits, ipVersion, builtAt } = facts;
    this.#nodes = nodes;
    this.builtAt = builtAt;
    this.hasIpv6 = ipVersion === 6;
    this.#treeBytes = (nodes * recordBits) / 4;
    if (this.#treeBytes + separatorBytes > bytes.length) throw new Error('it is shorter than it says');
    this.#decoder = new MmdbDecoder(bytes, this.#treeBytes + separatorBytes, wanted);
    this.#tree = new MmdbTree(bytes, facts);
  }

  /** The place of an IPv4 address's record in the file; 0 where there is none. */
  leafOfIpv4(address: number): number {
    return this.#leaf(this.#tree.walkIpv4(address));
  }

  /** By the upper half of an address, its first two words of 32 bits. */
  leafOfIpv6(first: number, second: number): number {
    return this.#leaf(this.#tree.walk(this.#tree.walk(0, first), second));
  }

  /** Every network in rising order: where it begins, and the place of its record, 0 where there is none. */
  eachIpv4(visit: (start: number, leaf: number) => void): void {
    this.#tree.eachIpv4((start, node) => visit(start, this.#leaf(node)));
  }

  /** By the upper half of addresses; what is divided further has no record here. */
  eachIpv6(visit: (first: number, second: number, leaf: number) => void): void {
    this.#tree.eachIpv6((first, second, node) => visit(first, second, this.#leaf(node)));
  }

  record(leaf: number): unknown {
    return this.#decoder.decode(leaf);
  }

  #leaf(node: number): number {
    const nodes = this.#nodes;
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
