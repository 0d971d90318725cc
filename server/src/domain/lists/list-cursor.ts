import { makeSipHash, readUint32, writeUint32 } from '../click-id/index.ts';

/** Position in a list. The next row has a later sort value, or the same sort value and a later ID. */
export type ListPosition = { value: string | null; id: string };

export type ListCursors = {
  write(position: ListPosition, query: string): string;
  read(text: string, query: string): ListPosition | undefined;
};

export const listCursorPurpose = 'cursor of lists';

const codeBytes = 8;

/**
 * Creates signed cursors. The signature includes the query, so a cursor is invalid for any other query. The content of
 * a cursor goes to the database unchecked, so it must be authentic.
 */
export function makeListCursors(key: Uint8Array): ListCursors {
  const hash = makeSipHash(key);
  const sign = (position: Buffer, query: string): Buffer => {
    const signed = Buffer.concat([position, Buffer.from(`\n${query}`)]);
    hash.ofBytes(signed, signed.length);
    const code = Buffer.alloc(codeBytes);
    writeUint32(hash.low, code, 0);
    writeUint32(hash.high, code, 4);
    return code;
  };
  return {
    write: ({ value, id }, query) => {
      const position = Buffer.from(JSON.stringify([value, id]));
      return Buffer.concat([sign(position, query), position]).toString('base64url');
    },
    read: (text, query) => {
      const bytes = Buffer.from(text, 'base64url');
      // Rejects different encodings of the same bytes, for example with padding.
      if (bytes.length <= codeBytes || bytes.toString('base64url') !== text) return undefined;
      const position = bytes.subarray(codeBytes);
      const code = sign(position, query);
      const difference =
        (readUint32(code, 0) ^ readUint32(bytes, 0)) | (readUint32(code, 4) ^ readUint32(bytes, 4));
      if (difference !== 0) return undefined;
      const [value, id] = JSON.parse(position.toString()) as [string | null, string];
      return { value, id };
    },
  };
}
