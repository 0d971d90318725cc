/** Of an id as bytes. */
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
const wrongId = 'an id has the form 8-4-4-4-12 in hexadecimal digits';

// Where the digits of each byte stand in the usual spelling.
const digitsAt = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34);

/** Writes an id in its usual spelling as 16 bytes. Ids come from us: a wrong one is a mistake in the program. */
export function writeId(id: string, bytes: Uint8Array, at: number): void {
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

/** The id that 16 bytes stand for, in lower case. */
export function readId(bytes: Uint8Array, at: number): string {
  return `${pair(bytes, at)}${pair(bytes, at + 2)}-${pair(bytes, at + 4)}-${pair(bytes, at + 6)}-${pair(bytes, at + 8)}-${pair(bytes, at + 10)}${pair(bytes, at + 12)}${pair(bytes, at + 14)}`;
}

function pair(bytes: Uint8Array, at: number): string {
  return (pairs[bytes[at] ?? 0] ?? '') + (pairs[bytes[at + 1] ?? 0] ?? '');
}

/** The moment, in milliseconds since 1970, that an id of version 7 begins with. */
export function readIdTime(bytes: Uint8Array, at: number): number {
  let timeMs = 0;
  for (let next = at; next < at + 6; next += 1) timeMs = timeMs * 256 + (bytes[next] ?? 0);
  return timeMs;
}

/** The last 32 bits of an id. In ours they are random, so that they tell a few dozen ids of one visitor apart. */
export function idTail(id: string): number {
  let tail = 0;
  for (let at = id.length - 8; at < id.length; at += 1) tail = (tail << 4) | (hexAt(id, at) & 0xf);
  return tail >>> 0;
}
