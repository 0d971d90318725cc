import { crc32, deflateSync } from 'node:zlib';
import type { Canvas } from './canvas.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const colorBits = 8;
const trueColor = 2;
// Each row is stored as the difference from the row above, because most rows of a chart are alike.
const upFilter = 2;

export function encodePng({ width, height, pixels }: Canvas): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = colorBits;
  header[9] = trueColor;
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filterRows(pixels, width * 3, height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function filterRows(pixels: Uint8Array, rowBytes: number, height: number): Buffer {
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowBytes + 1);
    rows[start] = upFilter;
    for (let at = 0; at < rowBytes; at += 1) {
      const index = y * rowBytes + at;
      rows[start + 1 + at] = (pixels[index] ?? 0) - (y === 0 ? 0 : (pixels[index - rowBytes] ?? 0));
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
