import { randomFillSync } from 'node:crypto';

const hexDigits = Buffer.from('0123456789abcdef');

/** Room for the usual spelling of a UUID, its dashes in place. */
export function emptySpelling(): Buffer {
  return Buffer.alloc(36, '-');
}

export function writeHex(spelling: Buffer, byte: number, at: number): void {
  spelling[at] = hexDigits[(byte >>> 4) & 0xf] ?? 0;
  spelling[at + 1] = hexDigits[byte & 0xf] ?? 0;
}

/** What every UUID of version 7 begins with. */
export function writeMoment(spelling: Buffer, nowMs: number): void {
  const high = Math.floor(nowMs / 0x10000);
  writeHex(spelling, high >>> 24, 0);
  writeHex(spelling, high >>> 16, 2);
  writeHex(spelling, high >>> 8, 4);
  writeHex(spelling, high, 6);
  writeHex(spelling, nowMs >>> 8, 9);
  writeHex(spelling, nowMs, 11);
}

// One call for many ids: each call costs ten times what the rest of an id does.
const pool = Buffer.alloc(4_096);
const randomBytesPerId = 8;
let used = pool.length;

// Ids of the newest millisecond are counted, so that they sort as they were made; those of earlier ones are not.
const countsMax = 4_096;
let newestMs = -Infinity;
let count = 0;

const spelling = emptySpelling();

/** A UUID version 7: those of one process sort in the order in which they were made, and 62 bits are random. */
export function newId(nowMs: number = Date.now()): string {
  if (used + randomBytesPerId > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  writeMoment(spelling, nowMs);
  if (nowMs >= newestMs) {
    count = nowMs === newestMs ? (count + 1) % countsMax : 0;
    newestMs = nowMs;
  }
  writeHex(spelling, 0x70 | (count >>> 8), 14);
  writeHex(spelling, count, 16);
  writeHex(spelling, 0x80 | (nextByte() & 0x3f), 19);
  writeHex(spelling, nextByte(), 21);
  for (let at = 24; at < spelling.length; at += 2) writeHex(spelling, nextByte(), at);
  return spelling.toString('latin1');
}

function nextByte(): number {
  const byte = pool[used] ?? 0;
  used += 1;
  return byte;
}

/** When an id of version 7 was made, in milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

const wellFormed = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return wellFormed.test(text);
}
