import { crc32 } from 'node:zlib';

// Format of a line: `<header>\t<batch>\t<row>\n`. The header consists of the CRC-32 (8 hexadecimal digits) and the
// length (10 decimal digits) of everything between its tab and the newline. A damaged newline therefore causes no loss,
// and any other damaged byte causes the loss of only one line.
const checksumDigits = 8;
const headerBytes = 18;
const prefixAt = headerBytes + 1;
const tab = 0x09;
const newline = 0x0a;
const hexDigits = Buffer.from('0123456789abcdef');
// Only lowercase digits are valid. An uppercase digit would have the same value, but it means that a bit has flipped.
const hexValues = new Int8Array(256).fill(-1);
for (const [value, digit] of hexDigits.entries()) hexValues[digit] = value;

/** Upper bound on the line's length: a UTF-16 code unit takes at most three bytes in UTF-8. */
export function lineBytesMax(prefix: Uint8Array, row: string): number {
  return prefixAt + prefix.length + row.length * 3 + 1;
}

/** Writes a line and returns the start of the next line. `prefix` is the batch followed by a tab. */
export function writeLine(target: Buffer, at: number, prefix: Uint8Array, row: string): number {
  const contentAt = at + prefixAt;
  target.set(prefix, contentAt);
  const end = contentAt + prefix.length + target.write(row, contentAt + prefix.length);
  // The checksum is written digit by digit, which is three times faster than building and copying a string.
  let checksum = crc32(target.subarray(contentAt, end));
  for (let digit = at + checksumDigits - 1; digit >= at; digit -= 1) {
    target[digit] = hexDigits[checksum & 15] ?? 0;
    checksum >>>= 4;
  }
  let length = end - contentAt;
  for (let digit = at + headerBytes - 1; digit >= at + checksumDigits; digit -= 1) {
    target[digit] = 0x30 + (length % 10);
    length = Math.floor(length / 10);
  }
  target[at + headerBytes] = tab;
  target[end] = newline;
  return end + 1;
}

/** Returns the position where the newline of this line belongs, or -1 if the line is damaged. */
export function verifyLine(source: Buffer, at: number, prefix: Uint8Array): number {
  const contentAt = at + prefixAt;
  if (contentAt > source.length || source[at + headerBytes] !== tab) return -1;
  const length = readDecimal(source, at + checksumDigits, headerBytes - checksumDigits);
  const end = contentAt + length;
  if (length < prefix.length || end >= source.length) return -1;
  if (!startsWith(source, contentAt, prefix)) return -1;
  return crc32(source.subarray(contentAt, end)) === readHexadecimal(source, at, checksumDigits) ? end : -1;
}

export function hasNewline(source: Buffer, at: number): boolean {
  return source[at] === newline;
}

/** Finds the next possible start of a line by searching for the batch between two tabs; returns -1 if there is none. */
export function findNextLine(source: Buffer, from: number, marker: Uint8Array): number {
  const found = source.indexOf(marker, from + headerBytes);
  return found === -1 ? -1 : found - headerBytes;
}

function readDecimal(source: Buffer, at: number, digits: number): number {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    const digit = (source[index] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

// Compares byte by byte, which is faster than a native comparison for a few bytes.
function startsWith(source: Buffer, at: number, start: Uint8Array): boolean {
  for (let index = 0; index < start.length; index += 1) {
    if (source[at + index] !== start[index]) return false;
  }
  return true;
}

function readHexadecimal(source: Buffer, at: number, digits: number): number {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    const digit = hexValues[source[index] ?? 0] ?? -1;
    if (digit === -1) return -1;
    value = value * 16 + digit;
  }
  return value;
}
