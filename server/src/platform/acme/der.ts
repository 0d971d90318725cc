// Writes the DER encoding of ASN.1 (ITU-T X.690), as far as certificates and certificate requests need it.

function encode(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content]);
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

export const der = {
  sequence: (...parts: Buffer[]) => encode(0x30, ...parts),
  set: (...parts: Buffer[]) => encode(0x31, ...parts),
  // A positive number whose first bit is set needs a zero byte, because integers are signed.
  integer: (bytes: Buffer) =>
    encode(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.from([0]) : Buffer.alloc(0), bytes),
  boolean: (value: boolean) => encode(0x01, Buffer.from([value ? 0xff : 0])),
  bitString: (bytes: Buffer) => encode(0x03, Buffer.from([0]), bytes),
  octetString: (bytes: Buffer) => encode(0x04, bytes),
  utf8String: (text: string) => encode(0x0c, Buffer.from(text)),
  // Years from 2050 on would need a different type, but no certificate is valid that long.
  utcTime: (date: Date) =>
    encode(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`)),
  // A constructed value with a context-specific tag.
  tagged: (number: number, ...parts: Buffer[]) => encode(0xa0 | number, ...parts),
  // A primitive value with a context-specific tag.
  taggedBytes: (number: number, bytes: Buffer) => encode(0x80 | number, bytes),
  objectId: (dotted: string) => encode(0x06, encodeObjectId(dotted)),
};

function encodeObjectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const number of rest) {
    const groups = [number & 0x7f];
    for (let left = number >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return Buffer.from(bytes);
}
