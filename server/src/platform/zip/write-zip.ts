import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipEntry = { name: string; content: AsyncIterable<string> | Iterable<string> };

type WrittenEntry = { name: Buffer; crc: number; compressed: number; size: number; offset: number };

// Sizes are unknown until an entry is written, so they follow its content. Names are in UTF-8.
const flags = 0x08_08;
const deflated = 8;
const version = 20;
// 1 January 1980, the earliest date of the format. The real time would make equal files differ.
const date = 0x00_21;
// This level takes half the CPU time of the default level.
const level = 4;
// Larger files need the 64-bit format, which is not written.
const bytesMax = 0xff_ff_ff_ff;

// Writes a zip file piece by piece, without knowing the sizes of its entries in advance.
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const entry: WrittenEntry = { name: Buffer.from(name), crc: 0, compressed: 0, size: 0, offset };
    const head = localHeader(entry);
    offset += head.length;
    yield head;
    for await (const piece of deflate(content, entry)) {
      offset += piece.length;
      yield piece;
    }
    const end = dataDescriptor(entry);
    offset += end.length;
    yield end;
    if (offset > bytesMax || entry.size > bytesMax) throw new Error('the zip file is larger than 4 GiB');
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endOfDirectory(written.length, { offset, size: directory.length });
}

// Compresses the content, and notes its checksum and sizes in the entry.
async function* deflate(content: ZipEntry['content'], entry: WrittenEntry): AsyncGenerator<Buffer> {
  const stream = createDeflateRaw({ level });
  const done = pipeline(Readable.from(measure(content, entry)), stream);
  // A failure ends the loop below with the same error.
  done.catch(() => undefined);
  for await (const piece of stream as AsyncIterable<Buffer>) {
    entry.compressed += piece.length;
    yield piece;
  }
  await done;
}

async function* measure(content: ZipEntry['content'], entry: WrittenEntry): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const piece = Buffer.from(text);
    entry.crc = crc32(piece, entry.crc);
    entry.size += piece.length;
    yield piece;
  }
}

function localHeader({ name }: WrittenEntry): Buffer {
  return Buffer.concat([
    numbers([
      [4, 0x04_03_4b_50],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, date],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ]),
    name,
  ]);
}

function dataDescriptor({ crc, compressed, size }: WrittenEntry): Buffer {
  return numbers([
    [4, 0x08_07_4b_50],
    [4, crc],
    [4, compressed],
    [4, size],
  ]);
}

function directoryEntry({ name, crc, compressed, size, offset }: WrittenEntry): Buffer {
  return Buffer.concat([
    numbers([
      [4, 0x02_01_4b_50],
      [2, version],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, date],
      [4, crc],
      [4, compressed],
      [4, size],
      [2, name.length],
      // No extra field, comment, other disk or attributes.
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ]),
    name,
  ]);
}

function endOfDirectory(count: number, { offset, size }: { offset: number; size: number }): Buffer {
  return numbers([
    [4, 0x06_05_4b_50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
}

function numbers(fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
