import { randomFillSync } from 'node:crypto';

const hexDigits = Buffer.from('0123456789abcdef');

export function createUuidBuffer(): Buffer {
  return Buffer.alloc(36, '-');
}

export function writeHex(buffer: Buffer, byte: number, at: number): void {
  buffer[at] = hexDigits[(byte >>> 4) & 0xf] ?? 0;
  buffer[at + 1] = hexDigits[byte & 0xf] ?? 0;
}

export function writeTimestamp(buffer: Buffer, nowMs: number): void {
  const high = Math.floor(nowMs / 0x10000);
  writeHex(buffer, high >>> 24, 0);
  writeHex(buffer, high >>> 16, 2);
  writeHex(buffer, high >>> 8, 4);
  writeHex(buffer, high, 6);
  writeHex(buffer, nowMs >>> 8, 9);
  writeHex(buffer, nowMs, 11);
}

// Random bytes are generated for many IDs at once, because a call to the generator takes ten times as long as the rest
// of creating an ID.
const pool = Buffer.alloc(4_096);
const randomBytesPerId = 8;
let usedBytes = pool.length;

// IDs in the newest millisecond are numbered, so that they sort in the order of creation. IDs in earlier milliseconds
// are not numbered.
const countsMax = 4_096;
let newestMs = -Infinity;
let count = 0;

const buffer = createUuidBuffer();

/**
 * Returns a version 7 UUID with 62 random bits. IDs from one process sort in the order of creation, as long as the
 * clock does not go back.
 */
export function newId(nowMs: number = Date.now()): string {
  if (usedBytes + randomBytesPerId > pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  writeTimestamp(buffer, nowMs);
  if (nowMs >= newestMs) {
    count = nowMs === newestMs ? (count + 1) % countsMax : 0;
    newestMs = nowMs;
  }
  writeHex(buffer, 0x70 | (count >>> 8), 14);
  writeHex(buffer, count, 16);
  writeHex(buffer, 0x80 | (nextByte() & 0x3f), 19);
  writeHex(buffer, nextByte(), 21);
  for (let at = 24; at < buffer.length; at += 2) writeHex(buffer, nextByte(), at);
  return buffer.toString('latin1');
}

function nextByte(): number {
  const byte = pool[usedBytes] ?? 0;
  usedBytes += 1;
  return byte;
}

export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return uuidPattern.test(text);
}
