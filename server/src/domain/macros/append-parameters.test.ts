import { describe, expect, it } from 'vitest';
import { appendParameters, urlLengthMax } from './index.ts';

const pairs = [
  ['a', '1'],
  ['b', 'x y&z'],
  ['', 'nameless'],
  ['ü', ''],
] as const;

describe('appended parameters', () => {
  it.each([
    ['a URL without a query', 'https://h.example/p', 'https://h.example/p?a=1&b=x%20y%26z&%C3%BC='],
    ['a URL with one', 'https://h.example/?q=1', 'https://h.example/?q=1&a=1&b=x%20y%26z&%C3%BC='],
    ['an empty query', 'https://h.example/?', 'https://h.example/?a=1&b=x%20y%26z&%C3%BC='],
    ['a query with an open end', 'https://h.example/?q&', 'https://h.example/?q&a=1&b=x%20y%26z&%C3%BC='],
    ['a fragment', 'https://h.example/#f?a=2', 'https://h.example/?a=1&b=x%20y%26z&%C3%BC=#f?a=2'],
  ])('follow %s', (_, url, expected) => {
    expect(appendParameters(url, pairs, 'all')).toBe(expected);
  });

  it('do not repeat what is there, unless all are wanted', () => {
    const url = 'https://h.example/?a=own&%C3%BC=own';
    expect(appendParameters(url, pairs, 'missing')).toBe(`${url}&b=x%20y%26z`);
    expect(appendParameters(url, [['a', '1']], 'all')).toBe(`${url}&a=1`);
    expect(appendParameters(url, [['a', '1']], 'missing')).toBe(url);
  });

  it('are left out where the source did not fill them', () => {
    const sent = [
      ['click', '${SUBID}'],
      ['zone', '7'],
    ] as const;
    expect(appendParameters('https://h.example/', sent, 'all')).toBe('https://h.example/?zone=7');
  });

  it('are left out where they do not fit', () => {
    const long = ['long', 'x'.repeat(urlLengthMax)] as const;
    expect(appendParameters('https://h.example/', [long, ['a', '1']], 'all')).toBe('https://h.example/?a=1');
  });
});
