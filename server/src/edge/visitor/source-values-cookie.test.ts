import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sourceValuesCookies } from './source-values-cookie.ts';

const cookies = sourceValuesCookies(new Uint8Array(16).fill(7));

describe('what a source said', () => {
  it('comes back with the browser, whatever it is', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((one) => one.replace(/\p{Cc}/gu, ''));
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 10 }), (values) => {
        const [visitId, kept] = [newId(), new Map(Object.entries(values))];
        const cookie = cookies.add(undefined, visitId, kept);
        expect(cookie).toMatch(/^[\w%&=!~.-]*$/);
        expect(cookies.read(cookie, visitId)).toEqual(kept);
      }),
    );
  });

  it('is kept of the last five visits, each for itself', () => {
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

  it('never makes the cookie too large: a value that does not fit is left out', () => {
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

  it('is worth nothing once it was changed, or signed with another key', () => {
    const id = newId();
    const cookie = cookies.add(undefined, id, new Map([['token1', 'a']]));
    const other = sourceValuesCookies(new Uint8Array(16).fill(8));
    expect(cookies.read(cookie.replace('=a', '=b'), id)).toBeUndefined();
    expect(other.read(cookie, id)).toBeUndefined();
    for (const rubbish of ['', 'x', '~~~!!', 'ü'.repeat(5_000), undefined])
      expect(cookies.read(rubbish, id)).toBeUndefined();
  });
});
