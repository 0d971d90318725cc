import { open } from 'node:fs/promises';

const chunkBytes = 1024 * 1024;
const newline = 0x0a;

/**
 * Calls `onLine` with each line of a file and returns the size of the file. The file can be larger than the longest
 * string. Of a line that is longer than the limit, only the beginning is passed on.
 */
export async function readLines(
  path: string,
  lineBytesMax: number,
  onLine: (line: Buffer) => void,
): Promise<number> {
  const file = await open(path);
  try {
    const chunk = Buffer.alloc(chunkBytes);
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunkBytes);
      if (bytesRead === 0) break;
      bytes += bytesRead;
      const read = chunk.subarray(0, bytesRead);
      let at = 0;
      for (let end = read.indexOf(newline); end !== -1; end = read.indexOf(newline, at)) {
        const line = read.subarray(at, end);
        onLine(pending.length === 0 ? line : Buffer.concat([...pending, line]));
        [pending, pendingBytes] = [[], 0];
        at = end + 1;
      }
      if (at === bytesRead || pendingBytes >= lineBytesMax) continue;
      // A copy, because the next read overwrites the chunk.
      pending.push(Buffer.from(read.subarray(at)));
      pendingBytes += bytesRead - at;
    }
    if (pending.length > 0) onLine(Buffer.concat(pending));
    return bytes;
  } finally {
    await file.close();
  }
}
