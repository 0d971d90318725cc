import { makeSipHash, readUint32, writeUint32 } from '../click-id/index.ts';

/** A place in a list: what comes next is behind this value of its order, or has the same and is behind this id. */
export type ListPosition = { value: string | null; id: string };

export type ListCursors = {
  /** `question` is everything that the cursor is good for, as one text. */
  write(place: ListPosition, question: string): string;
  /** Undefined for what was not written with the same key for the same question. */
  read(text: string, question: string): ListPosition | undefined;
};

/** The purpose that the key is derived for. */
export const listCursorPurpose = 'cursor of lists';

const codeBytes = 8;

/**
 * Cursors say where a page ended, signed together with the question: with any other question they are none. What they
 * hold goes to the database as it is, so nobody but us may have written it.
 */
export function makeListCursors(key: Uint8Array): ListCursors {
  const hash = makeSipHash(key);
  const sign = (place: Buffer, question: string): Buffer => {
    const signed = Buffer.concat([place, Buffer.from(`\n${question}`)]);
    hash.ofBytes(signed, signed.length);
    const code = Buffer.alloc(codeBytes);
    writeUint32(hash.low, code, 0);
    writeUint32(hash.high, code, 4);
    return code;
  };
  return {
    write: ({ value, id }, question) => {
      const place = Buffer.from(JSON.stringify([value, id]));
      return Buffer.concat([sign(place, question), place]).toString('base64url');
    },
    read: (text, question) => {
      const bytes = Buffer.from(text, 'base64url');
      // Other spellings of the same bytes, with padding say, are no cursors of ours.
      if (bytes.length <= codeBytes || bytes.toString('base64url') !== text) return undefined;
      const place = bytes.subarray(codeBytes);
      const code = sign(place, question);
      const difference =
        (readUint32(code, 0) ^ readUint32(bytes, 0)) | (readUint32(code, 4) ^ readUint32(bytes, 4));
      if (difference !== 0) return undefined;
      const [value, id] = JSON.parse(place.toString()) as [string | null, string];
      return { value, id };
    },
  };
}
