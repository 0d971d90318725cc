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
