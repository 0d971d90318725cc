import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sourceValuesCookies } from './source-values-cookie.ts';

const cookies = sourceValuesCookies(new Uint8Array(16).fill(7));

describe('the source values cookie', () => {
  it('returns all stored values', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((one) => one.replace(/\p{Cc}/gu, ''));
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 10 }), (values) => {
        const [visitId, stored] = [newId(), new Map(Object.entries(values))];
        const cookie = cookies.add(undefined, visitId, stored);
        expect(cookie).toMatch(/^[\w%&=!~.-]*$/);
        expect(cookies.read(cookie, visitId)).toEqual(stored);
      }),
    );
  });

  it('stores the values of the last five visits separately', () => {
    const visits = Array.from({ length: 7 }, (_, at) => ({
      id: newId(),
      values: new Map([['token1', `v${at}`]]),
    }));
    const cookie = visits.reduce<string | undefined>(
      (before, { id, values }) => cookies.add(before, id, values),
      undefined,
    );
    expect(visits.map(({ id }) => cookies.read(cookie, id)?.get('token1'))).toEqual([
      undefined,
      undefined,
      'v2',
      'v3',
      'v4',
      'v5',
      'v6',
    ]);
  });

  it('leaves out values that do not fit', () => {
    const id = newId();
    const values = new Map([
      ['token1', 'x'.repeat(512)],
      ['token2', '€'.repeat(512)],
      ['token3', 'short'],
    ]);
    let cookie = cookies.add(undefined, id, values);
    expect([...(cookies.read(cookie, id)?.keys() ?? [])]).toEqual(['token1', 'token3']);
    for (let visit = 0; visit < 10; visit += 1) cookie = cookies.add(cookie, newId(), values);
    expect(cookie.length).toBeLessThan(3_100);
  });

  it('is ignored if it was changed or signed with another key', () => {
    const id = newId();
    const cookie = cookies.add(undefined, id, new Map([['token1', 'a']]));
    const other = sourceValuesCookies(new Uint8Array(16).fill(8));
    expect(cookies.read(cookie.replace('=a', '=b'), id)).toBeUndefined();
    expect(other.read(cookie, id)).toBeUndefined();
    for (const invalid of ['', 'x', '~~~!!', 'ü'.repeat(5_000), undefined])
      expect(cookies.read(invalid, id)).toBeUndefined();
  });
});
