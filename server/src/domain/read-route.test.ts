import { describe, expect, it } from 'vitest';
import { queryOf, readRoute, splitAddress } from './read-route.ts';

const id = '01a1de7f-6ca5-7545-b121-5dcdfbfe13dd';

describe('readRoute', () => {
  it.each([
    `/c/${id}`,
    `//c/${id}`,
    `/C/${id}`,
    `/c//${id}`,
    `\\c\\${id}`,
    `/%63/${id}`,
    `/c%2F${id}`,
    `/c/%20${id}`,
    `/%20c/${id}`,
    `/c/{${id}}`,
    `/c/%7B${id}%7D`,
    `/c/${id.replaceAll('-', '%2D')}`,
    `/c/${id}/`,
    `/c/${id}/2/x`,
    `/c/${id}x-1`,
    `/c/${id}%3Ftoken1%3Da`,
    `//c/${id}?c=/go/2`,
    `//c/${id}&token1=a`,
  ])('returns the campaign for %s', (url) => {
    expect(readRoute(url)).toEqual({ name: 'c', rest: id });
  });

  it.each([
    ['/go', ''],
    ['/go/', ''],
    ['//GO//', ''],
    ['/go?cid=1', ''],
    ['/go&cid=1', ''],
    ['/go.html', ''],
    ['/go/2', '2'],
    ['/go/2/', '2'],
    ['/go/2/x', '2'],
    ['//go//2', '2'],
    ['/go/2).', '2'],
    ['/go/2%20', '2'],
    ['/go/2.html?a', '2'],
    ['/go/Best-Of', 'Best-Of'],
    ['/go/%FF', '%FF'],
  ])('returns a landing-page click for %s', (url, rest) => {
    expect(readRoute(url)).toEqual({ name: 'go', rest });
  });

  it.each([
    ['/e/Key_1-a', 'e', 'Key_1-a'],
    ['/e/-Key1', 'e', '-Key1'],
    ['//e/{--_Key1}', 'e', '--_Key1'],
    ['//E/Key_1-a/?payout=1', 'e', 'Key_1-a'],
    ['/e/Key_1-a.php&payout=1', 'e', 'Key_1-a'],
    ['//v', 'v', ''],
    ['/P.GIF?c=1', 'p.gif', ''],
    ['/p.gif&c=1', 'p.gif', ''],
    ['//t.js?v=2', 't.js', ''],
  ])('returns the route for %s', (url, name, rest) => {
    expect(readRoute(url)).toEqual({ name, rest });
  });

  it.each([
    '/',
    '//',
    '',
    '/c',
    '/c/',
    `/c/${id.slice(1)}`,
    `/cc/${id}`,
    `/x/c/${id}`,
    `/?/c/${id}`,
    '/gone',
    '/go-to',
    '/google123.html',
    '/vote',
    '/t.jsx',
    '/t.js/',
    '/v/v',
    '/v.php',
    '/constructor',
    '/%E0/',
    '/favicon.ico',
  ])('returns undefined for %j', (url) => {
    expect(readRoute(url)).toBeUndefined();
  });
});

it.each([
  ['https://a.example/c/1?x=2', { host: 'a.example', url: '/c/1?x=2' }],
  ['HTTP://A.example:8080', { host: 'A.example:8080', url: '/' }],
  ['https://a.example?x=2', { host: 'a.example', url: '/?x=2' }],
  ['https://a.example#top', { host: 'a.example', url: '/#top' }],
  ['/c/1', undefined],
  ['ftp://a.example/', undefined],
])('splitAddress splits %s into host and path', (address, expected) => {
  expect(splitAddress(address)).toEqual(expected);
});

it.each([
  ['/c/1?a=1&b=2', 'a=1&b=2'],
  ['/c/1&a=1?b=2', 'a=1?b=2'],
  ['/c/1', ''],
  ['/c/1?', ''],
])('queryOf returns the query of %s as %j', (url, query) => {
  expect(queryOf(url)).toBe(query);
});
