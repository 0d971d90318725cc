import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeFeedCursors } from './feed-cursor.ts';

const key = Uint8Array.from({ length: 16 }, (_, at) => at * 11);
const cursors = makeFeedCursors(key);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const places = fc.record({ timeMs: fc.nat(2 ** 42), id: fc.uuid() });

describe('a cursor of the feed', () => {
  it('gives back its place for its question', () => {
    fc.assert(
      fc.property(places, fc.string(), (place, question) => {
        const text = cursors.write(place, question);
        expect(text).toMatch(/^[\w-]{40}$/);
        expect(cursors.read(text, question)).toEqual(place);
      }),
    );
  });

  it('is none for another question or under another key', () => {
    const others = makeFeedCursors(Uint8Array.from({ length: 16 }, (_, at) => at));
    fc.assert(
      fc.property(places, fc.string(), fc.string(), (place, question, other) => {
        const text = cursors.write(place, question);
        if (other !== question) expect(cursors.read(text, other)).toBeUndefined();
        expect(others.read(text, question)).toBeUndefined();
      }),
    );
  });

  it('is none after any one of its characters was changed, left out or added', () => {
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

  it('is nothing that a stranger may send', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        expect(cursors.read(text, '')).toBeUndefined();
      }),
    );
  });
});
