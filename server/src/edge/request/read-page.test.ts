import { expect, it } from 'vitest';
import { readPage } from './read-page.ts';

it.each([
  ['https://page.example/lp?a=b#c', 'https://page.example'],
  ['HTTP://Page.Example', 'http://page.example'],
  ['http://page.example:8080?q', 'http://page.example:8080'],
  ['https://user:word@page.example/', 'https://page.example'],
  [`https://page.example/${'a'.repeat(20_000)}`, 'https://page.example'],
])('readPage reads the page URL $0', (text, origin) => {
  expect(readPage(text)?.origin).toBe(origin);
});

it.each([
  '',
  '/lp',
  'page.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'android-app://com.example/',
  'http://',
  'http:///page.example',
  'https://[::1',
  'ht\ntp://page.example',
  `https://${'a'.repeat(513)}/`,
  `https://${'a@'.repeat(300)}page.example/`,
])('readPage returns undefined for $0', (text) => {
  expect(readPage(text)).toBeUndefined();
});

it('readPage rejects overlong host names quickly', () => {
  const marks = `http://a${'\u0323\u0307'.repeat(4_000)}/`;
  const escaped = `http://a${'%CC%A3%CC%87'.repeat(2_000)}/`;
  const begin = performance.now();
  for (let round = 0; round < 500; round += 1) for (const text of [marks, escaped]) readPage(text);
  // The URL parser would take several seconds.
  expect(performance.now() - begin).toBeLessThan(500);
});
