import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeFeedCursors } from './feed-cursor.ts';

const key = Uint8Array.from({ length: 16 }, (_, at) => at * 11);
const cursors = makeFeedCursors(key);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const positions = fc.record({ timeMs: fc.nat(2 ** 42), id: fc.uuid() });

describe('a feed cursor', () => {
  it('decodes to its position when it is read with the query it was created for', () => {
    fc.assert(
      fc.property(positions, fc.string(), (position, query) => {
        const text = cursors.write(position, query);
        expect(text).toMatch(/^[\w-]{40}$/);
        expect(cursors.read(text, query)).toEqual(position);
      }),
    );
  });

  it('is rejected for a different query or key', () => {
    const others = makeFeedCursors(Uint8Array.from({ length: 16 }, (_, at) => at));
    fc.assert(
      fc.property(positions, fc.string(), fc.string(), (position, query, other) => {
        const text = cursors.write(position, query);
        if (other !== query) expect(cursors.read(text, other)).toBeUndefined();
        expect(others.read(text, query)).toBeUndefined();
      }),
    );
  });

  it('is rejected if a character is changed, missing or added', () => {
    const text = cursors.write(
      { timeMs: 1_794_821_400_007, id: '018f4c3a-7b2c-7def-8abc-0123456789ab' },
      'q',
    );
    for (let at = 0; at < text.length; at += 1) {
      expect(cursors.read(text.slice(0, at) + text.slice(at + 1), 'q')).toBeUndefined();
      for (const character of alphabet) {
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        if (changed !== text) expect(cursors.read(changed, 'q')).toBeUndefined();
      }
    }
    for (const other of [`${text}=`, `${text}A`, ` ${text}`, `${text}\n`, text.toLowerCase(), ''])
      expect(cursors.read(other, 'q')).toBeUndefined();
  });

  it('cannot be decoded from any other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        expect(cursors.read(text, '')).toBeUndefined();
      }),
    );
  });
});
