import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idTail, readId, readIdTime, readIdWords, writeId } from './id-bytes.ts';

describe('IDs as bytes', () => {
  it('are read back as written, at any offset', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(8), (id, at) => {
        const bytes = new Uint8Array(at + 16);
        writeId(id.toUpperCase(), bytes, at);
        expect(Buffer.from(bytes.subarray(at)).toString('hex')).toBe(id.replaceAll('-', ''));
        expect(readId(bytes, at)).toBe(id);
      }),
    );
  });

  it('start with the creation time if they are version 7 IDs', () => {
    const bytes = new Uint8Array(16);
    writeId('018f4c3a-7b2c-7def-8abc-0123456789ab', bytes, 0);
    expect(readIdTime(bytes, 0)).toBe(0x018f4c3a7b2c);
  });

  it('are the same whether written from words or from text', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const words = readIdWords(id.toUpperCase());
        const bytes = new Uint8Array(16);
        expect(words).toBeTypeOf('object');
        writeId(words, bytes, 0);
        expect([readId(bytes, 0), idTail(words)]).toEqual([id, idTail(id)]);
      }),
    );
  });

  it.each(['', 'path', '018f4c3a-7b2c-7def-8abc-0123456789a', '018f4c3a-7b2c-7def-8abc-0123456789ag'])(
    'are rejected for %j, which is not an ID',
    (id) => {
      const bytes = new Uint8Array(16);
      expect(() => writeId(id, bytes, 0)).toThrow(RangeError);
      expect(() => writeId(readIdWords(id), bytes, 0)).toThrow(RangeError);
    },
  );

  it('have a tail that contains their last 32 bits', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(idTail(id)).toBe(Number.parseInt(id.slice(-8), 16));
      }),
    );
  });
});
