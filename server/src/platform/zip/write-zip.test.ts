import { describe, expect, it } from 'vitest';
import { crc32, inflateRawSync } from 'node:zlib';
import { writeZip, type ZipEntry } from './write-zip.ts';

async function zip(entries: ZipEntry[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
}

// Reads the entries from the directory at the end of the file, and checks their sizes and checksums.
function unzip(file: Buffer): Record<string, string> {
  const end = file.length - 22;
  expect(file.readUInt32LE(end)).toBe(0x06_05_4b_50);
  let at = file.readUInt32LE(end + 16);
  const found: Record<string, string> = {};
  for (let count = file.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [crc, compressed, size] = [16, 20, 24].map((field) => file.readUInt32LE(at + field));
    const nameLength = file.readUInt16LE(at + 28);
    const offset = file.readUInt32LE(at + 42);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    expect(file.readUInt32LE(offset)).toBe(0x04_03_4b_50);
    const start = offset + 30 + nameLength;
    const content = inflateRawSync(file.subarray(start, start + (compressed ?? 0)));
    expect([crc32(content), content.length]).toEqual([crc, size]);
    found[name] = content.toString();
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return found;
}

async function* slowly(...pieces: string[]): AsyncGenerator<string> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

describe('writeZip', () => {
  it('writes entries that can be read again', async () => {
    const large = 'row after row\n'.repeat(100_000);
    const file = await zip([
      { name: 'a/café.txt', content: slowly('café ', '€') },
      { name: 'empty', content: [] },
      { name: 'large', content: [large] },
    ]);
    expect(unzip(file)).toEqual({ 'a/café.txt': 'café €', empty: '', large });
    expect(file.length).toBeLessThan(large.length / 10);
  });

  it('writes a file without entries', async () => {
    expect(unzip(await zip([]))).toEqual({});
  });

  it('fails if the content of an entry fails', async () => {
    async function* failing(): AsyncGenerator<string> {
      yield await Promise.resolve('start');
      throw new Error('the query failed');
    }
    await expect(zip([{ name: 'a', content: failing() }])).rejects.toThrow('the query failed');
  });

  it('ends the content of an entry if the reader stops', async () => {
    let hasEnded = false;
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield await Promise.resolve(String(Math.random()).repeat(1_000));
      } finally {
        hasEnded = true;
      }
    }
    for await (const piece of writeZip([{ name: 'a', content: endless() }])) if (piece.length > 1_000) break;
    await expect.poll(() => hasEnded).toBe(true);
  });
});
