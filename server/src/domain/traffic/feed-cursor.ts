import { idBytes, makeSipHash, readId, readUint32, writeId, writeUint32 } from '../click-id/index.ts';

/** Position in the feed. The next row is older, or has the same time and a smaller ID. */
export type FeedPosition = { timeMs: number; id: string };

export type FeedCursors = {
  write(position: FeedPosition, query: string): string;
  read(text: string, query: string): FeedPosition | undefined;
};

export const cursorPurpose = 'cursor of events';

const timeBytes = 6;
const positionBytes = timeBytes + idBytes;
// A cursor has 30 bytes in total, so base64 has no spare bits and each cursor has only one encoding.
const codeBytes = 8;

/** Creates signed cursors. The signature includes the query, so a cursor is invalid for any other query. */
export function makeFeedCursors(key: Uint8Array): FeedCursors {
  const hash = makeSipHash(key);
  const sign = (bytes: Buffer, query: string): void => {
    const signed = Buffer.concat([bytes.subarray(0, positionBytes), Buffer.from(query)]);
    hash.ofBytes(signed, signed.length);
    writeUint32(hash.low, bytes, positionBytes);
    writeUint32(hash.high, bytes, positionBytes + 4);
  };
  const write: FeedCursors['write'] = ({ timeMs, id }, query) => {
    const bytes = Buffer.alloc(positionBytes + codeBytes);
    bytes.writeUIntBE(timeMs, 0, timeBytes);
    writeId(id, bytes, timeBytes);
    sign(bytes, query);
    return bytes.toString('base64url');
  };
  return {
    write,
    read: (text, query) => {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length !== positionBytes + codeBytes) return undefined;
      const [low, high] = [readUint32(bytes, positionBytes), readUint32(bytes, positionBytes + 4)];
      const position = { timeMs: bytes.readUIntBE(0, timeBytes), id: readId(bytes, timeBytes) };
      sign(bytes, query);
      const difference =
        (low ^ readUint32(bytes, positionBytes)) | (high ^ readUint32(bytes, positionBytes + 4));
      // Rejects different encodings of the same bytes, for example with padding.
      return difference === 0 && bytes.toString('base64url') === text ? position : undefined;
    },
  };
}
