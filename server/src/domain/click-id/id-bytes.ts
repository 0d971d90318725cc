import { writeUint32 } from './uint32.ts';

export const idBytes = 16;

const idLength = 36;
const notHex = 0x100;
const hexValues = new Uint16Array(128).fill(notHex);
for (let digit = 0; digit < 16; digit += 1) {
  const character = digit.toString(16);
  hexValues[character.charCodeAt(0)] = digit;
  hexValues[character.toUpperCase().charCodeAt(0)] = digit;
}
const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const wrongId = 'an ID must have the form 8-4-4-4-12 in hexadecimal digits';

// Position of each byte's two digits in the canonical form of an ID.
const digitsAt = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34);

// ID as four 32-bit words, so that the text need not be parsed on every write.
type IdWords = { word0: number; word1: number; word2: number; word3: number };

export type Id = string | IdWords;

const wellFormed = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns an ID in the form that is fastest to write. Text that is not an ID is returned unchanged. */
export function readIdWords(id: string): Id {
  if (!wellFormed.test(id)) return id;
  const digits = id.replaceAll('-', '');
  const [word0 = 0, word1 = 0, word2 = 0, word3 = 0] = [0, 8, 16, 24].map(
    (at) => Number.parseInt(digits.slice(at, at + 8), 16) | 0,
  );
  return { word0, word1, word2, word3 };
}

export function writeId(id: Id, bytes: Uint8Array, at: number): void {
  if (typeof id === 'string') return writeSpelling(id, bytes, at);
  writeUint32(id.word0, bytes, at);
  writeUint32(id.word1, bytes, at + 4);
  writeUint32(id.word2, bytes, at + 8);
  writeUint32(id.word3, bytes, at + 12);
}

// Writes an ID from its text. Waypost generates all IDs, so an invalid ID is a bug.
function writeSpelling(id: string, bytes: Uint8Array, at: number): void {
  let seen = id.length === idLength ? 0 : notHex;
  for (let byte = 0; byte < idBytes; byte += 1) {
    const from = digitsAt[byte] ?? 0;
    const high = hexAt(id, from);
    const low = hexAt(id, from + 1);
    seen |= high | low;
    bytes[at + byte] = (high << 4) | low;
  }
  if (seen >= notHex) throw new RangeError(wrongId);
}

function hexAt(text: string, at: number): number {
  return hexValues[text.charCodeAt(at)] ?? notHex;
}

export function readId(bytes: Uint8Array, at: number): string {
  return `${pair(bytes, at)}${pair(bytes, at + 2)}-${pair(bytes, at + 4)}-${pair(bytes, at + 6)}-${pair(bytes, at + 8)}-${pair(bytes, at + 10)}${pair(bytes, at + 12)}${pair(bytes, at + 14)}`;
}

function pair(bytes: Uint8Array, at: number): string {
  return (pairs[bytes[at] ?? 0] ?? '') + (pairs[bytes[at + 1] ?? 0] ?? '');
}

export function readIdTime(bytes: Uint8Array, at: number): number {
  let timeMs = 0;
  for (let next = at; next < at + 6; next += 1) timeMs = timeMs * 256 + (bytes[next] ?? 0);
  return timeMs;
}

/**
 * Returns the last 32 bits of an ID. In the IDs of campaigns, paths and similar records, these bits are random and
 * sufficient to tell the few dozen records of one visitor apart. Must not be used for visit IDs, which can share their
 * last bits.
 */
export function idTail(id: Id): number {
  if (typeof id !== 'string') return id.word3 >>> 0;
  let tail = 0;
  for (let at = id.length - 8; at < id.length; at += 1) tail = (tail << 4) | (hexAt(id, at) & 0xf);
  return tail >>> 0;
}
