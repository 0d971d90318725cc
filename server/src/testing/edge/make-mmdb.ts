// Builds small MMDB files according to MaxMind's format specification, so that tests need no downloads.
export type MmdbValue = string | number | boolean | readonly MmdbValue[] | { [key: string]: MmdbValue };

type MmdbOptions = {
  recordBits: 24 | 28 | 32;
  ipVersion: 4 | 6;
  builtAt: Date;
  /** Networks as bit prefixes, such as `[bitsOf('c0000200', 24), record]`. */
  networks: readonly (readonly [bits: string, record: MmdbValue])[];
};

type Node = [Node | number | undefined, Node | number | undefined];

export function bitsOf(hexadecimal: string, length: number): string {
  const bits = hexadecimal.split('').map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'));
  return bits.join('').slice(0, length);
}

export function makeMmdb({ recordBits, ipVersion, builtAt, networks }: MmdbOptions): Buffer {
  const root: Node = [undefined, undefined];
  let data = Buffer.alloc(0);
  for (const [bits, record] of networks) {
    insert(root, bits, data.length);
    data = Buffer.concat([data, encode(record)]);
  }
  const nodes = listNodes(root);
  const tree = Buffer.concat(nodes.map((node) => encodeNode(node, nodes, recordBits)));
  const metadata = encode({
    node_count: nodes.length,
    record_size: recordBits,
    ip_version: ipVersion,
    build_epoch: Math.floor(builtAt.getTime() / 1_000),
    database_type: 'Test',
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    languages: ['en'],
    description: { en: 'made by a test' },
  });
  const marker = Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), data, marker, metadata]);
}

function insert(root: Node, bits: string, leaf: number): void {
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const side = bit === '1' ? 1 : 0;
    const next = node[side];
    if (typeof next === 'number') throw new Error('networks overlap');
    node = next ?? (node[side] = [undefined, undefined]);
  }
  node[bits.endsWith('1') ? 1 : 0] = leaf;
}

function listNodes(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) for (const side of node) if (Array.isArray(side)) nodes.push(side);
  return nodes;
}

function encodeNode(node: Node, nodes: readonly Node[], recordBits: 24 | 28 | 32): Buffer {
  const [left, right] = node.map((side) => {
    if (side === undefined) return nodes.length;
    return typeof side === 'number' ? nodes.length + 16 + side : nodes.indexOf(side);
  }) as [number, number];
  const bytes = Buffer.alloc(recordBits / 4);
  if (recordBits === 32) {
    bytes.writeUInt32BE(left, 0);
    bytes.writeUInt32BE(right, 4);
    return bytes;
  }
  bytes.writeUIntBE(left % 2 ** 24, 0, 3);
  bytes.writeUIntBE(right % 2 ** 24, recordBits === 28 ? 4 : 3, 3);
  if (recordBits === 28) bytes[3] = Math.floor(left / 2 ** 24) * 16 + Math.floor(right / 2 ** 24);
  return bytes;
}

function encode(value: MmdbValue): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'boolean') return control(14, value ? 1 : 0);
  if (typeof value === 'number') return encodeNumber(value);
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value as Record<string, MmdbValue>);
  return Buffer.concat([control(7, entries.length), ...entries.flat().map(encode)]);
}

function encodeNumber(value: number): Buffer {
  if (Number.isInteger(value) && value >= 0) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return Buffer.concat([control(3, 8), bytes]);
}

function control(type: number, size: number): Buffer {
  const [low, rest] =
    size < 29 ? [size, []] : size < 285 ? [29, [size - 29]] : [30, [(size - 285) >> 8, (size - 285) & 255]];
  return Buffer.from(type < 8 ? [(type << 5) | low, ...rest] : [low, type - 7, ...rest]);
}
