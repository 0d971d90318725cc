import { describe, expect, it } from 'vitest';
import { makeListCursors } from './list-cursor.ts';

const cursors = makeListCursors(new Uint8Array(16).fill(7));
const others = makeListCursors(new Uint8Array(16).fill(8));
const position = { value: 'Frühling\n"2"', id: '01a1dd24-d0aa-7c13-9e55-4b1c2d3e4f50' };

describe('a list cursor', () => {
  it('decodes to its position, even without a sort value', () => {
    expect(cursors.read(cursors.write(position, 'offers'), 'offers')).toEqual(position);
    const missing = { ...position, value: null };
    expect(cursors.read(cursors.write(missing, 'offers'), 'offers')).toEqual(missing);
  });

  it('is rejected for a different query, with a different key, or after any change', () => {
    const cursor = cursors.write(position, 'offers');
    expect(cursors.read(cursor, 'landings')).toBeUndefined();
    expect(others.read(cursor, 'offers')).toBeUndefined();
    for (let at = 0; at < cursor.length; at += 1) {
      const changed = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
      expect(cursors.read(changed, 'offers')).toBeUndefined();
    }
    for (const text of ['', '=', 'AAAA', `${cursor}=`, `${cursor}A`, ` ${cursor}`, cursor.slice(0, -1)])
      expect(cursors.read(text, 'offers')).toBeUndefined();
  });
});
