import { makeBase62 } from './base62.ts';
import { idBytes, readId, readIdTime, writeId } from './id-bytes.ts';
import { codeBytes, hasCode, writeCode } from './keyed-code.ts';
import { makeSipHash } from './sip-hash.ts';
import { readUint32, writeUint32 } from './uint32.ts';

export type ClickId = {
  visitId: string;
  campaignNumber: number;
  /** Time of the visit in milliseconds since 1970. With this time, a lookup does not have to search all partitions. */
  timeMs: number;
};

export type ClickIds = {
  encode(visitId: string, campaignNumber: number): string;
  /** Returns undefined for text that was not encoded with the same key, so forged IDs are rejected without a lookup. */
  decode(text: string): ClickId | undefined;
};

export const clickIdPurpose = 'click id';

export const clickIdLength = 38;

const numberBytes = 4;
const signedBytes = idBytes + numberBytes;
const numberMax = 0xffffffff;

/**
 * Creates an encoder for click IDs. A click ID is one base-62 number that consists of the visit ID, the campaign
 * number and an authentication code.
 */
export function makeClickIds(key: Uint8Array): ClickIds {
  const hash = makeSipHash(key);
  const base62 = makeBase62(signedBytes + codeBytes, clickIdLength);
  const bytes = new Uint8Array(signedBytes + codeBytes);
  return {
    encode: (visitId, campaignNumber) => {
      if (!(campaignNumber >= 0 && campaignNumber <= numberMax))
        throw new RangeError('invalid campaign number');
      writeId(visitId, bytes, 0);
      writeUint32(campaignNumber, bytes, idBytes);
      writeCode(hash, bytes, signedBytes);
      return base62.encode(bytes);
    },
    decode: (text) => {
      if (!base62.decode(text, bytes) || !hasCode(hash, bytes, signedBytes)) return undefined;
      return {
        visitId: readId(bytes, 0),
        campaignNumber: readUint32(bytes, idBytes),
        timeMs: readIdTime(bytes, 0),
      };
    },
  };
}
