import { randomFillSync } from 'node:crypto';

// One call for many ids: each call costs ten times what the rest of an id does.
const pool = Buffer.alloc(4_096);
const randomBytesPerId = 10;
let used = pool.length;

const spelling = Buffer.alloc(36, '-');
const hexDigits = Buffer.from('0123456789abcdef');

/** A UUID version 7: sorts by the moment it was made. */
export function newId(nowMs: number = Date.now()): string {
  if (used + randomBytesPerId > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const high = Math.floor(nowMs / 0x10000);
  writeHex(high >>> 24, 0);
  writeHex(high >>> 16, 2);
  writeHex(high >>> 8, 4);
  writeHex(high, 6);
  writeHex(nowMs >>> 8, 9);
  writeHex(nowMs, 11);
  writeHex(0x70 | (nextByte() & 0x0f), 14);
  writeHex(nextByte(), 16);
  writeHex(0x80 | (nextByte() & 0x3f), 19);
  writeHex(nextByte(), 21);
  for (let at = 24; at < spelling.length; at += 2) writeHex(nextByte(), at);
  return spelling.toString('latin1');
}

function nextByte(): number {
  const byte = pool[used] ?? 0;
  used += 1;
  return byte;
}

function writeHex(byte: number, at: number): void {
  spelling[at] = hexDigits[(byte >>> 4) & 0xf] ?? 0;
  spelling[at + 1] = hexDigits[byte & 0xf] ?? 0;
}

/** When an id of version 7 was made, in milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

const wellFormed = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return wellFormed.test(text);
}
