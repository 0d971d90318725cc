import { MmdbDecoder } from './mmdb-decoder.ts';
import { MmdbTree } from './mmdb-tree.ts';

const marker = Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1');
// The metadata is in the last 128 KiB of a file.
const metadataBytesMax = 131_072;
const separatorBytes = 16;

type Metadata = { nodes: number; recordBits: number; ipVersion: number; builtAt: Date };

/**
 * A MaxMind DB file: a binary tree over address bits whose leaves point to records. Waypost has its own reader, which
 * decodes only the wanted fields and allocates no objects while it walks the tree; see ADR 0015 for benchmarks.
 */
export class MmdbFile {
  readonly builtAt: Date;
  readonly hasIpv6: boolean;
  readonly #nodes: number;
  readonly #tree: MmdbTree;
  readonly #decoder: MmdbDecoder;
  readonly #treeBytes: number;

  constructor(bytes: Buffer, wanted: ReadonlySet<string>) {
    const metadata = readMetadata(bytes);
    const { nodes, recordBits, ipVersion, builtAt } = metadata;
    this.#nodes = nodes;
    this.builtAt = builtAt;
    this.hasIpv6 = ipVersion === 6;
    this.#treeBytes = (nodes * recordBits) / 4;
    if (this.#treeBytes + separatorBytes > bytes.length) throw new Error('the file is truncated');
    this.#decoder = new MmdbDecoder(bytes, this.#treeBytes + separatorBytes, wanted);
    this.#tree = new MmdbTree(bytes, metadata);
  }

  /** Returns the position of the address's record in the file; 0 if the address has no record. */
  leafOfIpv4(address: number): number {
    return this.#leaf(this.#tree.walkIpv4(address));
  }

  /** Like `leafOfIpv4`, for the upper 64 bits of an IPv6 address, passed as two words. */
  leafOfIpv6(first: number, second: number): number {
    return this.#leaf(this.#tree.walk(this.#tree.walk(0, first), second));
  }

  /**
   * Visits all networks in ascending order, passing the start of each network and the position of its record, or 0 if
   * the network has no record.
   */
  eachIpv4(visit: (start: number, leaf: number) => void): void {
    this.#tree.eachIpv4((start, node) => visit(start, this.#leaf(node)));
  }

  /** Like `eachIpv4`, for IPv6. Networks smaller than a /64 are passed without their record. */
  eachIpv6(visit: (first: number, second: number, leaf: number) => void): void {
    this.#tree.eachIpv6((first, second, node) => visit(first, second, this.#leaf(node)));
  }

  record(leaf: number): unknown {
    return this.#decoder.decode(leaf);
  }

  #leaf(node: number): number {
    const nodes = this.#nodes;
    // A number equal to the node count means that there is no data. A smaller number is a node: the tree continues
    // below the bits that were looked up.
    return node <= nodes ? 0 : node - nodes + this.#treeBytes;
  }
}

const metadataKeys = new Set(['node_count', 'record_size', 'ip_version', 'build_epoch']);

function readMetadata(bytes: Buffer): Metadata {
  const at = bytes.lastIndexOf(marker);
  if (at < 0 || at < bytes.length - metadataBytesMax)
    throw new Error('the file is not in the MaxMind DB format');
  const start = at + marker.length;
  const metadata = new MmdbDecoder(bytes, start, metadataKeys).decode(start) as Record<string, unknown>;
  const [nodes, recordBits, ipVersion, builtAt] = [
    number(metadata['node_count']),
    number(metadata['record_size']),
    number(metadata['ip_version']),
    number(metadata['build_epoch']),
  ];
  if (![24, 28, 32].includes(recordBits) || ![4, 6].includes(ipVersion))
    throw new Error('this variant of the MaxMind DB format is not supported');
  return { nodes, recordBits, ipVersion, builtAt: new Date(builtAt * 1_000) };
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : -1;
}
