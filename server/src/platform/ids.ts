import { randomFillSync } from 'node:crypto';

const bytes = Buffer.alloc(16);

/** A UUID version 7: sorts by the moment it was made. */
export function newId(nowMs: number = Date.now()): string {
  randomFillSync(bytes);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const wellFormed = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return wellFormed.test(text);
}
