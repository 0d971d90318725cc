import { idBytes, makeSipHash, readId, readUint32, writeId, writeUint32 } from '../click-id/index.ts';

/** A place in the feed: what comes next is older, or as old and has a smaller id. */
export type FeedPosition = { timeMs: number; id: string };

export type FeedCursors = {
  /** `question` is everything that the cursor is good for, as one text. */
  write(place: FeedPosition, question: string): string;
  /** Undefined for what was not written with the same key for the same question. */
  read(text: string, question: string): FeedPosition | undefined;
};

/** The purpose that the key is derived for. */
export const cursorPurpose = 'cursor of events';

const timeBytes = 6;
const placeBytes = timeBytes + idBytes;
// Together 30: without bits to spare in base 64, so that a cursor has one spelling.
const codeBytes = 8;

/** Cursors say where a page ended, signed together with the question: with any other question they are none. */
export function makeFeedCursors(key: Uint8Array): FeedCursors {
  const hash = makeSipHash(key);
  const sign = (bytes: Buffer, question: string): void => {
    const signed = Buffer.concat([bytes.subarray(0, placeBytes), Buffer.from(question)]);
    hash.ofBytes(signed, signed.length);
    writeUint32(hash.low, bytes, placeBytes);
    writeUint32(hash.high, bytes, placeBytes + 4);
  };
  const write: FeedCursors['write'] = ({ timeMs, id }, question) => {
    const bytes = Buffer.alloc(placeBytes + codeBytes);
    bytes.writeUIntBE(timeMs, 0, timeBytes);
    writeId(id, bytes, timeBytes);
    sign(bytes, question);
    return bytes.toString('base64url');
  };
  return {
    write,
    read: (text, question) => {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length !== placeBytes + codeBytes) return undefined;
      const [low, high] = [readUint32(bytes, placeBytes), readUint32(bytes, placeBytes + 4)];
      const place = { timeMs: bytes.readUIntBE(0, timeBytes), id: readId(bytes, timeBytes) };
      sign(bytes, question);
      const difference = (low ^ readUint32(bytes, placeBytes)) | (high ^ readUint32(bytes, placeBytes + 4));
      // Other spellings of the same bytes, with padding say, are no cursors of ours.
      return difference === 0 && bytes.toString('base64url') === text ? place : undefined;
    },
  };
}
