import { open, rename, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { CompactFacts, CompactTables } from './make-tables.ts';

// Must be increased whenever the tables or the values read from database files change. Tables with an older version are
// rebuilt.
const formatVersion = 1;
const alignment = 8;
// The prefix consists of a checksum, which covers all bytes after it, and the length of the header.
const prefixBytes = 8;
const headerBytesMax = 65_536;
// Bytes to process per turn of the event loop. A turn takes about a millisecond, and visitors are served between turns.
const bytesPerTurn = 4 * 1024 * 1024;

type Section = { group: string; name: string; kind: keyof typeof kinds; length: number };
type Header = { version: number; key: string; builtAt: number; sections: Section[] };
const kinds = { words: Uint32Array, halves: Uint16Array, bytes: Uint8Array } as const;
type Table = Uint32Array | Uint16Array | Uint8Array;

/** Writes the file atomically, so that concurrent readers and writers see either a complete file or no file. */
export async function writeCompactFile(path: string, key: string, facts: CompactFacts): Promise<void> {
  const tables = listTables(facts.tables);
  const sections = tables.map(({ group, name, table }) => ({
    group,
    name,
    kind: kindOf(table),
    length: table.length,
  }));
  const header: Header = { version: formatVersion, key, builtAt: facts.builtAt.getTime(), sections };
  const text = Buffer.from(JSON.stringify(header));
  const pieces = [
    padded(Buffer.concat([Buffer.alloc(prefixBytes), text])),
    ...tables.map(({ table }) => padded(bytesOf(table))),
  ];
  const [first = Buffer.alloc(0), ...rest] = pieces;
  first.writeUInt32LE(text.length, 4);
  first.writeUInt32LE(
    rest.reduce((sum, piece) => crc32(piece, sum), crc32(first.subarray(4))),
    0,
  );
  const temporary = `${path}.${process.pid}`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      for (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Returns undefined if the file is missing, incomplete, or built from a different version of the database. */
export async function readCompactFile(path: string, key: string): Promise<CompactFacts | undefined> {
  const bytes = await readFully(path);
  if (bytes === undefined || bytes.length < prefixBytes) return undefined;
  const headerBytes = bytes.readUInt32LE(4);
  if (headerBytes > headerBytesMax || !(await hasValidChecksum(bytes))) return undefined;
  const header = JSON.parse(bytes.toString('utf8', prefixBytes, prefixBytes + headerBytes)) as Header;
  if (header.version !== formatVersion || header.key !== key) return undefined;
  const tables: Record<string, Record<string, Table>> = {};
  let at = aligned(prefixBytes + headerBytes);
  for (const { group, name, kind, length } of header.sections) {
    (tables[group] ??= {})[name] = new kinds[kind](bytes.buffer, at, length);
    at = aligned(at + length * kinds[kind].BYTES_PER_ELEMENT);
  }
  return { builtAt: new Date(header.builtAt), tables: tables as unknown as CompactTables };
}

async function readFully(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      // A separate buffer is allocated instead of a part of Node's shared pool, so that typed arrays are aligned.
      const bytes = Buffer.from(new ArrayBuffer(size));
      const { bytesRead } = await file.read(bytes, 0, size, 0);
      return bytesRead === size ? bytes : undefined;
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

async function hasValidChecksum(bytes: Buffer): Promise<boolean> {
  let sum = 0;
  for (let at = 4; at < bytes.length; at += bytesPerTurn) {
    sum = crc32(bytes.subarray(at, at + bytesPerTurn), sum);
    await nextTurn();
  }
  return sum === bytes.readUInt32LE(0);
}

function listTables(tables: CompactTables): { group: string; name: string; table: Table }[] {
  return Object.entries(tables).flatMap(([group, members]) =>
    Object.entries((members ?? {}) as Record<string, Table>).map(([name, table]) => ({ group, name, table })),
  );
}

function kindOf(table: Table): Section['kind'] {
  if (table instanceof Uint32Array) return 'words';
  return table instanceof Uint16Array ? 'halves' : 'bytes';
}

function bytesOf(table: Table): Buffer {
  return Buffer.from(table.buffer, table.byteOffset, table.byteLength);
}

function padded(bytes: Buffer): Buffer {
  return bytes.length % alignment === 0
    ? bytes
    : Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)]);
}

function aligned(at: number): number {
  return Math.ceil(at / alignment) * alignment;
}
