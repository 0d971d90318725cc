import { describe, expect, it } from 'vitest';
import { makeListCursors } from './list-cursor.ts';

const cursors = makeListCursors(new Uint8Array(16).fill(7));
const others = makeListCursors(new Uint8Array(16).fill(8));
const place = { value: 'Frühling\n"2"', id: '01a1dd24-d0aa-7c13-9e55-4b1c2d3e4f50' };

describe('a cursor of a list', () => {
  it('leads back to its place, also where the order has no value there', () => {
    expect(cursors.read(cursors.write(place, 'offers'), 'offers')).toEqual(place);
    const missing = { ...place, value: null };
    expect(cursors.read(cursors.write(missing, 'offers'), 'offers')).toEqual(missing);
  });

  it('is none for another question, another key, or where anything of it was changed', () => {
    const cursor = cursors.write(place, 'offers');
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
